import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { MadePreview, PreviewLink, PreviewNotes } from "../../app/domain/previews/preview.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser, signIn } from "../app/signed-in.ts";
import { buildClock, buildPost, buildUser } from "../builders.ts";

const HOUR = 60 * 60_000;
const WORDS = "Nobody knows of this yet.";
const clock = buildClock();
let app: TestApp;
let admin: Actor;
let adminId: string;
beforeAll(async () => {
  app = await createTestApp({ clock });
  adminId = (await buildUser(app.context.db, { role: "admin", full_name: "Ada" })).id;
});
const signInAnew = async () => {
  admin = (await signIn(app, adminId)).actor;
};
// Hours go by in some of the tests.
beforeEach(signInAnew);
afterAll(() => app.close());

const draft = (values: object = {}) =>
  buildPost(app.context.db, {
    status: "draft",
    published_at: null,
    title: "Not yet",
    content_html: `<p>${WORDS}</p>`,
    content_text: WORDS,
    ...values,
  });
const linksOf = (id: string) => `/api/admin/posts/${id}/previews`;
const notesOf = (id: string) => `/api/admin/posts/${id}/notes`;
const share = async (id: string, values: object = {}) => {
  const { status, body, text } = await admin.post<MadePreview>(linksOf(id), { lasts: "7d", may_note: true, ...values });
  expect(status, text).toBe(201);
  return { ...body, path: new URL(body.url).pathname };
};
const open = (path: string) => app.actors.anonymous.get(path);
const leave = (path: string, fields: Record<string, string>, address?: string) =>
  app.actors
    .from(address ? { address } : {})
    .send("POST", path, { body: new URLSearchParams({ name: "Grace", text: "Lovely.", quote: "", ...fields }) });

describe("a user who isn't an admin", () => {
  test("creates no links, sees none, revokes none, and reads no notes", async () => {
    const { id } = await draft();
    const link = await share(id);
    await leave(link.path, {});
    const { items } = (await admin.get<PreviewNotes>(notesOf(id))).body;
    const reader = (await signedInUser(app)).actor;
    for (const [actor, status] of [
      [reader, 403],
      [app.actors.anonymous, 401],
    ] as const) {
      expect((await actor.post(linksOf(id), { lasts: "7d", may_note: true })).status).toBe(status);
      expect((await actor.get(linksOf(id))).status).toBe(status);
      expect((await actor.delete(`${linksOf(id)}/${link.id}`)).status).toBe(status);
      expect((await actor.get(notesOf(id))).status).toBe(status);
      expect((await actor.patch(`${notesOf(id)}/${items[0]?.id}`, { resolved: true })).status).toBe(status);
      expect((await actor.delete(`${notesOf(id)}/${items[0]?.id}`)).status).toBe(status);
    }
    expect((await open(link.path)).status).toBe(200);
  });
});

describe("a preview link", () => {
  test("shows the article without an account, to nobody else, and is never cached", async () => {
    const post = await draft();
    const { path, url, expires_at } = await share(post.id);
    expect(url).toMatch(/^http:\/\/blog\.test\/preview\/[0-9a-f]{64}$/);
    expect(expires_at).toBe(new Date(clock.now().getTime() + 7 * 24 * HOUR).toISOString());
    const { status, text, headers } = await open(path);
    expect(status).toBe(200);
    expect(text).toContain(WORDS);
    expect(text).toContain("Preview: not published.");
    expect(text).toMatch(/Link ends on <time[^>]*>Jan 8, 2026/);
    expect(text).toContain('<meta name="robots" content="noindex, nofollow"/>');
    expect(text).not.toMatch(/pixel\.gif|\sstyle=|<style/);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
    });
    expect(headers.get("etag")).toBeNull();
    expect(headers.get("content-security-policy")).toContain("script-src 'self';");
    expect((await open(`/story/${post.slug}`)).status).toBe(404);
    expect((await app.actors.anonymous.send("HEAD", path)).status).toBe(200);
  });

  test("follows the post, and says when it has been published", async () => {
    const { id } = await draft();
    const { path } = await share(id);
    await app.context.db.updateTable("posts").set({ title: "Changed since" }).where("id", "=", id).execute();
    expect((await open(path)).text).toContain("Changed since");
    await app.context.db
      .updateTable("posts")
      .set({ status: "published", published_at: clock.now() })
      .where("id", "=", id)
      .execute();
    expect((await open(path)).text).toContain("Preview: this version is published.");
  });

  test("shows the staged edit, which nobody else sees", async () => {
    const post = await buildPost(app.context.db, { content_html: "<p>As it is.</p>" });
    const { path } = await share(post.id);
    const writing = {
      title: "With a new title",
      slug: post.slug,
      description: "",
      excerpt: "In short",
      content: "<h2>New</h2><p>What waits.<script>alert(1)</script></p>",
      content_format: "html",
      status: "published",
      featured: false,
      category_id: null,
      tags: ["Habits"],
      featured_image: null,
      featured_image_alt: "",
    };
    const kept = { writing, version: 0, base_version: post.version };
    expect((await admin.put(`/api/admin/posts/${post.id}/edit`, kept)).status).toBe(200);
    const { text } = await open(path);
    for (const shown of ["Preview: includes unpublished changes.", "With a new title", "What waits.", "In short", "Habits"]) {
      expect(text).toContain(shown);
    }
    expect(text).not.toContain("alert(1)");
    expect((await open(`/story/${post.slug}`)).text).not.toContain("What waits.");
  });

  test("ends at its time, when it is revoked and with the post; then it looks like one that never existed", async () => {
    const { id } = await draft();
    const [hour, week, other] = [await share(id, { lasts: "1h" }), await share(id), await share(id)];
    const never = await open(`/preview/${"0".repeat(64)}`);
    expect([never.status, never.text.includes("This preview is no longer available")]).toEqual([404, true]);
    expect(never.headers.get("cache-control")).toBe("private, no-store");
    clock.forward(HOUR - 1);
    expect((await open(hour.path)).status).toBe(200);
    clock.forward(1);
    expect((await open(hour.path)).text).toBe(never.text);
    await signInAnew();
    expect((await admin.get<{ items: PreviewLink[] }>(linksOf(id))).body.items.map((one) => one.id).sort()).toEqual(
      [week.id, other.id].sort(),
    );
    expect((await admin.delete(`${linksOf(id)}/${week.id}`)).status).toBe(204);
    expect((await admin.delete(`${linksOf(id)}/${week.id}`)).status).toBe(404);
    const revoked = await open(week.path);
    expect([revoked.status, revoked.text]).toEqual([404, never.text]);
    expect((await leave(week.path, {})).status).toBe(404);
    await app.context.db.deleteFrom("posts").where("id", "=", id).execute();
    expect((await open(other.path)).status).toBe(404);
  });

  test("can't be guessed from the database, the list, the audit log or the access log", async () => {
    const { id } = await draft();
    const { path } = await share(id);
    const token = path.split("/").at(-1) ?? "";
    await open(path);
    const rows = await app.context.db.selectFrom("post_previews").selectAll().where("post_id", "=", id).execute();
    const texts = [
      JSON.stringify(rows),
      (await admin.get(linksOf(id))).text,
      (await admin.get("/api/admin/audit")).text,
      JSON.stringify(app.logged),
    ];
    for (const text of texts) expect(text).not.toContain(token);
    expect(rows[0]?.token_hash).toHaveLength(32);
  });

  test("is one of at most twenty of a post", async () => {
    const { id } = await draft();
    for (let n = 0; n < 20; n += 1) await share(id);
    const refused = await admin.post<ErrorBody>(linksOf(id), { lasts: "7d", may_note: true });
    expect([refused.status, refused.body.code]).toEqual([409, "too_many_previews"]);
    expect((await admin.post(linksOf(crypto.randomUUID()), { lasts: "7d", may_note: true })).status).toBe(404);
  });

  test("that is invalid gets a friendly page, whatever the URL is", async () => {
    for (const token of ["x", "%00", "%E0%A4%A", "..%2f..", "a".repeat(3000), "é".repeat(64), "A".repeat(64)]) {
      const { status } = await open(`/preview/${token}`);
      expect([400, 404], token).toContain(status);
    }
    expect((await open("/preview")).status).toBe(404);
  });
});

describe("a note", () => {
  test("is left without an account, read in the editor, settled, opened again and deleted", async () => {
    const { id } = await draft();
    const { path } = await share(id);
    const left = await leave(path, { name: " Grace ", text: "I stumbled here.\r\n\r\n\r\nTwice.", quote: "Nobody knows" });
    expect([left.status, left.headers.get("location")]).toEqual([303, `${path}?noted#note`]);
    expect((await open(`${path}?noted`)).text).toContain("Thank you. Your note has been sent to the author.");
    clock.forward(1000);
    await leave(path, { text: "<b>Second</b>" });
    const notices = app.context.db.selectFrom("admin_notices").select(["title", "text", "path"]).where("kind", "=", "note");
    expect(await notices.where("path", "=", `/admin/posts/edit/${id}`).orderBy("id").execute()).toEqual([
      { title: "A note by Grace on “Not yet”", text: "I stumbled here.\n\nTwice.", path: `/admin/posts/edit/${id}` },
      { title: "A note by Grace on “Not yet”", text: "<b>Second</b>", path: `/admin/posts/edit/${id}` },
    ]);
    const notes = (await admin.get<PreviewNotes>(notesOf(id))).body;
    expect(notes.open).toBe(2);
    expect(notes.items.map(({ content }) => content)).toEqual(["<b>Second</b>", "I stumbled here.\n\nTwice."]);
    expect(notes.items[1]).toMatchObject({ author_name: "Grace", quote: "Nobody knows", resolved_at: null, resolved_by: null });
    const newest = notes.items[0]?.id;
    const settled = await admin.patch<object>(`${notesOf(id)}/${newest}`, { resolved: true });
    expect(settled.body).toMatchObject({ resolved_at: clock.now().toISOString(), resolved_by: { full_name: "Ada" } });
    const after = (await admin.get<PreviewNotes>(notesOf(id))).body;
    expect([after.open, after.items.at(-1)?.id]).toEqual([1, newest]);
    expect((await admin.patch<object>(`${notesOf(id)}/${newest}`, { resolved: false })).body).toMatchObject({
      resolved_at: null,
    });
    expect((await admin.delete(`${notesOf(id)}/${newest}`)).status).toBe(204);
    expect((await admin.delete(`${notesOf(id)}/${newest}`)).status).toBe(404);
    // Other readers of the link don't see the note.
    expect((await open(path)).text).not.toContain("I stumbled here");
  });

  test("that breaks a rule is refused with the reason next to its field, and what was typed stays", async () => {
    const { id } = await draft();
    const { path } = await share(id);
    const refused = await leave(path, { name: "", text: "Keep <this>", quote: "q".repeat(301) });
    expect(refused.status).toBe(400);
    for (const said of ["Please say who you are", "The passage can have at most 300 characters", "Keep &lt;this&gt;"]) {
      expect(refused.text).toContain(said);
    }
    const unfit: [field: string, typed: string][] = [
      ["text", " "],
      ["text", "a".repeat(2001)],
      ["text", "\0"],
      ["name", "a".repeat(81)],
      ["name", "a\u0007"],
    ];
    for (const [field, typed] of unfit) expect((await leave(path, { [field]: typed })).status).toBe(400);
    for (const body of ["", "{", "%", "name=%ff&text=%00"]) {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      expect((await app.actors.anonymous.send("POST", path, { body, headers })).status).toBe(400);
    }
    const multipart = { "content-type": "multipart/form-data" };
    expect((await app.actors.anonymous.send("POST", path, { body: "nonsense", headers: multipart })).status).toBe(400);
    expect([400, 413]).toContain((await leave(path, { text: "a".repeat(70_000) })).status);
    expect((await admin.get<PreviewNotes>(notesOf(id))).body.items).toEqual([]);
  });

  test("is refused if notes are closed, and from a program that fills in every field", async () => {
    const { id } = await draft();
    const silent = await share(id, { may_note: false });
    expect((await open(silent.path)).text).not.toContain("Leave a note");
    expect((await leave(silent.path, {})).status).toBe(404);
    const { path } = await share(id);
    expect((await leave(path, { website: "http://spam.example" })).status).toBe(303);
    expect((await admin.get<PreviewNotes>(notesOf(id))).body.items).toEqual([]);
  });

  test("is one of twenty in ten minutes from one address; what was typed stays", async () => {
    const { id } = await draft();
    const { path } = await share(id);
    for (let n = 0; n < 20; n += 1) expect((await leave(path, { text: `Note ${n}` }, "203.0.113.9")).status).toBe(303);
    const refused = await leave(path, { text: "One too many" }, "203.0.113.9");
    expect(refused.status).toBe(429);
    expect(refused.text).toContain("One too many");
    expect(refused.text).toContain("Too many tries");
    expect(refused.headers.get("retry-after")).not.toBeNull();
    expect((await leave(path, {}, "203.0.113.10")).status).toBe(303);
    expect((await admin.get<PreviewNotes>(notesOf(id))).body.open).toBe(21);
  });
});
