import { describe, expect, test } from "vitest";
import type { PostHere } from "./imported.sql.ts";
import type { ImportedPost } from "./items.ts";
import { decidePosts, type PostsHere, withOwnKeys } from "./plan-posts.ts";
import { Notes } from "./report.ts";

const post = (key: string, values: Partial<ImportedPost> = {}): ImportedPost => ({
  key,
  place: `item ${key}`,
  title: "A lark",
  slug: "a-lark",
  description: "",
  excerpt: "",
  content: "<p>Words</p>",
  format: "html",
  status: "published",
  featured: false,
  category: null,
  tags: [],
  author: null,
  created_at: new Date("2024-01-02T00:00:00Z"),
  updated_at: null,
  published_at: null,
  first_published_at: null,
  paths: [],
  oldSlugs: [],
  featuredImage: null,
  featuredPicture: null,
  featuredAlt: "",
  pictures: [],
  comments: [],
  ...values,
});
const NOTHING: PostsHere = { known: new Map(), posts: new Map(), taken: new Set(), slugs: new Set() };
const memory = () => ({ seen: new Set<string>(), given: new Set<string>() });

function decide(posts: ImportedPost[], here: Partial<PostsHere> = {}, remembered = memory()) {
  const notes = new Notes();
  const planned = decidePosts(posts, { ...NOTHING, ...here }, remembered, notes);
  return { planned, counts: notes.counts, reported: notes.findings.map(({ place, sentence }) => `${place}: ${sentence}`) };
}
/** What the import remembers of a post that it brought as `here-1` and left at version 3. */
function brought(one: ImportedPost, values: Partial<PostHere> | null | undefined) {
  const here = { version: 3, slug: one.slug, title: one.title, created_at: one.created_at ?? new Date(), published_at: null };
  const now = values && { ...here, ...values };
  const hash = decide([one]).planned[0]?.hash ?? "";
  const known = new Map([[one.key, { entity_id: "here-1", hash, version: 3 }]]);
  return { known, posts: new Map(now === undefined ? [] : [["here-1", now]]) };
}

describe("a post that never came", () => {
  test("is added with the slug that it had", () => {
    const { planned, counts, reported } = decide([post("1")]);
    expect(planned).toMatchObject([{ action: "add", slug: "a-lark" }]);
    expect([counts, reported]).toEqual([[], []]);
  });

  test("gets the next free slug: neither one of the site nor one of the file", () => {
    const remembered = memory();
    const here = { slugs: new Set(["a-lark", "a-lark-2"]) };
    const first = decide([post("1"), post("2", { slug: "dusk" }), post("3", { slug: "dusk" })], here, remembered);
    expect(first.planned.map(({ slug }) => slug)).toEqual(["a-lark-3", "dusk", "dusk-2"]);
    expect(first.reported).toEqual([
      "item 1: Another post has the slug “a-lark”; it has “a-lark-3” here.",
      "item 3: Another post has the slug “dusk”; it has “dusk-2” here.",
    ]);
    // The batch before may not be stored yet.
    expect(decide([post("4", { slug: "dusk" })], {}, remembered).planned).toMatchObject([{ slug: "dusk-3" }]);
  });

  test("keeps its slug within 254 characters when a number is added", () => {
    const slug = "a".repeat(254);
    expect(decide([post("1", { slug })], { slugs: new Set([slug]) }).planned[0]?.slug).toBe(`${"a".repeat(252)}-2`);
  });

  test("stays away if a post of the site has its id", () => {
    const { planned, counts, reported } = decide([post("1", { id: "id-1" })], { taken: new Set(["id-1"]) });
    expect([planned, counts]).toEqual([[], [["posts", "skipped", 1]]]);
    expect(reported).toEqual(["item 1: It is already here and stays as it is."]);
  });
});

describe("a post that came before", () => {
  const one = post("1");
  const changed = post("1", { title: "Two larks" });

  test("is unchanged if it is the same there, wherever it stands in the file", () => {
    const { planned, counts, reported } = decide(
      [post("1", { place: "elsewhere" })],
      brought(one, { version: 9, slug: "a-lark" }),
    );
    expect([planned, counts, reported]).toEqual([[], [["posts", "unchanged", 1]], []]);
  });

  test("is replaced if it changed there and nobody edited it here, and keeps its slug", () => {
    const { planned, counts } = decide([changed], brought(one, { version: 3, slug: "my-lark" }));
    expect(planned).toMatchObject([{ action: "update", id: "here-1", version: 3, slug: "my-lark" }]);
    expect(counts).toEqual([]);
  });

  test("stays as it is here if it was edited here", () => {
    const { planned, counts, reported } = decide([changed], brought(one, { version: 4, slug: "a-lark" }));
    expect([planned, counts]).toEqual([[], [["posts", "skipped", 1]]]);
    expect(reported).toEqual(["item 1: It changed there, but was edited here after the import. The version here stays."]);
  });

  /** The key under which a post is looked for, where another one came as `one` and is as `values` now; and what is reported. */
  const keyOf = (post: ImportedPost, one: ImportedPost, values: Partial<PostHere>, seen: string[] = []) => {
    const notes = new Notes();
    const [own] = withOwnKeys([post], brought(one, values), new Set(seen), notes.report);
    return [own?.key, notes.findings.map(({ sentence }) => sentence)];
  };
  const at = new Date("2019-05-06T07:08:09Z");
  const owls = { slug: "owls", title: "Owls", created_at: at, published_at: at };

  test("is another one if nothing tells that it is the same: no title, slug or date", () => {
    expect(keyOf(changed, one, owls)).toEqual(["1 a-lark", [expect.stringContaining("another article (“Owls”)")]]);
    for (const same of [{ slug: "a-lark" }, { title: "TWO  larks" }, { published_at: new Date("2024-01-02T00:00:00.500Z") }])
      expect(keyOf(changed, one, { ...owls, ...same })).toEqual(["1", []]);
    expect(keyOf(one, one, owls)).toEqual(["1", []]);
    expect(keyOf(changed, one, owls, ["1"])).toEqual(["1", []]);
  });

  test("is another one if both have a number and a moment alone in common", () => {
    const numbered = post("post:1", { created_at: at });
    const renamed = { ...numbered, title: "Two larks" };
    expect(keyOf(renamed, numbered, owls)[0]).toBe("post:1 a-lark");
    expect(keyOf({ ...renamed, status: "draft" }, numbered, owls)[0]).toBe("post:1");
    expect(keyOf({ ...renamed, paths: ["/2019/05/a-lark/", "/2019/05/owls/"] }, numbered, owls)[0]).toBe("post:1");
    expect(keyOf({ ...renamed, key: "post:64b7f0c2a1" }, { ...numbered, key: "post:64b7f0c2a1" }, owls)[0]).toBe(
      "post:64b7f0c2a1",
    );
  });

  test("stays in the trash, also if nothing changed", () => {
    const { planned, counts, reported } = decide([one], brought(one, null));
    expect([planned, counts]).toEqual([[], [["posts", "skipped", 1]]]);
    expect(reported).toEqual(["item 1: It is in the trash here and stays there."]);
  });

  test("comes again if it was deleted permanently", () => {
    expect(decide([one], brought(one, undefined)).planned).toMatchObject([{ action: "add", slug: "a-lark" }]);
  });
});

test("of two items with one key the first one counts, also if they are in different batches", () => {
  const remembered = memory();
  const first = decide([post("1"), post("1", { title: "Two" })], {}, remembered);
  expect(first.planned.map((one) => one.post.title)).toEqual(["A lark"]);
  const second = decide([post("1", { title: "Three", place: "item 1 again" })], {}, remembered);
  expect([second.planned, second.counts]).toEqual([[], [["posts", "skipped", 1]]]);
  expect(second.reported).toEqual(["item 1 again: It is in the file twice. The first one is used."]);
});
