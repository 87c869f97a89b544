import type { ArticleBlock, CoreRule, Token } from "./article-block.ts";
import { isElement, type RawElement } from "./tree.ts";

/** GitHub's kinds, with the titles that readers see. */
export const CALLOUTS = {
  note: "Note",
  tip: "Tip",
  important: "Important",
  warning: "Warning",
  caution: "Caution",
} as const;

export type CalloutKind = keyof typeof CALLOUTS;

export const isCalloutKind = (kind: string): kind is CalloutKind => Object.hasOwn(CALLOUTS, kind);
export const calloutClass = (kind: CalloutKind): string => `callout-${kind}`;

/** Null if the classes aren't those of a callout. */
export function calloutKind(classes: string | undefined): CalloutKind | null {
  const kind = /(?:^|\s)callout-([a-z]+)(?:\s|$)/.exec(classes ?? "")?.[1] ?? "";
  return isCalloutKind(kind) ? kind : null;
}

const MARK = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

const markCallouts: CoreRule = (state) => {
  const open: (Token | null)[] = [];
  const kept: Token[] = [];
  for (let at = 0; at < state.tokens.length; at += 1) {
    const token = state.tokens[at] as Token;
    kept.push(token);
    if (token.type === "blockquote_close" && open.pop()) token.tag = "aside";
    if (token.type !== "blockquote_open") continue;
    const text = state.tokens[at + 2];
    const kind = text?.type === "inline" ? MARK.exec(text.content)?.[1]?.toLowerCase() : undefined;
    open.push(text && kind ? token : null);
    if (!text || !kind || !isCalloutKind(kind)) continue;
    token.tag = "aside";
    token.attrs = [["class", calloutClass(kind)]];
    text.content = text.content.replace(MARK, "");
    // A paragraph that had nothing else.
    if (text.content.trim() === "") at += 3;
  }
  state.tokens = kept;
};

function write({ name, attributes, children }: RawElement, blocks: (nodes: RawElement["children"]) => string): string | null {
  const kind = name === "aside" && Object.keys(attributes).length === 1 ? calloutKind(attributes.class) : null;
  if (!kind) return null;
  const first = children.find((child) => typeof child !== "string" || child.trim() !== "");
  const isText = typeof first === "string" || (typeof first === "object" && isElement(first) && first.name === "p");
  const inside = blocks(children);
  const text = `[!${kind.toUpperCase()}]${inside === "" ? "" : isText ? `\n${inside}` : `\n\n${inside}`}`;
  return text.replace(/^/gm, "> ").replace(/^> $/gm, ">");
}

/** `> [!NOTE]` in Markdown, `<aside class="callout-note">` in HTML. */
export const callouts: ArticleBlock = {
  attributes: { aside: [] },
  classes: { aside: Object.keys(CALLOUTS).map((kind) => `callout-${kind}`) },
  write: (element, { blocks }) => write(element, blocks),
  teach: ({ core }) => core.ruler.after("block", "callouts", markCallouts),
};
