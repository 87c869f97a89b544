import { expect, it } from "vitest";
import { BLOCK_PROMPTS, type BlockPrompts } from "./blocks/editor-block.ts";
import { matchingItems, slashItems } from "./slash-menu.tsx";

const prompts = Object.fromEntries(BLOCK_PROMPTS.map((name) => [name, () => {}])) as BlockPrompts;
const items = slashItems({ link() {}, picture() {}, embed() {}, ...prompts });
const named = (query: string) => matchingItems(items, query).map(({ label }) => label);

it("offers everything that can be put into an article", () => {
  expect(named("")).toEqual([
    ...["Quote", "Heading 2", "Heading 3", "Heading 4", "Bullet list", "Numbered list", "Code block"],
    ...["Image", "Table", "Divider"],
    ...["Callout", "Toggle", "Gallery", "Bookmark", "Audio", "Video", "File", "Formula", "Diagram"],
    ...["Footnote", "Embed", "Link to a post"],
  ]);
});

it("finds by the beginning of a word, own names first", () => {
  expect(named("h3")).toEqual(["Heading 3"]);
  expect(named("li")).toEqual(["Link to a post", "Bullet list", "Numbered list", "Divider", "Bookmark"]);
  expect(named("divider")).toEqual(["Divider"]);
  expect(named("YouTube")).toEqual(["Embed"]);
  expect(named("xyz")).toEqual([]);
});
