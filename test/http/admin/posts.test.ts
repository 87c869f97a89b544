import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminPost, AdminPostPage } from "../../../app/domain/posts/post-shapes.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildClock, buildPost } from "../../builders.ts";

const PATH = "/api/admin/posts";
const CONTENT = "<p>Write one line in the morning and one at night, and look at them on Sunday.</p>";

const clock = buildClock();
let app: TestApp;
let admin: Actor;
let author: { id: string; full_name: string | null; email: string };
let category_id: string;
beforeAll(async () => {
  app = await createTestApp({ clock });
  const one = await signedInUser(app, { role: "admin", full_name: "Ada" });
  admin = one.actor;
  author = { id: one.user.id, full_name: "Ada", email: one.user.email };
  category_id = (await buildCategory(app.context.db, { name: "Wellness", slug: "wellness" })).id;
});
afterAll(() => app.close());

let made = 0;
const input = (values: object = {}) => {
  made += 1;
  return {
    title: `Dawn ${made}`,
    slug: `dawn-${made}`,
    description: "How the day begins.",
    content: CONTENT,
    category_id,
    ...values,
  };
};
const create = async (values: object = {}) => {
  const { status, body, text } = await admin.post<AdminPost>(PATH, input(values));
  expect(status, text).toBe(201);
  return body;
};
const save = (post: { id: string; version: number }, values: object) =>
  admin.patch<AdminPost & ErrorBody>(`${PATH}/${post.id}`, { version: post.version, ...values });
const rules = async (values: object) => {
  const { status, body } = await admin.post<ErrorBody>(PATH, input(values));
  expect([status, body.code]).toEqual([400, "invalid_input"]);
  return body.details;
};
const publicly = (slug: string) => app.actors.anonymous.get<{ slug: string; title: string }>(`/api/posts/${slug}`);

describe("a user who isn't an admin", () => {
  test("is refused, with the permission that is needed", async () => {
    const reader = (await signedInUser(app)).actor;
    const refused = await reader.post<ErrorBody>(PATH, input());
    expect([refused.status, refused.body.message]).toEqual([403, "Admin privileges required to create posts"]);
    expect((await app.actors.anonymous.post(PATH, input())).status).toBe(401);
    const post = await create();
    expect((await reader.patch(`${PATH}/${post.id}`, { version: 1, title: "Mine" })).status).toBe(403);
    expect((await reader.delete(`${PATH}/${post.id}`)).status).toBe(403);
    expect((await reader.post(`${PATH}/bulk`, { ids: [post.id], action: "delete" })).status).toBe(403);
    expect((await admin.get<AdminPost>(`${PATH}/${post.id}`)).body.title).toBe(post.title);
  });
});

describe("creation", () => {
  test("stores a draft with the admin as its author, and logs who wrote it", async () => {
    const post = await create({ tags: [" Slow Living ", "slow living", "", "Birds"], excerpt: "In short." });
    expect(post).toMatchObject({
      status: "draft",
      published_at: null,
      first_published_at: null,
      author,
      category: { id: category_id, name: "Wellness", slug: "wellness" },
      tags: [
        { name: "Birds", slug: "birds" },
        { name: "Slow Living", slug: "slow-living" },
      ],
      content: CONTENT,
      content_format: "html",
      words: 16,
      read_time: 1,
      version: 1,
    });
    expect((await publicly(post.slug)).status).toBe(404);
    const entry = await app.context.db.selectFrom("audit_log").selectAll().where("entity_id", "=", post.id).executeTakeFirst();
    expect(entry).toMatchObject({
      action: "created",
      entity: "post",
      actor_email: author.email,
      label: post.title,
      before: null,
    });
    expect(entry?.after).toMatchObject({ slug: post.slug, tags: ["Birds", "Slow Living"] });
  });

  test("dates a published post by the clock, and readers see it", async () => {
    const post = await create({ status: "published" });
    const now = clock.now().toISOString();
    expect(post).toMatchObject({ published_at: now, first_published_at: now });
    expect(await publicly(post.slug)).toMatchObject({ status: 200, body: { title: post.title } });
  });

  test("names every broken rule, in the specification's words", async () => {
    expect(await rules({ title: "  ", slug: "", description: "short", content: "<p>x</p>", category_id: null })).toEqual([
      { field: "title", rule: "Title is required" },
      { field: "slug", rule: "Slug is required" },
      { field: "content", rule: "Content must be at least 50 characters" },
      { field: "category_id", rule: "Category is required" },
      { field: "description", rule: "Description must be at least 10 characters" },
    ]);
    expect(await rules({ title: "ab", slug: "ab" })).toEqual([
      { field: "title", rule: "Title must be at least 3 characters" },
      { field: "slug", rule: "Slug must be at least 3 characters" },
    ]);
    expect(await rules({ title: "a".repeat(255), slug: "a".repeat(255) })).toEqual([
      { field: "title", rule: "Title must be less than 255 characters" },
      { field: "slug", rule: "Slug must be less than 255 characters" },
    ]);
    expect(await rules({ slug: "Über uns" })).toEqual([
      { field: "slug", rule: "Slug can only contain lowercase letters, numbers, and hyphens" },
    ]);
    expect(await rules({ content: ` ${"x".repeat(49)} ` })).toEqual([
      { field: "content", rule: "Content must be at least 50 characters" },
    ]);
    await create({ title: "abc", slug: "abc", content: "x".repeat(50), description: "1234567890" });
    await create({ title: "a".repeat(254), slug: "a".repeat(254) });
  });

  test("an empty description falls back to the excerpt, which then has to be long enough", async () => {
    expect(await create({ description: " ", excerpt: "Two lines a day." })).toMatchObject({ description: "Two lines a day." });
    expect(await rules({ description: "", excerpt: "Two." })).toEqual([
      { field: "description", rule: "Description must be at least 10 characters" },
    ]);
  });

  test("refuses a slug that another post has; one from another's past is free", async () => {
    const post = await create({ status: "published" });
    const taken = { code: "23505", message: "A post with this slug already exists. Please choose a different slug." };
    expect(await admin.post(PATH, input({ slug: post.slug }))).toMatchObject({ status: 409, body: taken });
    await save(post, { slug: `${post.slug}-moved` });
    expect(await publicly(post.slug)).toMatchObject({ status: 200, body: { slug: `${post.slug}-moved` } });
    const heir = await create({ slug: post.slug, status: "published" });
    expect(await publicly(post.slug)).toMatchObject({ status: 200, body: { title: heir.title } });
  });

  test("reports a category that is gone", async () => {
    const { status, body } = await admin.post<ErrorBody>(PATH, input({ category_id: crypto.randomUUID() }));
    expect([status, body.code, body.details?.[0]?.field]).toEqual([404, "PGRST116", "category_id"]);
  });

  test("accepts only a picture of the site's own as featured image", async () => {
    expect(await rules({ featured_image: "https://elsewhere.example/a.jpg" })).toEqual([
      { field: "featured_image", rule: "Featured image must be in this site’s media library" },
    ]);
  });

  test("accepts articles of up to two megabytes", async () => {
    const post = await create({ content: "word ".repeat(200_000) });
    expect(post).toMatchObject({ words: 200_000, read_time: 1000 });
    expect((await admin.post(PATH, input({ content: "x".repeat(1_000_001) }))).status).toBe(400);
    expect((await admin.post(PATH, input({ content: "x".repeat(2 * 1024 * 1024) }))).status).toBe(413);
  });
});

describe("an edit", () => {
  test("can't be saved without title or slug", async () => {
    const post = await create();
    const weak = { description: "", excerpt: "", content: "", category_id: null };
    expect(await save(post, weak)).toMatchObject({ status: 200, body: { ...weak, version: 2, category: null } });
    // Characters that nobody sees are no title either.
    const refused = await save({ ...post, version: 2 }, { title: " \u200b\u00ad\u2060\u3164 ", slug: "" });
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [
        { field: "title", rule: "Title is required" },
        { field: "slug", rule: "Slug is required" },
      ],
    ]);
  });

  test("may have a short title, and turns any text into a slug", async () => {
    const post = await create({ status: "published" });
    const saved = await save(post, { title: "Hi", slug: "Über Uns: Teil 2!" });
    expect(saved).toMatchObject({ status: 200, body: { title: "Hi", slug: "uber-uns-teil-2" } });
    expect(await publicly("uber-uns-teil-2")).toMatchObject({ status: 200, body: { title: "Hi" } });
    const refused = await save(saved.body, { slug: "!?" });
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ field: "slug", rule: "Slug can only contain lowercase letters, numbers, and hyphens" }],
    ]);
    expect(await save(saved.body, { slug: "q" })).toMatchObject({ status: 200, body: { slug: "q" } });
    expect(await publicly("q")).toMatchObject({ status: 200 });
  });

  test("keeps absent fields, replaces tags as a whole, and logs the difference", async () => {
    const post = await create({ tags: ["One", "Two"], status: "archived", featured: true });
    const { status, body } = await save(post, { title: "Dusk", tags: ["two", "Three"] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ title: "Dusk", slug: post.slug, content: CONTENT, status: "archived", featured: true });
    expect(body.tags.map(({ slug }) => slug)).toEqual(["three", "two"]);
    expect((await admin.get<AdminPost>(`${PATH}/${post.id}`)).body).toEqual(body);
    const entries = await app.context.db
      .selectFrom("audit_log")
      .selectAll()
      .where("entity_id", "=", post.id)
      .orderBy("id")
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(["created", "updated"]);
    expect(entries[1]).toMatchObject({
      before: { title: post.title, tags: ["One", "Two"] },
      after: { title: "Dusk", tags: ["Three", "Two"] },
    });
  });

  test("of a published post dates it again, unless its date is kept; the first date stays", async () => {
    const first = await create({ status: "published" });
    const began = first.published_at;
    clock.forward(60_000);
    const kept = (await save(first, { title: "Typo mended", keep_published_at: true })).body;
    expect(kept).toMatchObject({ published_at: began, updated_at: clock.now().toISOString() });
    const moved = (await save(kept, { title: "Anew" })).body;
    expect(moved).toMatchObject({ published_at: clock.now().toISOString(), first_published_at: began });
    const archived = (await save(moved, { status: "archived", keep_published_at: true })).body;
    expect(archived).toMatchObject({ published_at: null, first_published_at: began });
  });

  test("from an older version is refused, and changes nothing", async () => {
    const post = await create();
    await save(post, { title: "Theirs", tags: ["theirs"] });
    const mine = await save(post, { title: "Mine", tags: ["mine"] });
    expect([mine.status, mine.body.code]).toEqual([409, "stale_version"]);
    const { body } = await admin.get<AdminPost>(`${PATH}/${post.id}`);
    expect([body.title, body.version, body.tags.map(({ name }) => name)]).toEqual(["Theirs", 2, ["theirs"]]);
    expect(await app.context.db.selectFrom("tags").select("id").where("slug", "=", "mine").execute()).toEqual([]);
  });

  test("isn't made stale by views and likes", async () => {
    const post = await create({ status: "published" });
    await app.actors.reader("a".repeat(32)).post("/api/likes/toggle", { article_id: post.id });
    expect((await admin.get<AdminPost>(`${PATH}/${post.id}`)).body).toMatchObject({ likes_count: 1, version: 1 });
    expect((await save(post, { title: "Still mine" })).status).toBe(200);
  });

  test("can't take another post's slug, also when two saves race for one", async () => {
    const [one, two, three] = [await create(), await create(), await create()];
    const refused = await save(two, { slug: one.slug });
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      "23505",
      "A post with this slug already exists. Please choose a different slug.",
    ]);
    const race = await Promise.all([
      save(two, { slug: "wanted" }),
      save(three, { slug: "wanted" }),
      admin.post(PATH, input({ slug: "wanted" })),
    ]);
    expect(race.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(2);
  });

  test("wins alone against another of the same version", async () => {
    const post = await create();
    const both = await Promise.all([save(post, { title: "Left" }), save(post, { title: "Right" })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("of a missing post is not found", async () => {
    const gone = { id: crypto.randomUUID(), version: 1 };
    expect(await save(gone, { title: "Gone" })).toMatchObject({
      status: 404,
      body: { code: "PGRST116", message: "Post not found" },
    });
    expect((await admin.get(`${PATH}/${gone.id}`)).status).toBe(404);
    expect((await admin.delete(`${PATH}/${gone.id}`)).status).toBe(404);
  });
});

test("a deleted post is gone for admins and readers, and the log remembers it", async () => {
  const post = await create({ status: "published", tags: ["last"] });
  expect((await admin.delete(`${PATH}/${post.id}`)).status).toBe(204);
  expect((await admin.get(`${PATH}/${post.id}`)).status).toBe(404);
  expect((await publicly(post.slug)).status).toBe(404);
  const deleted = app.context.db.selectFrom("audit_log").selectAll().where("entity_id", "=", post.id);
  expect(await deleted.where("action", "=", "trashed").executeTakeFirst()).toMatchObject({ label: post.title, after: null });
});

describe("many at once", () => {
  const bulk = (ids: string[], action: string) =>
    admin.post<{ changed: number; unchanged: number }>(`${PATH}/bulk`, { ids, action });
  const statuses = async (ids: string[]) => {
    const rows = await app.context.db.selectFrom("posts").select(["status", "published_at"]).where("id", "in", ids).execute();
    return rows.map(({ status, published_at }) => [status, published_at?.toISOString() ?? null]);
  };

  test("are published, archived, withdrawn and deleted, each with an entry in the log", async () => {
    const drafts = [await create(), await create()].map(({ id }) => id);
    const out = await create({ status: "published" });
    clock.forward(60_000);
    const now = clock.now().toISOString();
    const ids = [...drafts, out.id, out.id, crypto.randomUUID()];
    expect(await bulk(ids, "publish")).toMatchObject({ status: 200, body: { changed: 2, unchanged: 2 } });
    expect(await statuses(drafts)).toEqual([
      ["published", now],
      ["published", now],
    ]);
    expect((await admin.get<AdminPost>(`${PATH}/${out.id}`)).body.published_at).toBe(out.published_at);
    expect((await bulk(drafts, "archive")).body).toEqual({ changed: 2, unchanged: 0 });
    expect(await statuses(drafts)).toEqual([
      ["archived", null],
      ["archived", null],
    ]);
    expect((await bulk(drafts, "draft")).body).toEqual({ changed: 2, unchanged: 0 });
    expect((await bulk(drafts, "delete")).body).toEqual({ changed: 2, unchanged: 0 });
    expect(await statuses(drafts)).toEqual([
      ["trashed", null],
      ["trashed", null],
    ]);
    const entries = await app.context.db
      .selectFrom("audit_log")
      .select("action")
      .where("entity_id", "=", drafts[0] ?? "")
      .orderBy("id")
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(["created", "published", "archived", "unpublished", "trashed"]);
  });

  test("up to five hundred are accepted", async () => {
    const { db } = app.context;
    const ids: string[] = [];
    for (let n = 0; n < 500; n++) ids.push((await buildPost(db, { status: "draft", published_at: null, category_id })).id);
    expect((await bulk(ids, "publish")).body).toEqual({ changed: 500, unchanged: 0 });
    const refused = await admin.post<ErrorBody>(`${PATH}/bulk`, { ids: [...ids, crypto.randomUUID()], action: "publish" });
    expect(refused.body.details).toEqual([{ field: "ids", rule: "must name at most 500 posts" }]);
    expect((await bulk(ids, "delete")).body).toEqual({ changed: 500, unchanged: 0 });
  });
});

test("fifty concurrent saves that share new tags all succeed, and the counters are right", async () => {
  const posts = [];
  for (let n = 0; n < 50; n++) posts.push(await create({ status: "published" }));
  const names = Array.from({ length: 6 }, (_, n) => `Shared ${n}`);
  const answers = await Promise.all(
    posts.map((post, n) => save(post, { tags: n % 2 ? names.toReversed() : [...names, "shared  1"] })),
  );
  expect(answers.map(({ status }) => status)).toEqual(posts.map(() => 200));
  const tags = await app.context.db
    .selectFrom("tags")
    .select(["slug", "published_count", "linked_count"])
    .where("slug", "like", "shared-%")
    .execute();
  expect(tags.toSorted((a, b) => a.slug.localeCompare(b.slug))).toEqual(
    names.map((_, n) => ({ slug: `shared-${n}`, published_count: 50, linked_count: 50 })),
  );
});

test("a preview is what a save would store, and stores nothing", async () => {
  const before = (await admin.get<AdminPostPage>(PATH)).body.total;
  const content = "## Dawn\n\nTwo *lines* <script>alert(1)</script> a day.";
  const { status, body } = await admin.post(`${PATH}/preview`, { content, content_format: "markdown" });
  expect([status, body]).toEqual([
    200,
    {
      content_html: '<h2 id="h-dawn">Dawn</h2>\n<p>Two <em>lines</em>  a day.</p>',
      headings: [{ level: 2, id: "h-dawn", text: "Dawn" }],
      read_time: 1,
      words: 5,
    },
  ]);
  expect((await admin.get<AdminPostPage>(PATH)).body.total).toBe(before);
});

describe("what is offered instead of a refusal", () => {
  test("a suggested slug that is taken gets a number; a typed one is refused", async () => {
    const [first, second] = [
      await create({ slug: "weekly-notes" }),
      await create({ slug: "weekly-notes", slug_is_suggested: true }),
    ];
    expect([first.slug, second.slug]).toEqual(["weekly-notes", "weekly-notes-2"]);
    expect((await create({ slug: "weekly-notes", slug_is_suggested: true })).slug).toBe("weekly-notes-3");
    const refused = await admin.post<ErrorBody>(PATH, input({ slug: "weekly-notes" }));
    const message = "A post with this slug already exists. Please choose a different slug.";
    expect([refused.status, refused.body]).toEqual([409, { code: "23505", message }]);
  });

  test("an own page may be short, a post may not", async () => {
    for (const status of ["draft", "published"] as const) {
      const page = await create({ kind: "page", category_id: null, content: "Jo Doe, Bath", description: "", status });
      expect(page.status).toBe(status);
      expect(await rules({ content: "Jo Doe, Bath", status })).toEqual([
        { field: "content", rule: "Content must be at least 50 characters" },
      ]);
    }
  });

  test("a published post can be dated back, but not into the future", async () => {
    const past = "2019-05-04T10:00:00+02:00";
    const annals = (await buildCategory(app.context.db, { slug: "annals" })).id;
    const newer = await create({ status: "published", category_id: annals });
    const post = await create({ status: "published", category_id: annals, published_at: past });
    expect(post.published_at).toBe("2019-05-04T08:00:00.000Z");
    const moved = (await save(post, { published_at: "2018-01-01T00:00:00Z", keep_published_at: true })).body;
    expect(moved.published_at).toBe("2018-01-01T00:00:00.000Z");
    const { body } = await app.actors.anonymous.get<{ published_at: string }>(`/api/posts/${post.slug}`);
    expect(body.published_at).toBe("2018-01-01T00:00:00.000Z");
    const listed = await app.actors.anonymous.get<{ posts: { slug: string }[] }>("/api/posts?category=annals");
    expect(listed.body.posts.map(({ slug }) => slug)).toEqual([newer.slug, post.slug]);
    const items = (await app.actors.anonymous.get("/category/annals/feed.xml")).text.split("<item>").slice(1);
    expect(items.map((item) => /<pubDate>(.*)<\/pubDate>/.exec(item)?.[1])).toEqual([
      new Date(newer.published_at ?? "").toUTCString(),
      "Mon, 01 Jan 2018 00:00:00 GMT",
    ]);
    const urls = (await app.actors.anonymous.get("/sitemap.xml")).text.split("<url>");
    const found = urls.find((url) => url.includes(`/story/${post.slug}</loc>`));
    // To crawlers it is news all the same.
    expect(found).toContain(`<lastmod>${moved.updated_at}</lastmod>`);
    for (const published_at of ["2999-01-01T00:00:00Z", "1066-10-14T00:00:00Z", "yesterday"]) {
      const refused = await save(moved, { published_at });
      expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, "published_at"]);
    }
    expect((await create({ published_at: past })).published_at).toBeNull();
  });
});
