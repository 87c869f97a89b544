import { describe, expect, it } from "vitest";
import { indexFrom, patternOf, rangesOf, replaced, type SearchTerms } from "./matches.ts";

const find = (text: string, sought: Partial<SearchTerms>) => {
  const pattern = patternOf({ text: "", matchCase: false, wholeWord: false, ...sought });
  return pattern ? rangesOf(text, pattern).map(({ from, to }) => text.slice(from, to)) : [];
};

describe("what is found", () => {
  it("ignores case, unless the option says otherwise", () => {
    expect(find("Lark, lark, LARK", { text: "lark" })).toEqual(["Lark", "lark", "LARK"]);
    expect(find("Lark, lark, LARK", { text: "lark", matchCase: true })).toEqual(["lark"]);
  });

  it("is a whole word if the option says so, in any alphabet", () => {
    expect(find("lark larks skylark über überall", { text: "lark", wholeWord: true })).toEqual(["lark"]);
    expect(find("über überall", { text: "über", wholeWord: true })).toEqual(["über"]);
    expect(find("C++ and C", { text: "C++", wholeWord: true })).toEqual(["C++"]);
  });

  it("is taken literally, with any white space between its words", () => {
    expect(find("a.b axb (x) [y]", { text: "a.b" })).toEqual(["a.b"]);
    expect(find("(x)", { text: "(x)" })).toEqual(["(x)"]);
    expect(find("a\nb", { text: "a b" })).toEqual(["a\nb"]);
    expect(find("anything", { text: "" })).toEqual([]);
  });

  it("doesn't overlap, and is counted up to a limit", () => {
    expect(find("aaaa", { text: "aa" })).toEqual(["aa", "aa"]);
    expect(rangesOf("aaaa", /a/gu, 2)).toHaveLength(2);
  });

  it("starts at the cursor and wraps around after the last match", () => {
    const found = rangesOf("a b a b a", /a/gu);
    expect([0, 1, 5, 9].map((at) => indexFrom(found, at))).toEqual([0, 1, 2, 0]);
    expect(indexFrom([], 0)).toBe(-1);
  });

  it("is replaced everywhere at once", () => {
    const text = "one two one";
    expect(replaced(text, rangesOf(text, /one/gu), "$& 1")).toBe("$& 1 two $& 1");
    expect(replaced(text, [], "x")).toBe(text);
  });
});
