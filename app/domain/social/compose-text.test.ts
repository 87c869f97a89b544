import { describe, expect, it } from "vitest";
import { fitTitle } from "./compose-text.ts";

const BOX = { width: 532, height: 332 };
const height = ({ lines, size, lineHeight }: ReturnType<typeof fitTitle>) => lines.length * size * lineHeight;

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
