import type { OpenAPIObject } from "openapi3-ts/oas31";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildPost, buildTag, buildUser } from "../builders.ts";
import { addressOf, operationsOf, soundCall } from "./operations.ts";

/** Is in everything that isn't public, and in nothing that is. */
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

/** Every public address that could show articles or comments, those of the hidden ones themselves too. */
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

/** What an address itself says isn't told by the answer. */
const withoutEcho = (text: string) => text.replaceAll(new RegExp(`(search=|search&quot;:&quot;|value="|“|")${SECRET}`, "g"), "");

test("neither drafts nor archived articles nor the trash nor comments that aren't approved are read by anybody but admins", async () => {
  const readers = [app.actors.anonymous, (await signedInUser(app)).actor];
  const all = await addresses();
  expect(all.length).toBeGreaterThan(50);
  for (const address of all) {
    for (const reader of readers) {
      // Twice: once made, once kept.
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

test("nobody is led from a hidden article's id to its address, and it has no picture to be shared", async () => {
  for (const { id, slug } of hidden) {
    for (const address of [`/story/${id}`, `/story/${slug}`, `/api/posts/${id}`, `/api/posts/${slug}/comments`])
      expect((await app.actors.anonymous.get(address)).status, address).toBe(404);
    expect((await app.actors.anonymous.get(`/social/${slug}.png`)).status).not.toBe(200);
  }
});

test("what is shared ahead is read through its link alone, and not any more once that is taken back", async () => {
  const { actor } = await signedInUser(app, { role: "admin" });
  const links: { id: string; path: string; post: string }[] = [];
  for (const { id } of hidden) {
    const wanted = { lasts: "30d", may_note: true };
    const { status, body } = await actor.post<{ id: string; url: string }>(`/api/admin/posts/${id}/previews`, wanted);
    // Nobody is shown what is in the trash.
    if (status === 404) continue;
    links.push({ id: body.id, path: new URL(body.url).pathname, post: id });
  }
  expect(links.length).toBe(2);
  for (const { path } of links) {
    expect((await app.actors.anonymous.get(path)).text).toContain(SECRET);
    const told = new URLSearchParams({ name: SECRET, text: SECRET, quote: "" });
    expect((await app.actors.anonymous.send("POST", path, { body: told })).status).toBe(303);
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

test("an admin's list is where they are", async () => {
  const { actor } = await signedInUser(app, { role: "admin" });
  const { text } = await actor.get(`/api/admin/posts?search=${SECRET}`);
  for (const { slug } of hidden.slice(0, 2)) expect(text).toContain(slug);
  expect(text).not.toContain("trashed");
  expect((await actor.get("/api/admin/comments?status=pending")).text).toContain(SECRET);
});
