import type { Node } from "@tiptap/pm/model";
import { describe, expect, it } from "vitest";
import { referencesOf } from "./places.ts";
import { articleSchema } from "./schema.ts";

const note = (said: string, shared: string | null = null) => ({ type: "footnote", attrs: { note: said, shared } });
const paragraph = (...content: object[]) => ({ type: "paragraph", content });
const words = (text: string) => ({ type: "text", text });
const article = (...content: object[]): Node => articleSchema().nodeFromJSON({ type: "doc", content });

const numbers = (doc: Node) => referencesOf(doc).map(({ number, use }) => `${number}.${use}`);

describe("references to footnotes", () => {
  it("are numbered in the order of the text, wherever they are", () => {
    const list = { type: "bulletList", content: [{ type: "listItem", content: [paragraph(words("x"), note("two"))] }] };
    const doc = article(paragraph(words("a"), note("one")), list, paragraph(note("three")));
    expect(numbers(doc)).toEqual(["1.1", "2.1", "3.1"]);
    for (const { at, node } of referencesOf(doc)) expect(doc.nodeAt(at)).toBe(node);
  });

  it("share a number where they share a note, as readers see it", () => {
    const doc = article(
      paragraph(note("one", "fn-1"), note("two")),
      paragraph(note("one", "fn-1")),
      paragraph(note("three")),
      paragraph(note("changed", "fn-1")),
    );
    expect(numbers(doc)).toEqual(["1.1", "2.1", "1.2", "3.1", "4.1"]);
  });

  it("move along with the text before them", () => {
    const before = article(paragraph(words("a")), paragraph(words("b"), note("one")));
    const after = before.replace(1, 1, article(paragraph(words("longer "))).slice(1, 8));
    expect(referencesOf(before).map(({ at }) => at)).toEqual([5]);
    expect(referencesOf(after).map(({ at }) => at)).toEqual([12]);
  });
});
