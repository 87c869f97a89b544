import { isRightToLeft, language } from "../../../texts/texts.ts";
import type { LookColors } from "../../appearance/color-rules.ts";
import { escapeText, type Node, serialize } from "../../content/markup/tree.ts";
import { directionOf } from "../../settings/direction-rules.ts";
import { PLACEHOLDERS, SHEET_WIDTH } from "./issue-mail.ts";
import { issueStyles, paletteOf } from "./issue-styles.ts";
import { texts } from "./issue-texts.ts";

/** Everything around the text. `preview`: HTML. `home`, `browser`: addresses of the site and of the article. `language`: of the text. */
export type Frame = {
  title: string;
  preview: string;
  siteName: string;
  home: string;
  browser: string | null;
  logo: { src: string; width: number; isSymbol: boolean } | null;
  postalAddress: string;
  language: string;
  colors: LookColors;
};

/** No text contains it, because `safeHtml` escapes brackets. */
export const BLOCK_MARK = "<!--block-->";

const ENTITIES: Record<string, string> = { "[": "&#91;", "{": "&#123;" };

/** Brackets become entities, so that no text is taken for a placeholder, nor by juice for code of a template language. */
const withoutBrackets = (html: string): string => html.replace(/[[{]/g, (sign) => ENTITIES[sign] ?? sign);

export const safeHtml = (nodes: Node[]): string => withoutBrackets(serialize(nodes));

export const safeText = (text: string): string => withoutBrackets(escapeText(text)).replaceAll('"', "&quot;");

const LAYOUT = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

function headOf({ siteName, home, logo }: Frame): string {
  const name = safeText(siteName);
  const alt = logo?.isSymbol ? "" : name;
  const picture = logo && `<img class="logo" src="${safeText(logo.src)}" alt="${alt}" width="${logo.width}" border="0">`;
  const shown = picture ? `${picture}${logo.isSymbol ? ` ${name}` : ""}` : name;
  return `<a href="${safeText(home)}">${shown}</a>`;
}

function footOf(
  { siteName, home, browser, postalAddress }: Frame,
  label: Record<"why" | "choices" | "unsubscribe" | "inBrowser", string>,
): string {
  const links = [
    `<a href="${PLACEHOLDERS.choices}">${safeText(label.choices)}</a>`,
    `<a href="${PLACEHOLDERS.unsubscribe}">${safeText(label.unsubscribe)}</a>`,
    ...(browser ? [`<a href="${safeText(browser)}">${safeText(label.inBrowser)}</a>`] : []),
  ];
  const address = postalAddress.trim() ? `<br>${postalAddress.trim().split(/\r?\n/).map(safeText).join("<br>")}` : "";
  return `<p>${safeText(label.why)}</p>
<p>${links.join(" &nbsp;·&nbsp; ")}</p>
<p><a href="${safeText(home)}">${safeText(siteName)}</a>${address}</p>`;
}

/**
 * In the current language. The text comes between the two parts.
 * @param label of the links at the end
 */
export function frameHtml(frame: Frame, why: string): [before: string, after: string] {
  const direction = isRightToLeft() ? "rtl" : "ltr";
  const ofText = directionOf(frame.language);
  const { ground, sheet } = paletteOf(frame.colors, "light");
  const start = ofText === "rtl" ? "right" : "left";
  const before = `<!doctype html>
<html lang="${language()}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${safeText(frame.title)}</title>
<style>${issueStyles(frame.colors, start)}</style>
</head>
<body bgcolor="${ground}">
<div class="preview">${frame.preview}</div>
<table ${LAYOUT} width="100%" class="ground" bgcolor="${ground}"><tr><td class="around" align="center">
<table ${LAYOUT} width="${SHEET_WIDTH}" class="sheet" bgcolor="${sheet}">
<tr><td class="head" align="${direction === "rtl" ? "right" : "left"}">${headOf(frame)}</td></tr>
<tr><td class="text" align="${start}" lang="${safeText(frame.language)}" dir="${ofText}">`;
  const label = { why, choices: texts.choices, unsubscribe: texts.unsubscribe, inBrowser: texts.inBrowser };
  const after = `</td></tr>
<tr><td class="foot" align="${direction === "rtl" ? "right" : "left"}">${footOf(frame, label)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
  return [before, after];
}

/** Links are on their own lines, so that every mail program recognizes them. */
export function frameText({ siteName, home, browser, postalAddress }: Frame, why: string, body: string): string {
  const blocks = [
    body,
    `-- \n${siteName}\n${home}`,
    ...(postalAddress.trim() ? [postalAddress.trim()] : []),
    why,
    `${texts.choices}:\n${PLACEHOLDERS.choices}`,
    `${texts.unsubscribe}:\n${PLACEHOLDERS.unsubscribe}`,
    ...(browser ? [`${texts.inBrowser}:\n${browser}`] : []),
  ];
  return `${blocks.join("\n\n")}\n`;
}
