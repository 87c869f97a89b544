// slow: app/domain/content/ app/domain/posts/ app/http/api/admin/

import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminPost } from "../../../app/domain/posts/post-shapes.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildPost } from "../../builders.ts";

let app: TestApp;
let admin: Actor;
let draft: Record<string, unknown>;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  const category = await buildCategory(app.context.db);
  draft = {
    title: "A long one",
    slug: "a-long-one",
    description: "Longer than most.",
    content: "<p>Short to begin with, but long enough to be taken as an article.</p>",
    category_id: category.id,
  };
});
afterAll(() => app.close());

const PREVIEW = "/api/admin/posts/preview";
const markdown = (content: string) => ({ content, content_format: "markdown" });
const NOTE = "[^1]: A note.\n\n";
const PROSE = 'Larks *rise* early, "it is said", and [sing](https://larks.example/song) while they climb.\n\n## Of song\n\n';

/** Sends small requests until `work` is done. @returns the result of `work`, and how often they were answered */
async function askDuring<T>(work: Promise<T>): Promise<{ answer: T; answered: number }> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let answered = 0;
  while (!isDone) {
    await app.actors.anonymous.get("/healthz");
    // Timers don't fire in a blocked thread.
    await pause(5);
    if (!isDone) answered += 1;
  }
  return { answer: await done, answered };
}

describe("other requests are answered while", () => {
  test.each([
    ["pictures that never close", "![".repeat(450_000), 200],
    ["tables", "|a|\n|-|\n".repeat(60_000), 200],
    ["brackets", "[".repeat(900_000), 200],
    ["200 000 headings", "# a\n".repeat(200_000), 400],
    ["4 900 references to one note", NOTE + "[^1]".repeat(4900), 200],
    ["a megabyte of prose", PROSE.repeat(900_000 / PROSE.length), 200],
  ])("%s are rendered", async (_, content, status) => {
    const { answer, answered } = await askDuring(admin.post(PREVIEW, markdown(content)));
    expect(answer.status).toBe(status);
    expect(answered).toBeGreaterThan(10);
  });

  test("a few thousand characters are rendered that are slow to highlight", async () => {
    const slow = markdown(`\`\`\`java\n${"$".repeat(3900)}\n\`\`\``);
    const all = Promise.all(Array.from({ length: 10 }, () => admin.post(PREVIEW, slow)));
    const { answer, answered } = await askDuring(all);
    expect(answer.map(({ status }) => status)).toEqual(Array(10).fill(200));
    // Rendered on the main thread, they leave time for a few responses between them.
    expect(answered).toBeGreaterThan(40);
  });

  test("a long text is compared with another", async () => {
    const { body: post } = await admin.post<AdminPost>("/api/admin/posts", { ...draft, slug: "compared" });
    const changes = { version: post.version, ...markdown(PROSE.repeat(2000)) };
    expect((await admin.patch(`/api/admin/posts/${post.id}`, changes)).status).toBe(200);
    const { items } = (await admin.get<{ items: { id: string }[] }>(`/api/admin/posts/${post.id}/revisions`)).body;
    const { answer, answered } = await askDuring(admin.get(`/api/admin/posts/${post.id}/revisions/${items[0]?.id}`));
    expect(answer.status).toBe(200);
    expect(answered).toBeGreaterThan(10);
  });
});

test("other requests are answered while a long article is turned into Markdown, and all who ask for it at once get it", async () => {
  const { body } = await admin.get<{ settings: object; content: object; version: number }>("/api/admin/settings");
  const { settings, content: words, version } = body;
  const input = { settings: { ...settings, offerMarkdown: true }, content: words, version };
  expect((await admin.put("/api/admin/settings", input)).status).toBe(200);
  const content = '<p onclick="alert(1)">Larks <em>rise</em> early.</p>'.repeat(15_000);
  await buildPost(app.context.db, { slug: "long-markdown", content });
  const readers = Array.from({ length: 5 }, () => app.actors.anonymous.get("/story/long-markdown.md"));
  const { answer, answered } = await askDuring(Promise.all(readers));
  for (const { status, text } of answer) {
    expect(status).toBe(200);
    expect(text.split("Larks *rise* early.")).toHaveLength(15_001);
  }
  expect(answered).toBeGreaterThan(10);
});

describe("too many footnotes are refused with a message", () => {
  const TOO_MANY = `${NOTE}${"[^1]".repeat(120_000)}`;
  const RULE = "must refer to at most 5000 footnotes";
  const details = (field: string) => [{ field, rule: RULE }];

  test("in a preview, a new post and a save of any kind", async () => {
    const preview = await admin.post<ErrorBody>(PREVIEW, markdown(TOO_MANY));
    expect([preview.status, preview.body.details]).toEqual([400, details("content")]);
    const created = await admin.post<ErrorBody>("/api/admin/posts", { ...draft, ...markdown(TOO_MANY) });
    expect([created.status, created.body.details]).toEqual([400, details("content")]);
    const { body: post } = await admin.post<AdminPost>("/api/admin/posts", { ...draft, slug: "noted" });
    for (const autosave of [{}, { autosave: true }]) {
      const changes = { version: post.version, ...markdown(TOO_MANY), ...autosave };
      const saved = await admin.patch<ErrorBody>(`/api/admin/posts/${post.id}`, changes);
      expect([saved.status, saved.body.details]).toEqual([400, details("content")]);
    }
    expect((await admin.get<AdminPost>(`/api/admin/posts/${post.id}`)).body.content).toBe(draft.content);
  });

  test("in a staged edit", async () => {
    const { body: post } = await admin.post<AdminPost>("/api/admin/posts", { ...draft, slug: "waiting" });
    const { title, slug, description, excerpt, status, featured, featured_image, featured_image_alt } = post;
    const writing = {
      ...{ title, slug, description, excerpt, status, featured, featured_image, featured_image_alt },
      category_id: draft.category_id,
      tags: [],
      ...markdown(TOO_MANY),
    };
    const staged = await admin.put<ErrorBody>(`/api/admin/posts/${post.id}/edit`, {
      writing,
      version: 0,
      base_version: post.version,
    });
    expect([staged.status, staged.body.details]).toEqual([400, details("writing.content")]);
  });

  test("when restoring a revision from before the rule", async () => {
    const { body: post } = await admin.post<AdminPost>("/api/admin/posts", { ...draft, slug: "restored" });
    const changes = { version: post.version, content: "<p>Another text, long enough to be taken as an article by all.</p>" };
    await admin.patch(`/api/admin/posts/${post.id}`, changes);
    await app.context.db
      .updateTable("post_revisions")
      .set({ snapshot: sql`snapshot || ${JSON.stringify(markdown(TOO_MANY))}::jsonb` })
      .where("post_id", "=", post.id)
      .execute();
    const { items } = (await admin.get<{ items: { id: string }[] }>(`/api/admin/posts/${post.id}/revisions`)).body;
    const restored = await admin.post<ErrorBody>(`/api/admin/posts/${post.id}/revisions/${items.at(-1)?.id}/restore`, {
      version: post.version + 1,
    });
    expect([restored.status, restored.body.details]).toEqual([400, details("content")]);
  });

  test("and as many as the rule allows are accepted", async () => {
    const notes = Array.from({ length: 1000 }, (_, n) => `[^${n}]: Note ${n}.\n`).join("\n");
    const text = Array.from({ length: 1000 }, (_, n) => `Sentence ${n}.[^${n}]`).join("\n\n");
    const { status, body } = await admin.post<{ content_html: string }>(PREVIEW, markdown(`${text}\n\n${notes}`));
    expect([status, body.content_html.match(/doc-backlink/g)?.length]).toEqual([200, 1000]);
  });
});

test("pictures of the library are looked up for a long text, too", async () => {
  const { db } = app.context;
  const { id } = await db
    .insertInto("media")
    .values({ name: "lark.jpg", format: "jpg", width: 1600, height: 900, bytes: 1 } as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  const content = `![A lark](/media/${id}/1600.jpg)\n\n${PROSE.repeat(100)}`;
  const { body } = await admin.post<{ content_html: string }>(PREVIEW, markdown(content));
  expect(body.content_html).toContain('height="900"');
});
