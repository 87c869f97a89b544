import { describe, expect, it } from "vitest";
import { composeText, fitTitle } from "./compose-text.ts";
import { socialFonts } from "./fonts.ts";

const BOX = { width: 532, height: 332 };
const height = ({ lines, size, lineHeight }: ReturnType<typeof fitTitle>) => lines.length * size * lineHeight;

const CARD = { title: "", siteName: "Skylark", category: null, author: null, minutes: 4, picture: null };
const INKS = { ink: "#000000", quiet: "#000000", accent: "#000000" };
/** The texts of a card, in the order in which they are drawn. */
const textsOf = (box: unknown): string[] => {
  const { children = [] } = (box as { props: { children?: unknown } }).props;
  return (Array.isArray(children) ? children : [children]).flatMap((child) =>
    typeof child === "string" ? [child.trim()] : textsOf(child),
  );
};

describe("a title in a script that the fonts lack", () => {
  it.each([
    ["كيف تبدأ مدونة", []],
    ["日本語で学ぶ React 入門", []],
    ["学习 React", []],
    ["שלום", []],
    ["สวัสดี", []],
    ["Soup 🍲 for everyone", ["Soup for everyone"]],
    ["Über die Brücke", ["Über die Brücke"]],
    ["Привет", ["Привет"]],
  ])("is left out as a whole: %s", async (title, drawn) => {
    const { drawable } = await socialFonts();
    const texts = textsOf(
      composeText({ ...CARD, title, category: { name: "Career", slug: "career", color: "#123456" } }, INKS, drawable),
    );
    expect(texts.join(" ")).toBe(["Skylark", ...drawn, "Career", "4 min read"].join(" "));
  });

  it("leaves out a name and a category that can be drawn in part alone", async () => {
    const { drawable } = await socialFonts();
    const card = {
      ...CARD,
      title: "Soup",
      siteName: "東京 Notes",
      category: { name: "料理 Food", slug: "food", color: "#123456" },
    };
    expect(textsOf(composeText(card, INKS, drawable)).filter(Boolean)).toEqual(["Soup", "4 min read"]);
  });
});

describe("fitting a title", () => {
  it("sets short titles large and in one line", () => {
    expect(fitTitle("Rain", BOX)).toEqual({ lines: ["Rain"], size: 80, lineHeight: 1.06 });
  });

  it("leaves no word alone in a line for a little size", () => {
    expect(fitTitle("Four Minutes Nobody Notices", BOX).lines).toEqual(["Four Minutes", "Nobody Notices"]);
    expect(fitTitle("The Spreadsheet That Chose the Wrong Flat", BOX).lines).toEqual([
      "The Spreadsheet",
      "That Chose",
      "the Wrong Flat",
    ]);
  });

  it.each([
    "a ".repeat(127).trim(),
    "word ".repeat(50).trim(),
    "On the many uses of a very long title ".repeat(7).slice(0, 254).trim(),
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    "x".repeat(254),
    "Почему дорога домой кажется короче, чем дорога туда",
  ])("fits %s into the box, whole", (title) => {
    const fit = fitTitle(title, BOX);
    expect(height(fit)).toBeLessThanOrEqual(BOX.height);
    expect(fit.lines.join("").replaceAll(" ", "")).toBe(title.replaceAll(" ", ""));
  });

  it("cuts what fits at no size, and says so with dots", () => {
    const fit = fitTitle("W".repeat(254), BOX);
    expect(height(fit)).toBeLessThanOrEqual(BOX.height);
    expect(fit.lines.at(-1)).toMatch(/W…$/);
  });
});
