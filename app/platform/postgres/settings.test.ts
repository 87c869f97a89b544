import { expect, test } from "vitest";
import { sharedBuffers } from "./settings.ts";

const GB = 2 ** 30;

test("shared buffers are a 64th of the memory, from 32 to 128 MB", () => {
  const buffers = [0.5, 1, 2, 4, 8, 24, 512].map((size) => sharedBuffers(size * GB));
  expect(buffers).toEqual(["32MB", "32MB", "32MB", "64MB", "128MB", "128MB", "128MB"]);
});
