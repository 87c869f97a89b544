import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminPost, Post } from "../../app/domain/posts/post-shapes.ts";
import type { Scope } from "../../app/domain/tokens/token-rules.ts";
import type { Actor } from "../app/actors.ts";
import { buildToken } from "../app/api-tokens.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildPost } from "../builders.ts";
import { jpeg } from "../media/pictures.ts";
import { type Connection, connect } from "./connect.ts";

type Stored = { id: string; slug: string; version: number; edit_version: number; status: string };

let app: TestApp;
let admin: Actor;
let adminId: string;
let writer: Connection;
let publisher: Connection;
let draft: Stored;

const WRITING: Scope[] = ["posts:read", "posts:write", "media:write"];

beforeAll(async () => {
  app = await createTestApp();
  const owner = await signedInUser(app, { role: "admin" });
  [admin, adminId] = [owner.actor, owner.user.id];
});
afterAll(() => app.close());

test("without a token that has a scope of posts, there is nothing at /mcp", async () => {
  expect((await app.actors.anonymous.post("/mcp", {})).status).toBe(404);
  await buildToken(app, adminId, { scopes: ["comments:read"] });
  expect((await app.actors.anonymous.post("/mcp", {})).status).toBe(404);
  const tokens = [
    await buildToken(app, adminId, { scopes: WRITING, name: "Notes" }),
    await buildToken(app, adminId, { scopes: [...WRITING, "posts:publish"], name: "Press" }),
  ] as const;
  expect((await app.actors.anonymous.post("/mcp", {})).status).toBe(401);
  [writer, publisher] = [await connect(app, tokens[0].token), await connect(app, tokens[1].token)];
});

test("a token sees the tools that its scopes reach", async () => {
  const forWriting = [
    ...["search_posts", "read_post", "create_draft", "stage_edit"],
    ...["list_tags_and_categories", "upload_picture", "check_post"],
  ];
  expect(await writer.tools()).toEqual(forWriting);
  expect(await publisher.tools()).toEqual([...forWriting.slice(0, 4), "publish_post", ...forWriting.slice(4)]);
  const { token } = await buildToken(app, adminId, { scopes: ["comments:read", "comments:moderate", "analytics:read"] });
  const other = await connect(app, token);
  expect(await other.tools()).toEqual(["list_comments", "moderate_comment", "read_statistics", "read_missing_pages"]);
});

test("search finds posts by their titles and cuts the list at 50", async () => {
  for (let n = 0; n < 51; n++) await buildPost(app.context.db, { title: `Night walk ${n}` });
  const { data, text } = await writer.use<{ note: string; posts: Stored[] }>("search_posts", { search: "night walk" });
  expect([data.posts.length, data.note]).toEqual([50, "50 of 51 posts"]);
  expect(text).toContain("Night walk 50");
  expect((await writer.use<{ posts: Stored[] }>("search_posts", { search: "night walk", page: 2 })).data.posts).toHaveLength(1);
});

test("a draft is written with a picture, and no reader sees it", async () => {
  const category = await buildCategory(app.context.db, { name: "Birds" });
  const found = await writer.use<{ categories: { id: string; name: string }[] }>("list_tags_and_categories");
  const base64 = Buffer.from(await jpeg(80, 60)).toString("base64");
  const picture = await writer.use<{ url: string; alt: string }>("upload_picture", {
    base64,
    name: "lark.jpg",
    alt: "A lark at dawn",
  });
  expect([picture.isError, picture.data.alt]).toEqual([false, "A lark at dawn"]);
  const created = await writer.use<Stored>("create_draft", {
    title: "Why larks sing early",
    content: `The first light is theirs.\n\n![A lark at dawn](${picture.data.url})\n\n<script>alert(1)</script>\n\nThey sing **before** the sun is up.`,
    description: "What the birds of dawn know about a good morning, and how to hear it.",
    category_id: found.data.categories.find(({ name }) => name === category.name)?.id,
    tags: ["Birds"],
  });
  expect([created.isError, created.data.slug, created.data.status]).toEqual([false, "why-larks-sing-early", "draft"]);
  draft = created.data;
  expect((await app.actors.anonymous.get(`/api/posts/${draft.slug}`)).status).toBe(404);
});

test("the text comes back between boundaries that it can't know", async () => {
  const { text, data } = await writer.use<{ content: string }>("read_post", { id: draft.id });
  const boundary = /^\[data ([0-9a-f]{16})\]\n/.exec(data.content)?.[1];
  expect(data.content).toMatch(new RegExp(`\\[end of data ${boundary}\\]$`));
  expect(text).toContain(data.content);
  expect((await writer.use<{ content: string }>("read_post", { id: draft.id })).data.content).not.toContain(boundary);
});

test("an edit is staged by passages, and a check looks at it", async () => {
  const { isError, data } = await writer.use<Stored>("stage_edit", {
    id: draft.id,
    version: draft.version,
    edit_version: 0,
    patch: [{ old: "![A lark at dawn]", new: "![]" }],
  });
  expect(isError).toBe(false);
  draft = { ...draft, ...data };
  const saved = await admin.get<AdminPost>(`/api/admin/posts/${draft.id}`);
  expect(saved.body.content).toContain("![A lark at dawn]");
  const { text } = await writer.use("check_post", { id: draft.id });
  expect(text).toContain("Image 1 has no alternative text.");
});

test("without posts:publish, nothing is published", async () => {
  const input = { id: draft.id, version: draft.version, edit_version: draft.edit_version };
  const refused = await writer.use("publish_post", input);
  expect([refused.isError, refused.data.code]).toEqual([true, "missing_scope"]);
  expect(refused.text).toContain("posts:publish");
  expect((await app.actors.anonymous.get(`/api/posts/${draft.slug}`)).status).toBe(404);
});

test("with posts:publish, the staged edit is published, without the script", async () => {
  const stale = await publisher.use("publish_post", { id: draft.id, version: draft.version, edit_version: 0 });
  expect([stale.isError, stale.data.code]).toEqual([true, "stale_edit"]);
  const input = { id: draft.id, version: draft.version, edit_version: draft.edit_version };
  const published = await publisher.use<Stored>("publish_post", input);
  expect([published.isError, published.data.status]).toEqual([false, "published"]);
  const { body } = await app.actors.anonymous.get<Post>(`/api/posts/${draft.slug}`);
  expect(body.content_html).toContain("<strong>before</strong>");
  expect(body.content_html).not.toContain("<script");
});

test("comments are listed, approved and marked as spam, and figures are read", async () => {
  const { db } = app.context;
  const post = await buildPost(db, { title: "On listening" });
  const [kind, spam] = ["They do sing early here.", "Cheap watches"].map((content) => ({
    content,
    post_id: post.id,
    status: "pending",
  }));
  await db
    .insertInto("comments")
    .values([kind as never, spam as never])
    .execute();
  const scopes: Scope[] = ["comments:read", "comments:moderate", "analytics:read"];
  const reader = await connect(app, (await buildToken(app, adminId, { scopes })).token);
  type Listed = { total: number; comments: { id: string; text: string; status: string }[] };
  const found = await reader.use<Listed>("list_comments", { status: "pending" });
  const idOf = (words: string) => found.data.comments.find(({ text }) => text.includes(words))?.id;
  expect([found.isError, found.data.total]).toEqual([false, 2]);
  expect((await reader.use("moderate_comment", { id: idOf("sing early"), status: "approved" })).isError).toBe(false);
  expect((await reader.use("moderate_comment", { id: idOf("watches"), is_spam: true })).isError).toBe(false);
  const rows = await db.selectFrom("comments").select(["content", "status", "is_spam"]).orderBy("content").execute();
  expect(rows).toEqual([
    { content: "Cheap watches", status: "rejected", is_spam: true },
    { content: "They do sing early here.", status: "approved", is_spam: false },
  ]);
  const figures = await reader.use<{ visits: number }>("read_statistics", { range: "7d" });
  expect([figures.isError, figures.data.visits]).toEqual([false, 0]);
  expect((await app.actors.anonymous.get("/a-page-of-yesterday")).status).toBe(404);
  const missing = await reader.use<{ note: string }>("read_missing_pages");
  expect([missing.isError, missing.text.startsWith(missing.data.note)]).toEqual([false, true]);
  const refused = await writer.use("moderate_comment", { id: idOf("watches"), status: "approved" });
  expect(refused.data.code).toBe("missing_scope");
});
