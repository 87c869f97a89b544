import { LinkifyIt } from "linkify-it";
import { escapeHtml } from "../mail/compose-mail.ts";

/** Longer addresses are no addresses. */
const ADDRESS_MAX = 2000;

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, maxLength: ADDRESS_MAX });

/** What is an address of the web in a text, in order. */
const linksIn = (text: string) => (linkify.match(text) ?? []).filter(({ url }) => /^https?:\/\//i.test(url) && URL.canParse(url));

/** How many addresses of the web a text holds. */
export const countLinks = (text: string): number => linksIn(text).length;

/** One paragraph's text with its line breaks and links. */
function inlineHtml(text: string): string {
  let html = "";
  let at = 0;
  for (const { index, lastIndex, text: shown, url } of linksIn(text)) {
    html += escapeHtml(text.slice(at, index));
    html += `<a href="${escapeHtml(url)}" rel="nofollow ugc noopener">${escapeHtml(shown)}</a>`;
    at = lastIndex;
  }
  return (html + escapeHtml(text.slice(at))).replaceAll("\n", "<br>");
}

/**
 * A comment's plain text as HTML that can be shown as it is: an empty line parts paragraphs, a line break stays one, and
 * addresses of the web become links that search engines don't follow.
 */
export const commentHtml = (content: string): string =>
  content
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${inlineHtml(paragraph)}</p>`)
    .join("");
