import { expect, test } from "vitest";
import { FINDINGS_MAX } from "./import-rules.ts";
import { byWeight, createReport, groupOf, Notes } from "./report.ts";

test.each([
  ["The image https://old.example/a.jpg answers with 404.", "The image … answers with …"],
  ["/about/ doesn’t lead to /story/about: there is a page.", "… doesn’t lead to …: there is a page."],
  ["Another post has the slug “a-lark”; it has “a-lark-2” here.", "Another post has the slug …; it has … here."],
  ["Posts have one category here: “Birds”, “Morning” became tags.", "Posts have one category here: … became tags."],
  ["A comment has more than 5000 characters and was cut.", "A comment has more than … characters and was cut."],
  ["The shortcode [gallery] isn’t supported and stays as text.", "The shortcode [gallery] isn’t supported and stays as text."],
])("%s is grouped as: %s", (sentence, group) => {
  expect(groupOf(sentence)).toBe(group);
});

test("findings of one kind are counted together, what was dropped comes first", () => {
  const { report, add } = createReport();
  const notes = new Notes();
  for (let n = 0; n < 3; n++) notes.report("changed", `item ${n}`, `The date “${n}” can’t be read.`);
  notes.report("dropped", "item 7", "A script isn’t shown.");
  notes.report("kept", "item 8", "It is in the trash here.");
  add(notes);
  expect(report.groups.toSorted(byWeight)).toEqual([
    { severity: "dropped", sentence: "A script isn’t shown.", count: 1 },
    { severity: "changed", sentence: "The date … can’t be read.", count: 3 },
    { severity: "kept", sentence: "It is in the trash here.", count: 1 },
  ]);
});

test("one frequent kind doesn't push the others out", () => {
  const { report, add } = createReport();
  const notes = new Notes();
  for (let n = 0; n < 5000; n++) notes.report("changed", `item ${n}`, "A shortcode stays as text.");
  notes.report("dropped", "item 9000", "Its text can’t be read.");
  add(notes);
  expect(report.found).toEqual({ dropped: 1, changed: 5000, kept: 0 });
  expect(report.findings.length).toBe(FINDINGS_MAX.group + 1);
  expect(report.findings.at(-1)?.place).toBe("item 9000");
  expect(report.groups.map(({ count }) => count)).toEqual([5000, 1]);
});

test("so many kinds that they can't all be listed are still counted", () => {
  const { report, add } = createReport();
  const notes = new Notes();
  const letters = (n: number) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26));
  for (let n = 0; n < FINDINGS_MAX.groups + 50; n++) notes.report("changed", "item", `Kind ${letters(n)}.`);
  add(notes);
  expect(report.groups.length).toBe(FINDINGS_MAX.groups + 1);
  expect(report.groups.at(-1)).toEqual({ severity: "changed", sentence: "More findings of other kinds.", count: 50 });
});

test("after an interruption it goes on counting", () => {
  const first = createReport();
  const notes = (n: number) => {
    const one = new Notes();
    one.report("changed", `item ${n}`, `The date “${n}” can’t be read.`);
    return one;
  };
  first.add(notes(1));
  const second = createReport(structuredClone(first.report));
  second.add(notes(1));
  second.add(notes(2));
  expect(second.report.groups).toEqual([{ severity: "changed", sentence: "The date … can’t be read.", count: 2 }]);
});
