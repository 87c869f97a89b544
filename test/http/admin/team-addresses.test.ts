import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminPost } from "../../../app/domain/posts/post-shapes.ts";
import type { Revision } from "../../../app/domain/posts/revisions/revision.ts";
import type { Grant } from "../../../app/domain/users/grants/grant-rules.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildPost } from "../../builders.ts";

const PATH = "/api/admin/posts";
const CONTENT = `<p>${"Larks at dawn. ".repeat(9)}</p>`;
const KEEPER = "keeper-of-secrets@blog.example";
const UNNAMED = "nobody-knows-me@blog.example";

let app: TestApp;
let keeper: Actor;
let unnamed: { id: string };
let category_id: string;
beforeAll(async () => {
  app = await createTestApp();
  keeper = (await signedInUser(app, { role: "admin", email: KEEPER, full_name: "Kim Keeper" })).actor;
  unnamed = (await signedInUser(app, { grants: ["editor"], email: UNNAMED, full_name: null })).user;
  category_id = (await buildCategory(app.context.db)).id;
});
afterAll(() => app.close());

/** A post of the actor which everybody who works on the site has had in hand. */
async function sharedPost(of: { id: string }) {
  const values = { author_id: of.id, category_id, content: CONTENT, status: "draft", published_at: null };
  const { id } = await buildPost(app.context.db, values);
  const changed = await keeper.patch<AdminPost>(`${PATH}/${id}`, { version: 1, title: "Seen by Kim" });
  expect(changed.status).toBe(200);
  expect((await keeper.patch(`${PATH}/${id}/options`, { coauthors: [unnamed.id] })).status).toBe(200);
  const { body: link } = await keeper.post<{ id: string }>(`${PATH}/${id}/previews`, { lasts: "1d", may_note: true });
  const note = { post_id: id, preview_id: link.id, author_name: "A friend", content: "A comma is missing", quote: "" };
  const { id: noteId } = await app.context.db
    .insertInto("post_preview_notes")
    .values({ ...note, created_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect((await keeper.patch(`${PATH}/${id}/notes/${noteId}`, { resolved: true })).status).toBe(200);
  return { id };
}

describe.each([["contributor"], ["author"], ["editor"]] as Grant[][])("%s", (grant) => {
  test("reads no email address of others who work on the site, and their names", async () => {
    const { actor, user } = await signedInUser(app, { grants: [grant], full_name: "Own Name" });
    const { id } = await sharedPost(user);
    const { items } = (await keeper.get<{ items: Revision[] }>(`${PATH}/${id}/revisions`)).body;
    const answers = [
      await actor.get(PATH),
      await actor.get(`${PATH}/${id}`),
      await actor.get(`${PATH}/${id}/revisions`),
      await actor.get(`${PATH}/${id}/revisions/${items[0]?.id}`),
      await actor.get(`${PATH}/${id}/previews`),
      await actor.get(`${PATH}/${id}/notes`),
      await actor.get("/api/admin/dashboard"),
      await actor.get("/api/admin/calendar?from=2026-01-01&to=2026-02-01"),
      ...(grant === "editor" ? [await actor.get("/api/admin/authors"), await actor.get("/api/admin/pages")] : []),
    ];
    for (const { text } of answers) expect([KEEPER, UNNAMED].filter((address) => text.includes(address))).toEqual([]);
    expect(answers.slice(0, 6).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(answers[1]?.body).toMatchObject({
      author: { id: user.id, full_name: "Own Name" },
      coauthors: [{ id: unnamed.id, full_name: null, email: null }],
    });
    expect(answers[2]?.body).toMatchObject({ items: [{ author: { full_name: "Kim Keeper", email: null } }, {}] });
    expect(answers[4]?.body).toMatchObject({ items: [{ created_by: { full_name: "Kim Keeper", email: null } }] });
    expect(answers[5]?.body).toMatchObject({ items: [{ resolved_by: { full_name: "Kim Keeper", email: null } }] });
  });
});

test("somebody who changes or plans a published post is named without an address, too", async () => {
  const { actor, user } = await signedInUser(app, { grants: ["author"] });
  const { id } = await buildPost(app.context.db, { author_id: user.id, category_id, content: CONTENT });
  const { body } = await keeper.get<AdminPost>(`${PATH}/${id}`);
  const { title, slug, excerpt, description, content, content_format, featured, featured_image, status, kind } = body;
  const writing = { title, slug, excerpt, description, content, content_format, featured, featured_image, status, kind };
  const rest = { featured_image_alt: "", tags: [], category_id, language: null };
  const staged = await keeper.put(`${PATH}/${id}/edit`, { writing: { ...writing, ...rest }, version: 0, base_version: 1 });
  expect(staged.body).toMatchObject({ editor: { email: KEEPER } });
  const seen = await actor.get(`${PATH}/${id}/edit`);
  expect(seen.body).toMatchObject({ editor: { full_name: "Kim Keeper", email: null } });
  expect(seen.text).not.toContain(KEEPER);
});

test("admins read the addresses", async () => {
  const { user } = await signedInUser(app, { grants: ["contributor"] });
  const { id } = await sharedPost(user);
  const { body } = await keeper.get<AdminPost>(`${PATH}/${id}`);
  expect([body.author?.email, body.coauthors.map(({ email }) => email)]).toEqual([user.email, [UNNAMED]]);
});
