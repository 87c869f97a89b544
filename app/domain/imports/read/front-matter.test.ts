import { expect, test } from "vitest";
import { FrontMatterError, readFrontMatter, splitFrontMatter } from "./front-matter.ts";
import { parseMoment } from "./markdown/parse-moment.ts";

const fieldsOf = (text: string) => readFrontMatter(text).fields;

test("TOML between +++ is read, with its dates as they are written", () => {
  const text =
    "+++\ntitle = 'My First Post'\ndate = 2024-01-14T07:07:07+01:00\ndraft = true\ntags = ['a', 'b']\n[extra]\nfield = 1979-05-27\n+++\nText";
  expect(readFrontMatter(text)).toMatchObject({ kind: "toml", body: "Text", doubt: null });
  expect(fieldsOf(text)).toEqual({
    title: "My First Post",
    date: expect.stringMatching(/^2024-01-14T07:07:07(?:\.000)?\+01:00$/),
    draft: true,
    tags: ["a", "b"],
    extra: { field: "1979-05-27" },
  });
});

test("JSON is read in braces at the start, after ---json and before ;;;", () => {
  const fields = { title: "Hello {World}", date: "2013/7/13 20:46:25" };
  const lines = `"title": "Hello {World}",\n"date": "2013/7/13 20:46:25"`;
  for (const text of [
    `{\n${lines}\n}\n\nText`,
    `---json\n{\n${lines}\n}\n---\nText`,
    `${lines}\n;;;\nText`,
    `;;;\n${lines}\n;;;\nText`,
  ])
    expect(readFrontMatter(text)).toMatchObject({ kind: "json", fields, body: expect.stringMatching(/^\n?Text$/) });
});

test("Hexo's fields need no opening line", () => {
  const text =
    'title: "C++: a beginning"\ndate: 2013-05-14 22:31:00\ntags:\n  - Light\n  - Sky\ncategories: Birds\n---\n\nText\n';
  expect(readFrontMatter(text)).toMatchObject({
    fields: { title: "C++: a beginning", tags: ["Light", "Sky"], categories: "Birds" },
    body: "\nText\n",
  });
});

test("an ordinary text isn't taken for fields", () => {
  for (const text of [
    "Note: this is a text\n---\nand more",
    "Title: of a kind\n\nWords that go on.\n\n---\nand more",
    "title: of a text that goes on\nwith another line.\n---\nand more",
    "---\n\nA text that begins with a rule.\n",
    '{"quoted" words in braces} and more',
    "{{ title }}\n---\n",
  ])
    expect(readFrontMatter(text), text).toMatchObject({ kind: null, fields: {}, body: text });
});

test("YAML that isn't quite right is read line by line", () => {
  const text =
    "---\ntitle: Dawn: a beginning\nauthor: @ada\ntags:\n\t- birds\n\t- early\ndate: 2024-01-02\ndate: 2024-01-03\n---\nText";
  expect(readFrontMatter(text)).toMatchObject({
    doubt: expect.any(String),
    fields: { title: "Dawn: a beginning", author: "@ada", tags: ["birds", "early"], date: "2024-01-03" },
    body: "Text",
  });
});

test("texts that Ruby wrote as !binary are read", () => {
  const { fields } = readFrontMatter("--- \ntitle: !binary |-\n  MjAwOC0wNC0xNSAxNzoxNToxMCArMDEwMA==\n---\nText");
  expect(fields.title).toBe("2008-04-15 17:15:10 +0100");
});

test("front matter that isn't closed, or isn't TOML, is refused", () => {
  expect(() => readFrontMatter("---\ntitle: x\nWords")).toThrow(FrontMatterError);
  expect(() => readFrontMatter("+++\ntitle = \n+++\nWords")).toThrow(/isn’t TOML/);
  expect(() => splitFrontMatter("---\ntitle: a: b\n---\n")).toThrow(/isn’t YAML/);
});

test.each([
  ["2024-01-02", "2024-01-02T00:00:00Z"],
  ["2024-01-02 10:30:05 +0200", "2024-01-02T08:30:05Z"],
  ["2024-01-02T10:30:05.123-05:00", "2024-01-02T15:30:05Z"],
  ["2014-3-1 9:05", "2014-03-01T09:05:00Z"],
  ["2022/07/08 23:59", "2022-07-08T23:59:00Z"],
  ["Jul 08 2022", "2022-07-08T00:00:00Z"],
  ["July 8th, 2022", "2022-07-08T00:00:00Z"],
  ["08 July 2022", "2022-07-08T00:00:00Z"],
  ["Fri, 08 Jul 2022 10:00:00 +0200", "2022-07-08T08:00:00Z"],
  ["Fri Jul 08 2022 10:00:00 GMT+0200 (Central European Summer Time)", "2022-07-08T08:00:00Z"],
  ["8-Jul-2022 3:04 PM", "2022-07-08T15:04:00Z"],
  ["2022年7月8日", "2022-07-08T00:00:00Z"],
  ["07/08/2022", "2022-07-08T00:00:00Z"],
  ["2022-07", "2022-07-01T00:00:00Z"],
])("the date %s is read", (written, expected) => {
  expect(parseMoment(written, "UTC")).toEqual({ at: new Date(expected), zoneName: null });
});

test("dates without a zone are of the blog's, and a zone that is only named is reported", () => {
  expect(parseMoment("2024-07-02 10:00", "America/New_York")?.at).toEqual(new Date("2024-07-02T14:00:00Z"));
  expect(parseMoment("2024-07-02 10:00 PST", "Europe/Berlin")).toEqual({ at: new Date("2024-07-02T10:00:00Z"), zoneName: "PST" });
});

test.each(["2024-02-30", "2024-13-01", "tomorrow", "12:30", "2024-01-02 25:00", "2024-01-02 and more", ""])(
  "%s is no date",
  (written) => {
    expect(parseMoment(written, "UTC")).toBeNull();
  },
);
