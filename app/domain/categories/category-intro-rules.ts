import { cutText } from "../text-rules.ts";

export const paragraphsOf = (intro: string): string[] => intro.split(/\n\s*\n/).filter((one) => one.trim() !== "");

const SUMMARY_MAX = 200;

/** For feeds and link previews of a category without a description. */
export function summaryOf(intro: string): string {
  const first = (paragraphsOf(intro)[0] ?? "").replace(/\s+/g, " ").trim();
  return first.length <= SUMMARY_MAX ? first : `${cutText(first, SUMMARY_MAX).replace(/\s+\S*$/, "")}…`;
}
