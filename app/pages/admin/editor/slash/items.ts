import type { Editor } from "@tiptap/core";
import { type Action, actionGroups } from "../rich/actions.ts";
import { insertFootnote } from "../rich/note-tools.tsx";

/** What the menu of "/" offers: `words` are other names under which it is found. */
export type SlashItem = { name: string; sign: Action["sign"]; words: string; run(editor: Editor): void };

/** What asks something first. */
export type Asking = { link(): void; picture(): void; embed(): void };

const WORDS: Record<string, string> = {
  "Heading 2": "h2 title section",
  "Heading 3": "h3 title section",
  "Heading 4": "h4 title section",
  "Bullet list": "ul unordered points",
  "Numbered list": "ol ordered steps",
  Quote: "blockquote citation",
  "Code block": "pre program",
  Table: "rows columns grid",
  Picture: "image photo media upload",
  Line: "divider rule hr separator",
};

/** The menu's items in their order. */
export function slashItems(asking: Asking): SlashItem[] {
  const actions = actionGroups(asking).flat();
  const usual = Object.entries(WORDS).flatMap(([name, words]): SlashItem[] => {
    const action = actions.find((one) => one.name === name);
    return action ? [{ name, words, sign: action.sign, run: action.run }] : [];
  });
  return [
    ...usual,
    { name: "Footnote", sign: "footnote", words: "note reference annotation", run: insertFootnote },
    { name: "Embed", sign: "embed", words: "video youtube vimeo spotify soundcloud codepen music audio", run: asking.embed },
    { name: "Link to a post", sign: "link", words: "url address own article internal", run: asking.link },
  ];
}

/** The items whose name, or another name for it, begins with what was typed; by their own names first. */
export function matchingItems(items: readonly SlashItem[], query: string): SlashItem[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return [...items];
  const rank = ({ name, words }: SlashItem) => {
    const own = name.toLowerCase();
    if (own.startsWith(wanted)) return 0;
    if (own.split(" ").some((word) => word.startsWith(wanted))) return 1;
    return words.split(" ").some((word) => word.startsWith(wanted)) ? 2 : 3;
  };
  return items.filter((item) => rank(item) < 3).sort((a, b) => rank(a) - rank(b));
}
