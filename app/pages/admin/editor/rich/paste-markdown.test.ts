import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { isMarkdown, paragraphsOf } from "./paste-markdown.ts";

test.each([
  ["a heading", "# Larks\n\nThey sing."],
  ["a heading in the middle", "They sing.\n\n## When\n\nAt dawn."],
  ["a heading alone", "## When"],
  ["a list", "To do:\n\n- boots\n- a map"],
  ["a loose list", "* boots\n\n* a map"],
  ["steps", "1. Get up.\n2. Go out."],
  ["a quote", "> All is well."],
  ["fenced code", "Try this:\n\n```js\nfly();\n```\n"],
  ["a formula", "It is\n\n\\[\nx^2\n\\]"],
  ["a table", "| Hour | Light |\n| --- | :-: |\n| 6 | gray |"],
])("%s is Markdown", (_, text) => {
  expect(isMarkdown(text)).toBe(true);
});

test.each([
  ["a sentence", "The first light is quiet."],
  ["paragraphs", "One.\n\nTwo.\nThree."],
  ["a dialogue", "- Who is there?\n\nNobody said a word."],
  ["a Python program", "import os\n# the folder\nprint(os.getcwd())\n# the end\nprint(1)"],
  ["a C program", "#include <stdio.h>\n\nint main() { return 0; }"],
  ["a number at the start", "1999. What a year!\nI was nine."],
  ["hashtags", "#larks #dawn\n\n#wheat"],
  ["a sum", "1 - 2 * 3 + 4\n5 | 6"],
  ["a signature", "Yours,\nAda\n--\nSkylark Ltd."],
])("%s isn't", (_, text) => {
  expect(isMarkdown(text)).toBe(false);
});

test("plain text is paragraphs with lines", () => {
  expect(paragraphsOf("\nRoses are red\nViolets are blue\n \n\nSugar is sweet\n  And so are you\n")).toEqual([
    ["Roses are red", "Violets are blue"],
    ["Sugar is sweet", "  And so are you"],
  ]);
});

test("real documents are, and a long line of marks takes no time", async () => {
  for (const file of ["README.md", "CHANGELOG.md", "docs/ARCHITECTURE.md"])
    expect(isMarkdown(await readFile(file, "utf8"))).toBe(true);
  for (const text of ["| ".repeat(100_000), "```\n".repeat(1).padEnd(200_000, "`x\n"), `- ${" ".repeat(200_000)}`]) {
    expect(isMarkdown(text)).toBe(false);
  }
});
