import { expect, test } from "vitest";
import { cutAround } from "./render-social-image.ts";

const FRAME = { width: 560, height: 630 };

test.each([
  ["the middle of a landscape", { x: 0.5, y: 0.5 }, { width: 1600, height: 900 }, { left: 400, top: 0, width: 800, height: 900 }],
  ["its left edge", { x: 0.1, y: 0.9 }, { width: 1600, height: 900 }, { left: 0, top: 0, width: 800, height: 900 }],
  ["its right edge", { x: 1, y: 0 }, { width: 1600, height: 900 }, { left: 800, top: 0, width: 800, height: 900 }],
  ["the foot of a portrait", { x: 0.5, y: 0.9 }, { width: 560, height: 1260 }, { left: 0, top: 630, width: 560, height: 630 }],
  ["one pixel", { x: 0.3, y: 0.3 }, { width: 1, height: 1 }, { left: 0, top: 0, width: 1, height: 1 }],
])("cuts around %s", (_, focus, picture, part) => {
  expect(cutAround(focus, picture, FRAME)).toEqual(part);
});

test("never leaves the picture, whatever its shape", () => {
  for (const [width, height] of [
    [7, 2560],
    [2560, 7],
    [561, 630],
    [333, 777],
  ] as const) {
    for (const x of [0, 0.33, 1]) {
      const part = cutAround({ x, y: 1 - x }, { width, height }, FRAME);
      expect([part.left + part.width <= width, part.top + part.height <= height, part.left >= 0, part.top >= 0]).not.toContain(
        false,
      );
    }
  }
});
