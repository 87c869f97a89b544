import { describe, expect, it } from "vitest";
import { ApiError } from "../../../http/api/client.ts";
import { NOTHING, problemsOf, refusalOf, warningsOf } from "./post-values.ts";

const GOOD = {
  ...NOTHING,
  title: "Dawn",
  slug: "dawn",
  description: "About the first light",
  content: `<p>${"light ".repeat(20)}</p>`,
  category_id: "5f0c1a52-7a6d-4a0f-9b57-0d2f4b9f3c11",
};

describe("what keeps a post from being saved", () => {
  it("is, for a new one, every rule, once for each field", () => {
    expect(problemsOf(NOTHING, true)).toEqual([
      { field: "title", message: "Title is required" },
      { field: "slug", message: "Slug is required" },
      { field: "description", message: "Description must be at least 10 characters" },
      { field: "content", message: "Content must be at least 50 characters" },
      { field: "category_id", message: "Category is required" },
    ]);
    expect(problemsOf(GOOD, true)).toEqual([]);
  });

  it("names the broken rule of title and slug", () => {
    const messages = (values: object) => problemsOf({ ...GOOD, ...values }, true).map(({ message }) => message);
    expect(messages({ title: " ab " })).toEqual(["Title must be at least 3 characters"]);
    expect(messages({ title: "a".repeat(255) })).toEqual(["Title must be less than 255 characters"]);
    expect(messages({ slug: "Not A Slug" })).toEqual(["Slug can only contain lowercase letters, numbers, and hyphens"]);
    expect(messages({ slug: "ab" })).toEqual(["Slug must be at least 3 characters"]);
    expect(messages({ slug: "a".repeat(255) })).toEqual(["Slug must be less than 255 characters"]);
  });

  it("accepts the excerpt in place of the description", () => {
    expect(problemsOf({ ...GOOD, description: "", excerpt: "Long enough, this one" }, true)).toEqual([]);
  });

  it("names the field of what is too long, which an existing post can't be either", () => {
    const values = { ...GOOD, content: "a".repeat(1_000_001), tags: Array.from({ length: 51 }, (_, n) => `tag ${n}`).join() };
    const problems = [
      { field: "content", message: "Content must have at most 1,000,000 characters" },
      { field: "tags", message: "There must be at most 50 tags" },
    ];
    expect(problemsOf(values, true)).toEqual(problems);
    expect(problemsOf(values, false)).toEqual(problems);
    expect(warningsOf(values)).toEqual([]);
    const tooLarge = new ApiError(413, {
      code: "payload_too_large",
      details: [{ field: "body", rule: "must have at most 9 bytes" }],
    });
    expect(refusalOf(tooLarge, "")).toEqual([problems[0]]);
  });

  it("is, for an existing one, a missing title or slug; the rest are warnings", () => {
    const values = { ...GOOD, title: " ", content: "short" };
    expect(problemsOf(values, false)).toEqual([{ field: "title", message: "Title is required" }]);
    expect(warningsOf(values)).toEqual([{ field: "content", message: "Content must be at least 50 characters" }]);
  });
});

describe("what the server refused", () => {
  it("is shown at the fields that it names, or else at the whole post", () => {
    const details = [{ field: "tags.0", rule: "must have at most 100 characters" }];
    expect(refusalOf(new ApiError(400, { code: "invalid_input", details }), "")).toEqual([
      { field: "tags", message: "Each tag must have at most 100 characters" },
    ]);
    expect(refusalOf(new ApiError(409, { code: "23505" }), "")).toEqual([
      { field: "slug", message: "A post with this slug already exists. Please choose a different slug." },
    ]);
    expect(refusalOf(new ApiError(500, null), "It broke")).toEqual([{ field: "", message: "It broke" }]);
  });
});
