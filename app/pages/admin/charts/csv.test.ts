import { describe, expect, it } from "vitest";
import { csvOf } from "./export-menu.tsx";

describe("comma-separated values", () => {
  it("have a header, one line for each row, and CRLF at the end of each line, the last too", () => {
    const rows = [
      { path: "/", views: 12, rate: -3.5, live: true },
      { path: "/about", views: 0, rate: 0, live: false },
    ];
    expect(csvOf(rows)).toBe("path,views,rate,live\r\n/,12,-3.5,true\r\n/about,0,0,false\r\n");
  });

  it.each([
    ["a comma", "Berlin, Germany", '"Berlin, Germany"'],
    ["quotes", 'The "lark"', '"The ""lark"""'],
    ["a line break", "two\nlines", '"two\nlines"'],
    ["CRLF", "two\r\nlines", '"two\r\nlines"'],
    ["letters of every kind", "Größe – 鳥", "Größe – 鳥"],
    ["nothing", null, ""],
    ["spaces", " kept ", " kept "],
  ])("write %s so that it can be read back", (_, title, text) => {
    expect(csvOf([{ title, views: 1 }])).toBe(`title,views\r\n${text},1\r\n`);
  });

  it.each([
    ["=1+1", "'=1+1"],
    ["+49 30", "'+49 30"],
    ["-2", "'-2"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\tcell", "'\tcell"],
    ["\rcell", `"'\rcell"`],
    ['=HYPERLINK("http://x.example","y")', `"'=HYPERLINK(""http://x.example"",""y"")"`],
  ])("never pass %j to a spreadsheet as a formula", (term, text) => {
    expect(csvOf([{ term, searches: -2 }])).toBe(`term,searches\r\n${text},-2\r\n`);
  });

  it("are empty without rows and without byte order mark", () => {
    expect(csvOf([])).toBe("");
    expect(csvOf([{ path: "/" }]).charCodeAt(0)).toBe("p".charCodeAt(0));
  });
});
