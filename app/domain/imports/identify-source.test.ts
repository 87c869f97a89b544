import { describe, expect, test } from "vitest";
import { nameNewSource, recognizeSource } from "./identify-source.ts";
import type { SharedSource } from "./sources.sql.ts";

const found = (source: string, counts: Partial<SharedSource>): SharedSource => ({
  source,
  top: "",
  shared: 10,
  agreeing: 0,
  dated: 0,
  undated: 0,
  ...counts,
});

describe("a blog", () => {
  test("is the earlier one with the most posts that agree", () => {
    const [a, b] = [found("ghost:a", { agreeing: 6, dated: 6 }), found("ghost:b", { agreeing: 9, dated: 2 })];
    expect(recognizeSource([a, b], "ghost:somewhere", 12)).toBe(b);
    expect(recognizeSource([b, a], "ghost:somewhere", 12)).toBe(b);
    expect(recognizeSource([], "ghost:somewhere", 12)).toBeUndefined();
  });

  test("is no earlier one where no more than half of the shared posts agree", () => {
    expect(recognizeSource([found("ghost:a", { agreeing: 5, dated: 4 })], "ghost:a", 10)).toBeUndefined();
    expect(recognizeSource([found("ghost:a", { agreeing: 6, dated: 1 })], "ghost:a", 10)?.source).toBe("ghost:a");
  });

  test("isn't recognized by one or two common titles alone", () => {
    const common = { shared: 2, agreeing: 2 };
    expect(recognizeSource([found("markdown:a", common)], "markdown", 40)).toBeUndefined();
    expect(recognizeSource([found("markdown:a", common)], "markdown", 2)).toBeUndefined();
    expect(recognizeSource([found("markdown:a", { ...common, undated: 2 })], "markdown", 40)).toBeUndefined();
    expect(recognizeSource([found("markdown:a", { ...common, undated: 2 })], "markdown", 3)?.source).toBe("markdown:a");
    expect(recognizeSource([found("markdown:a", { shared: 3, agreeing: 3 })], "markdown", 40)?.source).toBe("markdown:a");
  });
});

describe("a new blog's name", () => {
  test("is its host's, unless posts of that name contradict it", () => {
    expect(nameNewSource([], "wordpress:old.example", "id")).toBe("wordpress:old.example");
    expect(nameNewSource([found("wordpress:other", {})], "wordpress:old.example", "id")).toBe("wordpress:old.example");
    expect(nameNewSource([found("wordpress:old.example", {})], "wordpress:old.example", "id")).toBe("wordpress:id");
  });

  test("belongs to the import where the host isn't known", () => {
    expect(nameNewSource([], "ghost:somewhere", "id")).toBe("ghost:id");
    expect(nameNewSource([], "markdown", "id")).toBe("markdown:id");
    expect(nameNewSource([], "ghost:127.0.0.1:2368", "id")).toBe("ghost:127.0.0.1:2368");
  });
});
