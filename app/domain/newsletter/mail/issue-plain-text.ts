import { compile } from "html-to-text";
import { type Node, serialize } from "../../content/markup/tree.ts";
import { PLACEHOLDERS } from "./issue-mail.ts";

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];

const LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

const convert = compile({
  wordwrap: false,
  formatters: {
    alternative: ({ attribs }, _, builder) => {
      if (attribs.alt) builder.addInline(`(${attribs.alt})`);
    },
  },
  selectors: [
    { selector: "a", options: { linkBrackets: ["<", ">"], hideLinkHrefIfSameAsText: true } },
    { selector: "a.sign", format: "anchor", options: { ignoreHref: true } },
    { selector: "a.picture", format: "anchor", options: { ignoreHref: true } },
    { selector: "img", format: "alternative" },
    ...["td.gallery", "dt", "dd"].map((selector) => ({ selector, format: "block", options: LINE })),
    { selector: "table.data", format: "dataTable", options: { uppercaseHeaderCells: false, maxColumnWidth: 40 } },
    { selector: "ul", options: { itemPrefix: "- " } },
    ...HEADINGS.map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/** @param nodes with tables and addresses as an email has them @returns without anything that `addressIssue` would replace */
export function issuePlainText(nodes: Node[]): string {
  let text = convert(serialize(nodes)).trim();
  for (const placeholder of Object.values(PLACEHOLDERS)) text = text.replaceAll(placeholder, `[ ${placeholder.slice(1)}`);
  return text;
}
