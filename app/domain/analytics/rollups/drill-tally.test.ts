import { expect, test } from "vitest";
import { addPacked, PAGE_FIGURES, packed, singleDrill, type Tally, VALUE_FIGURES } from "./drill-tally.ts";

const unpacked = (bytes: Uint8Array, width: number) => {
  const tally: Tally = new Map();
  addPacked(tally, bytes, width);
  return tally;
};

test("a list comes back as it was packed, whatever its numbers", () => {
  const values: Tally = new Map([
    [70_000, [1, 1, 1]],
    [0, [3, 2, 9]],
    [1, [5_000_000_000, 4_000_000_000, 6_000_000_000]],
    [128, [128, 127, 128]],
  ]);
  expect(unpacked(packed(values, VALUE_FIGURES), VALUE_FIGURES)).toEqual(values);
  const pages: Tally = new Map([
    [5, [1, 1, 1, 0, 1, 0, 0]],
    [6, [2, 1, 4, 1, 0, 1, 16_384]],
  ]);
  expect(unpacked(packed(pages, PAGE_FIGURES), PAGE_FIGURES)).toEqual(pages);
  expect(unpacked(packed(new Map(), VALUE_FIGURES), VALUE_FIGURES)).toEqual(new Map());
});

test("what is usual takes two bytes", () => {
  const tally: Tally = new Map(Array.from({ length: 100 }, (_, id) => [id + 1, [1, 1, 1]]));
  expect(packed(tally, VALUE_FIGURES)).toHaveLength(200);
});

test("days are added up number by number, and what stands behind the figures isn't packed", () => {
  const tally: Tally = new Map();
  const days: Tally[] = [
    new Map([[1, [1, 1, 2, 77]]]),
    new Map([
      [1, [2, 1, 2, 78]],
      [4, [1, 1, 1, 79]],
    ]),
  ];
  for (const day of days) addPacked(tally, packed(day, VALUE_FIGURES), VALUE_FIGURES);
  expect(tally).toEqual(
    new Map([
      [1, [3, 2, 4]],
      [4, [1, 1, 1]],
    ]),
  );
});

test("one thing alone is looked into by its rollups", () => {
  expect(singleDrill({ country: "Japan" })).toEqual({ drill: "country", value: "Japan" });
  expect(singleDrill({ page: "/", source: undefined })).toEqual({ drill: "page", value: "/" });
  expect(singleDrill({ page: "/", source: "Google" })).toBeNull();
  expect(singleDrill({})).toBeNull();
});
