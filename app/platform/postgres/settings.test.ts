import { expect, test } from "vitest";
import { sharedBuffers } from "./settings.ts";

const GB = 2 ** 30;

test("the database keeps a 64th of the memory, within what is modest", () => {
  const buffers = [0.5, 1, 2, 4, 8, 24, 512].map((size) => sharedBuffers(size * GB));
  expect(buffers).toEqual(["32MB", "32MB", "32MB", "64MB", "128MB", "128MB", "128MB"]);
});
