import { expect, test } from "vitest";
import { DEFAULT_LOOK, look } from "./appearance.ts";
import { findColorProblems } from "./color-rules.ts";
import { READY_LOOK_NAMES, READY_LOOKS } from "./ready-look-rules.ts";

test.each(READY_LOOK_NAMES)("the look %s can be saved as it is", (name) => {
  const ready = READY_LOOKS[name].look;
  expect(findColorProblems(ready)).toEqual([]);
  expect(look.safeParse(ready).success).toBe(true);
});

test("the first one is the shipped look, and no two are the same", () => {
  const { logo: _, icon: __, picture: ___, ...shipped } = DEFAULT_LOOK;
  expect(READY_LOOKS.dawn.look).toEqual(shipped);
  expect(new Set(READY_LOOK_NAMES.map((name) => JSON.stringify(READY_LOOKS[name].look))).size).toBe(6);
});
