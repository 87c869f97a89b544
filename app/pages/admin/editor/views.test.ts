import { describe, expect, it } from "vitest";
import { statisticsOf } from "./statistics.tsx";
import { lossBetween } from "./views.ts";

describe("what a conversion loses", () => {
  it("is nothing when only the writing differs", () => {
    expect(
      lossBetween(
        '<p>a <b>b</b></p>\n<td style="text-align: right">c</td>',
        '<p>a <strong>b</strong></p><td align="right">c</td>',
      ),
    ).toEqual([]);
    expect(lossBetween("<li>one</li>", "<li><p>one</p></li>")).toEqual([]);
  });

  it("names elements, attributes and comments, and counts them", () => {
    const before =
      '<details><summary>a</summary>b</details><p style="color:red" class="x">c</p><p style="color:blue">d</p><!-- note -->';
    expect(lossBetween(before, "<p>a</p><p>b</p><p>c</p><p>d</p>")).toEqual([
      { what: "folding section <details>", count: 1 },
      { what: "<summary>", count: 1 },
      { what: "style on <p>", count: 2 },
      { what: "class on <p>", count: 1 },
      { what: "HTML comment", count: 1 },
    ]);
  });

  it("notices blocks that left the one around them", () => {
    const list = "<ol><li><h3>Step</h3><p>text</p></li></ol>";
    expect(lossBetween(list, "<ol><li></li></ol><h3>Step</h3><p>text</p>")).toEqual([{ what: "<h3> within <li>", count: 1 }]);
    expect(lossBetween(list, "<ol>\n<li><div><h3>Step</h3>text</div></li></ol>")).toEqual([]);
  });

  it("distinguishes a changed attribute from an unchanged one", () => {
    expect(lossBetween('<a href="/a">x</a>', '<a href="/b">x</a>')).toEqual([{ what: "href on <a>", count: 1 }]);
  });

  it("notices words that went, and words that changed", () => {
    expect(lossBetween("<p>one two three</p>", "<p>one</p>")).toEqual([{ what: "word", count: 2 }]);
    expect(lossBetween("<p>one</p>", "<p>two</p>")).toEqual([{ what: "text", count: 1 }]);
  });
});

describe("statistics", () => {
  it("count words, characters and minutes, rounded up", () => {
    expect(statisticsOf("")).toEqual({ words: 0, characters: 0, minutes: 0 });
    expect(statisticsOf("<p>Two words</p><p>– more</p>")).toEqual({ words: 3, characters: 16, minutes: 1 });
    expect(statisticsOf(`<p>${"word ".repeat(201)}</p>`).minutes).toBe(2);
    expect(statisticsOf(`<p>${"我今天非常开心。".repeat(550)}</p>`)).toEqual({ words: 3850, characters: 4400, minutes: 9 });
  });
});
