import { describe, expect, test } from "vitest";
import { applyChoices, planOf } from "./apply-choices.ts";
import { type ImportOptions, importOptions } from "./import.ts";
import type { ImportedPost } from "./items.ts";
import { Notes } from "./report.ts";

const post = (values: Partial<ImportedPost> = {}): ImportedPost => ({
  key: "post:1",
  place: "item 1",
  title: "About this blog",
  slug: "about",
  description: "Who writes here, and why they do.",
  excerpt: "",
  content: "<p>Words that are long enough to be an article of this blog, whatever its rules may say about lengths.</p>",
  format: "html",
  status: "published",
  featured: false,
  category: null,
  tags: [],
  author: "ada",
  created_at: new Date("2020-01-02T00:00:00Z"),
  updated_at: null,
  published_at: new Date("2020-01-03T00:00:00Z"),
  first_published_at: null,
  paths: ["/about/"],
  oldSlugs: [],
  featuredImage: null,
  featuredPicture: null,
  featuredAlt: "",
  pictures: [],
  comments: [],
  ...values,
});
function apply(one: ImportedPost, options: Partial<ImportOptions>) {
  const notes = new Notes();
  const chosen = applyChoices(one, importOptions.parse(options), notes.report);
  return { chosen, reported: notes.findings.map(({ severity, sentence }) => `${severity}: ${sentence}`) };
}

describe("a page", () => {
  const page = post({ isPage: true });
  test("stays a page, with its address", () => {
    const { chosen, reported } = apply(page, {});
    expect([chosen, reported]).toEqual([{ ...page, kind: "page", listed: false }, []]);
  });
  test("becomes an article outside lists by choice, with its address", () => {
    const { chosen, reported } = apply(page, { pages: "articles" });
    expect([chosen, reported]).toEqual([{ ...page, listed: false }, []]);
  });
  test("becomes a draft with its date, or is left out, and that is said", () => {
    const drafts = apply(page, { pages: "drafts" });
    expect(drafts.chosen).toMatchObject({ status: "draft", published_at: null, created_at: page.created_at, paths: ["/about/"] });
    expect(drafts.reported).toEqual(["changed: It was a page. Pages become drafts, as chosen."]);
    expect(apply(page, { pages: "skip" })).toEqual({
      chosen: null,
      reported: ["dropped: It was a page. Pages are skipped, as chosen."],
    });
  });
  test("that was a draft stays one, and is outside lists when it is published", () => {
    expect(apply(post({ isPage: true, status: "draft" }), { pages: "drafts" })).toMatchObject({
      chosen: { status: "draft", listed: false },
      reported: [],
    });
  });
  test("needs no category, so it doesn't get the chosen one", () => {
    const category_id = crypto.randomUUID();
    for (const pages of ["pages", "articles", "drafts"] as const)
      expect([pages, apply(page, { category_id, pages }).chosen?.category]).toEqual([pages, null]);
  });
});

test("every status becomes a draft by choice, with the first date that is known", () => {
  for (const status of ["published", "archived", "draft"] as const)
    expect(apply(post({ status }), { status: "drafts" }).chosen).toMatchObject({ status: "draft", published_at: null });
  expect(apply(post({ created_at: null }), { status: "drafts" }).chosen?.created_at).toEqual(new Date("2020-01-03T00:00:00Z"));
});

test("without choices a post is as it was", () => {
  expect(apply(post(), {})).toEqual({ chosen: post(), reported: [] });
});

describe("a plan", () => {
  const now = new Date("2026-01-01T00:00:00Z");
  const draft = (values: Partial<ImportedPost> = {}) =>
    post({ status: "draft", category: "news", plannedAt: new Date("2026-02-03T04:05:06Z"), ...values });
  const plan = (one: ImportedPost) => {
    const notes = new Notes();
    return { at: planOf(one, now, notes.report), reported: notes.findings.map(({ sentence }) => sentence) };
  };
  test("is carried over", () => {
    expect(plan(draft())).toEqual({ at: new Date("2026-02-03T04:05:06Z"), reported: [] });
  });
  test.each([
    ["past", { plannedAt: new Date("2025-12-31T00:00:00Z") }, "“2025-12-31T00:00:00.000Z”, which has passed: it stays a draft."],
    ["too far", { plannedAt: new Date("2031-02-01T00:00:00Z") }, "which is more than 5 years ahead: it stays a draft."],
    ["no category", { category: null }, "and a scheduled post needs a category; choose one for the whole import"],
    ["no text", { content: "" }, "and can’t be published as it is (“"],
  ])("isn't where it can't be carried out: %s", (_, values, sentence) => {
    const { at, reported } = plan(draft(values));
    expect([at, reported.length, reported[0]]).toEqual([null, 1, expect.stringContaining(sentence)]);
  });
  test("is none for a published post, or when all posts become drafts", () => {
    expect(plan(draft({ status: "published" }))).toEqual({ at: null, reported: [] });
    const { chosen } = apply(draft(), { status: "drafts" });
    expect(chosen && plan(chosen)).toEqual({ at: null, reported: [] });
  });
});
