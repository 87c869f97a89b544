import { expect, it } from "vitest";
import { lessonOf, weightAt } from "./weight.ts";

const at = (iso: string) => weightAt(new Date(iso));

it("doubles with every half-year", () => {
  expect(at("2026-01-01T00:00:00Z")).toBe(1);
  expect(at("2026-07-02T15:00:00Z")).toBe(2);
  expect(at("2027-01-01T06:00:00Z")).toBe(4);
  expect(at("2020-01-01T00:00:00Z")).toBeGreaterThan(0);
});

it("adds up exactly for many years", () => {
  const weights = Array.from({ length: 2000 }, (_, day) => weightAt(new Date(Date.UTC(2026, 0, 1 + 3 * day))));
  const before = weights.reduce((sum, weight) => sum + weight, 0);
  const [first = 0, ...rest] = weights;
  expect(rest.reduceRight((sum, weight) => sum - weight, before)).toBe(first);
});

it("takes what was rejected without the mark for half a lesson about spam", () => {
  const time = new Date("2026-07-02T15:00:00Z");
  expect(lessonOf("good", time)).toEqual({ kind: "good", weight: 2 });
  expect(lessonOf("spam", time)).toEqual({ kind: "spam", weight: 2 });
  expect(lessonOf("rejected", time)).toEqual({ kind: "spam", weight: 1 });
});
