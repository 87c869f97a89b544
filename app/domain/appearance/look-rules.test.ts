import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { FONT_PAIR_NAMES } from "./font-rules.ts";
import { lookStyles, SHIPPED_LOOK } from "./look-rules.ts";

const BRAND = {
  ...SHIPPED_LOOK,
  accent: { light: "#006b5b", dark: "#7fd6c2" },
  paper: { light: "#f4f9f2", dark: "#101614" },
  cards: "tinted",
  width: "wide",
  sign: "none",
  hero: "plain",
} as const;

test.each(FONT_PAIR_NAMES)("an article weighs 1 kB more at most, with the fonts %s", (fonts) => {
  const { all } = lookStyles({ ...BRAND, fonts });
  expect(brotliCompressSync(all).length).toBeLessThan(900);
});

test("each part of a look says something of its own, and nothing where it is as shipped", () => {
  expect(lookStyles({ ...SHIPPED_LOOK, width: "narrow" })).toEqual({ all: ".story.story{--measure:36rem}", home: "" });
  expect(lookStyles({ ...SHIPPED_LOOK, cards: "framed" })).toEqual({ all: expect.stringContaining(".card"), home: "" });
  const nameless = lookStyles({ ...SHIPPED_LOOK, sign: "none" });
  expect(nameless.all).toContain(".brand-mark");
  expect(nameless.home).toContain(".lark");
  expect(lookStyles({ ...SHIPPED_LOOK, hero: "plain" })).toMatchObject({ all: "", home: expect.stringContaining(".horizon") });
  const { all, home } = lookStyles({ ...SHIPPED_LOOK, accent: BRAND.accent });
  expect(all).toMatch(/^:root:root\{--dawn:light-dark\(#006b5b,#7fd6c2\)\}\.button-solid\{/);
  expect(home).toMatch(/^\.hero\{/);
  expect(lookStyles({ ...SHIPPED_LOOK, fonts: "bitter" }).all).not.toContain("--sans");
});
