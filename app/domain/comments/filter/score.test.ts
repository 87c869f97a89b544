import { expect, it } from "vitest";
import { scoreFeatures } from "./score.ts";

const counts = new Map([
  ["word:pills", { good: 0, spam: 30 }],
  ["word:cheap", { good: 2, spam: 20 }],
  ["word:thanks", { good: 40, spam: 0 }],
  ["word:the", { good: 50, spam: 50 }],
  ["word:once", { good: 0, spam: 1 }],
]);
const lessons = { good: 60, spam: 60 };

it("says how much a comment is like spam, and by what", () => {
  const spam = scoreFeatures(["word:pills", "word:the", "word:cheap"], counts, lessons);
  expect(spam.score).toBeGreaterThan(0.95);
  expect(spam.telling).toEqual(["word:pills", "word:cheap"]);
  const good = scoreFeatures(["word:thanks", "word:the"], counts, lessons);
  expect(good.score).toBeLessThan(0.1);
  expect(good.telling).toEqual([]);
});

it("is undecided about what it doesn't know, and about what is equally frequent in both", () => {
  expect(scoreFeatures(["word:new"], counts, lessons)).toEqual({ score: 0.5, telling: [] });
  expect(scoreFeatures(["word:the"], counts, lessons)).toEqual({ score: 0.5, telling: [] });
  expect(scoreFeatures([], new Map(), { good: 0, spam: 0 })).toEqual({ score: 0.5, telling: [] });
});

it("counts shares, not numbers: a hundred good ones don't outweigh ten of spam", () => {
  const rare = new Map([["word:pills", { good: 5, spam: 5 }]]);
  expect(scoreFeatures(["word:pills"], rare, { good: 1000, spam: 10 }).score).toBeGreaterThan(0.9);
});

it("believes what it has seen often more than what it has seen once", () => {
  const { score: once } = scoreFeatures(["word:once"], counts, lessons);
  const { score: often } = scoreFeatures(["word:pills"], counts, lessons);
  expect(once).toBeGreaterThan(0.5);
  expect(often).toBeGreaterThan(once);
});

it("gives the same score in any order, and a score for texts of any length", () => {
  const all = [...counts.keys()];
  expect(scoreFeatures([...all].reverse(), counts, lessons).score).toBeCloseTo(scoreFeatures(all, counts, lessons).score, 12);
  const many = new Map(Array.from({ length: 5000 }, (_, n) => [`word:${n}`, { good: 0, spam: 60 }]));
  expect(scoreFeatures([...many.keys()], many, lessons).score).toBe(1);
});
