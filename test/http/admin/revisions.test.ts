import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AdminPost } from "../../../app/domain/posts/post-shapes.ts";
import type { Restored, Revision, RevisionDifference, RevisionPage } from "../../../app/domain/posts/revisions/revision.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser, signIn } from "../../app/signed-in.ts";
import { buildCategory, buildClock, buildPost, buildUser } from "../../builders.ts";

const MINUTE = 60_000;
const clock = buildClock();
let app: TestApp;
let ada: Actor;
let grace: Actor;
let category_id: string;
const ids: string[] = [];
beforeAll(async () => {
  app = await createTestApp({ clock });
  for (const full_name of ["Ada", "Grace"]) ids.push((await buildUser(app.context.db, { role: "admin", full_name })).id);
  category_id = (await buildCategory(app.context.db)).id;
});
// Hours go by over all tests.
beforeEach(async () => {
  [ada, grace] = (await Promise.all(ids.map((id) => signIn(app, id)))).map(({ actor }) => actor) as [Actor, Actor];
});
afterAll(() => app.close());

const pathOf = (id: string, rest = "") => `/api/admin/posts/${id}${rest}`;
const text = (words: string) => `<p>${words}</p>`;
const FIRST = "Write one line in the morning and one at night, and look at them.";

let made = 0;
const create = async (values: object = {}, actor = ada) => {
  made += 1;
  const summary = { title: `Dusk ${made}`, slug: `dusk-${made}`, description: "How the day ends." };
  const {
    status,
    body,
    text: said,
  } = await actor.post<AdminPost>(pathOf("").slice(0, -1), {
    ...summary,
    content: text(FIRST),
    category_id,
    ...values,
  });
  expect(status, said).toBe(201);
  return body;
};
const read = async (id: string) => (await ada.get<AdminPost>(pathOf(id))).body;
const save = async (id: string, values: object, actor = ada) => {
  const { version } = await read(id);
  const answer = await actor.patch<AdminPost>(pathOf(id), { version, ...values });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const list = async (id: string) => (await ada.get<RevisionPage>(pathOf(id, "/revisions"))).body;
const kinds = async (id: string) => (await list(id)).items.map(({ kind }) => kind);
const differ = async (id: string, revision: string, query = "") =>
  (await ada.get<RevisionDifference>(pathOf(id, `/revisions/${revision}${query}`))).body;
const restore = async (id: string, revision: string | undefined, version?: number, actor = ada) =>
  actor.post<Restored & ErrorBody>(pathOf(id, `/revisions/${revision}/restore`), {
    version: version ?? (await read(id)).version,
  });

describe("a user who isn't an admin", () => {
  test("sees no history, and changes none", async () => {
    const { id } = await create();
    const [{ id: revision } = { id: "" }] = (await list(id)).items;
    const reader = (await signedInUser(app)).actor;
    for (const [actor, status] of [
      [reader, 403],
      [app.actors.anonymous, 401],
    ] as const) {
      expect((await actor.get(pathOf(id, "/revisions"))).status).toBe(status);
      expect((await actor.get(pathOf(id, `/revisions/${revision}`))).status).toBe(status);
      expect((await actor.patch(pathOf(id, `/revisions/${revision}`), { name: "Mine" })).status).toBe(status);
      expect((await actor.post(pathOf(id, `/revisions/${revision}/restore`), { version: 1 })).status).toBe(status);
    }
    expect((await list(id)).items.map(({ name }) => name)).toEqual([null]);
  });
});

describe("the stored revisions", () => {
  test("are one for what one person saves within ten minutes, and another for the next", async () => {
    const { id } = await create();
    clock.forward(MINUTE);
    await save(id, { content: text(`${FIRST} Every day.`) });
    clock.forward(8 * MINUTE);
    await save(id, { title: "Dusk, again" });
    const { items } = await list(id);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      kind: "created",
      title: "Dusk, again",
      words_added: 16,
      words_removed: 0,
      was_public: false,
    });
    expect(items[0]?.author).toMatchObject({ full_name: "Ada" });
    expect(items[0]?.created_at).toBe(clock.now().toISOString());

    // Ten minutes after the first of them began.
    clock.forward(MINUTE);
    await save(id, { content: text(`${FIRST} Every single night.`) });
    await save(id, { content: text(`${FIRST} Every evening.`) }, grace);
    expect(
      (await list(id)).items.map(({ kind, words_added, words_removed, author }) => [
        kind,
        words_added,
        words_removed,
        author?.full_name,
      ]),
    ).toEqual([
      ["updated", 1, 2, "Grace"],
      ["updated", 2, 1, "Ada"],
      ["created", 16, 0, "Ada"],
    ]);
  });

  test("are all that readers could see, however soon it changed again", async () => {
    const { id } = await create({ status: "published" });
    await save(id, { content: text(`${FIRST} Twice.`) });
    await save(id, { content: text(`${FIRST} Thrice.`) });
    await save(id, { status: "draft" });
    await save(id, { content: text(`${FIRST} Not yet.`) });
    const { items } = await list(id);
    expect(items.map(({ kind, was_public }) => [kind, was_public])).toEqual([
      ["unpublished", false],
      ["updated", true],
      ["updated", true],
      ["published", true],
    ]);
  });

  test("include the state before the first change, of a post that was created in another way", async () => {
    const { id } = await buildPost(app.context.db, { content: text(FIRST), content_text: FIRST, updated_at: clock.now() });
    expect(await list(id)).toMatchObject({ items: [], total: 0, pages: 0 });
    await save(id, { content: text("All new.") });
    const { items } = await list(id);
    expect(items.map(({ kind, words_added, words_removed }) => [kind, words_added, words_removed])).toEqual([
      ["updated", 2, 14],
      ["earlier", 14, 0],
    ]);
    const { blocks } = await differ(id, items[0]?.id ?? "");
    expect(blocks.map(({ change }) => change)).toEqual(["removed", "added"]);
  });

  test("are none when nothing was changed, and the status alone when many are changed at once", async () => {
    const { id } = await create();
    clock.forward(11 * MINUTE);
    await save(id, { excerpt: "" });
    expect(await kinds(id)).toEqual(["created"]);
    const untouched = await buildPost(app.context.db);
    await ada.post("/api/admin/posts/bulk", { ids: [id, untouched.id], action: "archive" });
    expect(await kinds(id)).toEqual(["archived", "created"]);
    expect(await kinds(untouched.id)).toEqual([]);
    expect((await differ(id, (await list(id)).items[0]?.id ?? "")).fields).toEqual([
      { field: "status", before: "draft", after: "archived" },
    ]);
  });

  test("are the newest 200, and all with a name", async () => {
    const { id } = await create();
    const [oldest] = (await list(id)).items;
    await ada.patch(pathOf(id, `/revisions/${oldest?.id}`), { name: "The beginning" });
    await app.context.db
      .insertInto("post_revisions")
      .values(
        Array.from({ length: 205 }, (_, n) => ({
          post_id: id,
          kind: "updated",
          began_at: clock.now(),
          created_at: clock.now(),
          was_public: false,
          title: `Number ${n}`,
          status: "draft",
          snapshot: "{}",
          content_text: "",
          words_added: 0,
          words_removed: 0,
        })),
      )
      .execute();
    clock.forward(11 * MINUTE);
    await save(id, { title: "The last" });
    const page = await list(id);
    expect(page).toMatchObject({ total: 201, pages: 5, limit: 50 });
    const last = (await ada.get<RevisionPage>(pathOf(id, "/revisions?page=5"))).body;
    expect(last.items.map(({ name }) => name)).toEqual(["The beginning"]);
    expect((await ada.get<RevisionPage>(pathOf(id, "/revisions?page=9"))).body.items).toEqual([]);
  });

  test("are deleted with the post, and stay without their author", async () => {
    const { id } = await create();
    const leaving = await signedInUser(app, { role: "admin" });
    await save(id, { title: "By someone else" }, leaving.actor);
    await app.context.db.deleteFrom("users").where("id", "=", leaving.user.id).execute();
    expect((await list(id)).items[0]).toMatchObject({ title: "By someone else", author: null });
    await app.context.db.deleteFrom("posts").where("id", "=", id).execute();
    expect((await ada.get(pathOf(id, "/revisions"))).status).toBe(404);
  });
});

describe("a revision", () => {
  test("says how it differs, from the previous one and from the current post", async () => {
    const { id } = await create({ tags: ["Habits"] });
    clock.forward(11 * MINUTE);
    await save(id, {
      title: "Another",
      tags: ["Habits", "Evening"],
      content: `${text(FIRST.replace("night", "noon"))}<p>More.</p>`,
    });
    const [newest, first] = (await list(id)).items as [Revision, Revision];
    const change = await differ(id, newest.id);
    expect(change.before?.created_at).toBe(first.created_at);
    expect(change.fields).toEqual([
      { field: "title", before: first.title, after: "Another" },
      { field: "tags", before: "Habits", after: "Evening, Habits" },
    ]);
    expect(change.blocks).toEqual([
      { change: "changed", html: text(FIRST.replace("night", "<del>night</del><ins>noon</ins>")) },
      { change: "added", html: "<p><ins>More.</ins></p>" },
    ]);
    expect((await differ(id, newest.id, "?against=current")).blocks.map(({ change: one }) => one)).toEqual(["same", "same"]);
    expect((await differ(id, first.id, "?against=current")).blocks).toEqual(change.blocks);
    const beginning = await differ(id, first.id);
    expect(beginning.before).toBeNull();
    expect(beginning.blocks).toEqual([{ change: "added", html: `<p><ins>${FIRST}</ins></p>` }]);
  });

  test("gets a name, stays whatever follows it, and loses the name again", async () => {
    const { id } = await create();
    const [first] = (await list(id)).items;
    const path = pathOf(id, `/revisions/${first?.id}`);
    expect((await ada.patch<Revision>(path, { name: "  Before the rewrite " })).body.name).toBe("Before the rewrite");
    await save(id, { title: "Rewritten" });
    expect((await list(id)).items.map(({ name }) => name)).toEqual([null, "Before the rewrite"]);
    expect((await ada.patch<Revision>(path, { name: null })).body.name).toBeNull();
    expect((await ada.patch(path, { name: " " })).status).toBe(400);
    expect((await ada.patch(path, { name: "a".repeat(101) })).status).toBe(400);
  });

  test("of another post, or of none, isn't found", async () => {
    const [one, other] = [await create(), await create()];
    const [revision] = (await list(one.id)).items;
    for (const [id, of] of [
      [other.id, revision?.id],
      [one.id, crypto.randomUUID()],
      [crypto.randomUUID(), revision?.id],
    ]) {
      expect((await ada.get(pathOf(String(id), `/revisions/${of}`))).status).toBe(404);
      expect((await ada.patch(pathOf(String(id), `/revisions/${of}`), { name: "x" })).status).toBe(404);
      expect((await ada.post(pathOf(String(id), `/revisions/${of}/restore`), { version: 1 })).status).toBe(404);
    }
  });
});

describe("restoring", () => {
  test("brings a draft back to the revision, and keeps the state before it", async () => {
    const { id, title, slug } = await create({ tags: ["Habits"], excerpt: "In short." });
    clock.forward(11 * MINUTE);
    await save(id, {
      title: "Another",
      slug: `${slug}-moved`,
      tags: [],
      excerpt: "",
      content: text("Nothing of it."),
      featured: true,
    });
    const first = (await list(id)).items.at(-1);
    const answer = await restore(id, first?.id);
    expect([answer.status, answer.body]).toEqual([200, { version: (await read(id)).version, staged: false, left_out: [] }]);
    expect(await read(id)).toMatchObject({
      title,
      slug,
      excerpt: "In short.",
      content: text(FIRST),
      featured: false,
      status: "draft",
    });
    expect((await read(id)).tags.map(({ name }) => name)).toEqual(["Habits"]);
    expect((await list(id)).items.map(({ kind, title: called }) => [kind, called])).toEqual([
      ["restored", title],
      ["updated", "Another"],
      ["created", title],
    ]);
  });

  test("never publishes, and changes nothing of a post that somebody has saved since", async () => {
    const { id } = await create({ status: "published" });
    await save(id, { status: "draft", content: text("Taken back for now, until it is good.") });
    const published = (await list(id)).items.at(-1);
    expect(published?.kind).toBe("published");
    const { version } = await read(id);
    await save(id, { title: "Meanwhile" }, grace);
    const stale = await restore(id, published?.id, version);
    expect([stale.status, stale.body.code]).toEqual([409, "stale_version"]);
    expect(await read(id)).toMatchObject({ title: "Meanwhile" });
    expect((await restore(id, published?.id)).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: "draft", published_at: null, content: text(FIRST) });
  });

  test("of a published post is staged, and overwrites no staged edit", async () => {
    const { id, slug, title } = await create({ status: "published" });
    await save(id, { title: "Seen by readers", content: text("What everybody reads now, word for word.") });
    const first = (await list(id)).items.at(-1);
    const { version } = await read(id);
    const answer = await restore(id, first?.id);
    expect([answer.status, answer.body]).toEqual([200, { version, staged: true, left_out: [] }]);
    expect(await read(id)).toMatchObject({ title: "Seen by readers", version, status: "published" });
    const seen = await app.actors.anonymous.get<{ title: string }>(`/api/posts/${slug}`);
    expect(seen.body.title).toBe("Seen by readers");
    const waiting = await ada.get<{ writing: object }>(pathOf(id, "/edit"));
    expect(waiting.body.writing).toMatchObject({ title, content: text(FIRST), status: "published" });
    const again = await restore(id, first?.id);
    expect([again.status, again.body.code]).toEqual([409, "changes_wait"]);
    expect((await list(id)).items.map(({ kind }) => kind)).toEqual(["updated", "published"]);
  });

  test("leaves out what is gone or another's by now, and says so", async () => {
    const gone = await buildCategory(app.context.db);
    const { id, slug } = await create({ category_id: gone.id });
    clock.forward(11 * MINUTE);
    await save(id, { slug: `${slug}-moved`, category_id });
    await app.context.db.deleteFrom("categories").where("id", "=", gone.id).execute();
    await buildPost(app.context.db, { slug });
    const first = (await list(id)).items.at(-1);
    expect((await restore(id, first?.id)).body.left_out).toEqual(["slug", "category"]);
    expect(await read(id)).toMatchObject({ slug: `${slug}-moved`, category_id });
  });
});
