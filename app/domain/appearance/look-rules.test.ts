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
  const { first } = lookStyles({ ...BRAND, fonts });
  expect(brotliCompressSync(first).length).toBeLessThan(900);
});

test("each part of a look says something of its own, and nothing where it is as shipped", () => {
  expect(lookStyles({ ...SHIPPED_LOOK, width: "narrow" })).toEqual({ first: ".story.story{--measure:36rem}", rest: "" });
  expect(lookStyles({ ...SHIPPED_LOOK, cards: "framed" }).first).toBe("");
  expect(lookStyles({ ...SHIPPED_LOOK, cards: "framed" }).rest).toContain(".card");
  const nameless = lookStyles({ ...SHIPPED_LOOK, sign: "none" });
  expect(nameless.first).toContain(".brand-mark");
  expect(nameless.rest).toContain(".lark");
  expect(lookStyles({ ...SHIPPED_LOOK, hero: "plain" })).toMatchObject({ first: "", rest: expect.stringContaining(".horizon") });
  const { first, rest } = lookStyles({ ...SHIPPED_LOOK, accent: BRAND.accent });
  expect(first).toMatch(/^:root:root\{--dawn:light-dark\(#006b5b,#7fd6c2\)\}\.button-solid\{/);
  expect(rest).toMatch(/^\.hero\{/);
  expect(lookStyles({ ...SHIPPED_LOOK, fonts: "bitter" }).first).not.toContain("--sans");
});
