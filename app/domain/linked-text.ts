import { LinkifyIt } from "linkify-it";
import { escapeHtml } from "./mail/compose-mail.ts";

const ADDRESS_MAX = 2000;

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, maxLength: ADDRESS_MAX });

const linksIn = (text: string) => (linkify.match(text) ?? []).filter(({ url }) => /^https?:\/\//i.test(url) && URL.canParse(url));

export const countLinks = (text: string): number => linksIn(text).length;

/** The host of each link, without `www.`; internationalized ones in ASCII. */
export const hostsIn = (text: string): string[] => linksIn(text).map(({ url }) => new URL(url).hostname.replace(/^www\./, ""));

function inlineHtml(text: string, rel: string): string {
  let html = "";
  let at = 0;
  for (const { index, lastIndex, text: shown, url } of linksIn(text)) {
    html += escapeHtml(text.slice(at, index));
    html += `<a href="${escapeHtml(url)}" rel="${rel}">${escapeHtml(shown)}</a>`;
    at = lastIndex;
  }
  return (html + escapeHtml(text.slice(at))).replaceAll("\n", "<br>");
}

/** Of an author's bio; empty for an empty one. */
export const bioHtml = (bio: string): string => (bio === "" ? "" : linkedHtml(bio, "noopener"));

/** Safe HTML: an empty line starts a paragraph, a line break stays, and web URLs become links. @param rel of the links */
export const linkedHtml = (text: string, rel: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${inlineHtml(paragraph, rel)}</p>`)
    .join("");
