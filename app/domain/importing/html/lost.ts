import type { Tell } from "../items.ts";
import { attributesOf, decodeEntities, escapeHtml, replaceBetween } from "./between.ts";

/** What an article can't hold here, and how it is called. */
const LOST: [RegExp, string][] = [
  [/<script\b/i, "A script"],
  [/<(?:form|input|button|select|textarea)\b/i, "A form"],
  [/<(?:object|embed|applet)\b/i, "An embedded object"],
  [/<style\b/i, "A style sheet"],
  [/<svg\b/i, "An SVG drawing"],
];

const PLAYERS = ["iframe", "video", "audio"] as const;

/**
 * Makes links of players and frames, and tells of what articles don't hold: it stays in the source and isn't shown.
 * @returns the HTML with the links
 */
export function settleLost(html: string, place: string, tell: Tell): string {
  for (const [pattern, what] of LOST) if (pattern.test(html)) tell("dropped", place, `${what} isn't shown: articles hold none.`);
  let result = html;
  for (const name of PLAYERS) {
    if (!result.includes(`<${name}`)) continue;
    result = replaceBetween(
      result,
      new RegExp(`<${name}(?=[\\s>])[^<>]{0,3000}>`),
      new RegExp(`</${name}>`),
      (opening, inner) => {
        const written = attributesOf(opening).src ?? attributesOf(/<source\b[^<>]{0,2000}>/i.exec(inner)?.[0] ?? "").src ?? "";
        const address = decodeEntities(written).replace(/^\/\//, "https://");
        if (!/^(?:https?:\/\/|\/)/.test(address)) {
          tell("dropped", place, `What a frame shows (${name}) doesn't come along.`);
          return "";
        }
        tell("changed", place, `What a frame shows (${name}) has become a link to ${address}.`);
        return `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
      },
    );
  }
  return result;
}
