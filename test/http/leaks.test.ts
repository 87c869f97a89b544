import type { OpenAPIObject } from "openapi3-ts/oas31";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildPost, buildTag, buildUser } from "../builders.ts";
import { addressOf, operationsOf, soundCall } from "./operations.ts";

/** A word that is in everything that isn't public, and in nothing that is. */
const SECRET = "xyzzyplugh";
const FEEDS = ["feed.xml", "atom.xml", "feed.json"];

let app: TestApp;
let shown: { slug: string };
const hidden: { id: string; slug: string }[] = [];
let category: { slug: string };
let tag: { id: string; slug: string };

beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.context;
  category = await buildCategory(db);
  tag = await buildTag(db);
  const author = await buildUser(db);
  const common = { category_id: (category as { id?: string }).id, author_id: author.id, tags: [tag.id], featured: true };
  shown = await buildPost(db, common);
  const { actor: admin } = await signedInUser(app, { role: "admin" });
  for (const status of ["draft", "archived", "trashed"]) {
    const words = `${SECRET} ${status}`;
    const content = { content: words, content_html: `<p>${words}</p>`, content_text: words, description: words, excerpt: words };
    const kept = status === "trashed" ? {} : { status, published_at: null };
    const post = await buildPost(db, { ...common, ...content, title: words, slug: `put-away-${status}`, ...kept });
    if (status === "trashed") expect((await admin.delete(`/api/admin/posts/${post.id}`)).status).toBe(204);
    hidden.push(post);
  }
  const post_id = (shown as { id?: string }).id ?? "";
  const comments = (["pending", "rejected"] as const).map((status) => ({
    post_id,
    author_id: author.id,
    content: SECRET,
    status,
  }));
  const below = hidden
    .slice(0, 2)
    .map(({ id }) => ({ post_id: id, author_id: author.id, content: SECRET, status: "approved" as const }));
  await db
    .insertInto("comments")
    .values([...comments, ...below])
    .execute();
  const thrown = { post_id, author_id: author.id, content: SECRET, status: "approved" };
  const { id } = await db.insertInto("comments").values(thrown).returning("id").executeTakeFirstOrThrow();
  const reply = { ...thrown, parent_id: id, reply_to_id: id, is_reply: true };
  await db.insertInto("comments").values(reply).execute();
  expect((await admin.delete(`/api/admin/comments/${id}`)).status).toBe(204);
});
afterAll(() => app.close());

/** Every public URL that could show articles or comments, including those of the hidden ones. */
async function addresses(): Promise<string[]> {
  const { body } = await app.actors.anonymous.get<OpenAPIObject>("/api/openapi.json");
  const reads = operationsOf(body).filter(({ method, path }) => method === "get" && !path.startsWith("/api/admin"));
  const names = [shown, ...hidden].map(({ slug }) => slug);
  const api = reads.flatMap((operation) => {
    const call = soundCall(operation);
    if (!("slug" in call.path)) return [addressOf(operation.path, call)];
    return [...names, ...hidden.map(({ id }) => id)].map((slug) => addressOf(operation.path, { ...call, path: { slug } }));
  });
  const found = [`search=${SECRET}`, `category=${category.slug}`, `tag=${tag.slug}`, "featured=true", `search=${SECRET}&page=2`];
  const groups = ["", `/category/${category.slug}`, `/tag/${tag.slug}`];
  return [
    ...api,
    ...found.map((query) => `/api/posts?${query}`),
    ...groups.flatMap((group) => FEEDS.map((file) => `${group}/${file}`)),
    "/sitemap.xml",
    "/",
    "/view-all",
    ...found.map((query) => `/view-all?${query}`),
    ...names.map((slug) => `/story/${slug}`),
    ...hidden.map(({ id }) => `/story/${id}`),
    ...names.map((slug) => `/social/${slug}.png`),
  ];
}

/** The response doesn't reveal what the URL itself contains. */
const withoutEcho = (text: string) => text.replaceAll(new RegExp(`(search=|search&quot;:&quot;|value="|“|")${SECRET}`, "g"), "");

test("drafts, archived articles, the trash and unapproved comments are visible to admins only", async () => {
  const readers = [app.actors.anonymous, (await signedInUser(app)).actor];
  const all = await addresses();
  expect(all.length).toBeGreaterThan(50);
  for (const address of all) {
    for (const reader of readers) {
      // Twice: first rendered, then cached.
      for (const _ of [1, 2]) {
        const { status, text } = await reader.get(address);
        expect(status, address).toBeLessThan(500);
        const said = address.includes(`search=${SECRET}`) ? withoutEcho(text) : text;
        expect(said, address).not.toContain(SECRET);
        for (const { slug } of hidden) if (!address.includes(slug)) expect(text, address).not.toContain(slug);
      }
    }
  }
});

test("the id of a hidden article doesn't redirect to its slug, and it has no social image", async () => {
  for (const { id, slug } of hidden) {
    for (const address of [`/story/${id}`, `/story/${slug}`, `/api/posts/${id}`, `/api/posts/${slug}/comments`])
      expect((await app.actors.anonymous.get(address)).status, address).toBe(404);
    expect((await app.actors.anonymous.get(`/social/${slug}.png`)).status).not.toBe(200);
  }
});

test("a preview is visible through its link only, and not after that is revoked", async () => {
  const { actor } = await signedInUser(app, { role: "admin" });
  const links: { id: string; path: string; post: string }[] = [];
  for (const { id } of hidden) {
    const wanted = { lasts: "30d", may_note: true };
    const { status, body } = await actor.post<{ id: string; url: string }>(`/api/admin/posts/${id}/previews`, wanted);
    // Nobody sees what is in the trash.
    if (status === 404) continue;
    links.push({ id: body.id, path: new URL(body.url).pathname, post: id });
  }
  expect(links.length).toBe(2);
  for (const { path } of links) {
    expect((await app.actors.anonymous.get(path)).text).toContain(SECRET);
    const note = new URLSearchParams({ name: SECRET, text: SECRET, quote: "" });
    expect((await app.actors.anonymous.send("POST", path, { body: note })).status).toBe(303);
  }
  for (const address of [...(await addresses()), "/robots.txt", "/manifest.webmanifest"]) {
    const { text } = await app.actors.anonymous.get(address);
    const said = address.includes(`search=${SECRET}`) ? withoutEcho(text) : text;
    expect(said, address).not.toContain(SECRET);
    for (const { path } of links) expect(text, address).not.toContain(path);
  }
  for (const { id, path, post } of links) {
    await actor.delete(`/api/admin/posts/${post}/previews/${id}`);
    const { status, text } = await app.actors.anonymous.get(path);
    expect([status, text.includes(SECRET)]).toEqual([404, false]);
  }
});

test("an admin's list has all of them", async () => {
  const { actor } = await signedInUser(app, { role: "admin" });
  const { text } = await actor.get(`/api/admin/posts?search=${SECRET}`);
  for (const { slug } of hidden.slice(0, 2)) expect(text).toContain(slug);
  expect(text).not.toContain("trashed");
  expect((await actor.get("/api/admin/comments?status=pending")).text).toContain(SECRET);
});
