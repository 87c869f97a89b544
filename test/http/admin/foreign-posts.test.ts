import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Grant } from "../../../app/domain/users/grants/grant-rules.ts";
import { type Actor, createActor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";
import { addressOf, type Call, type Operation, operationsOfApi, soundCall } from "../operations.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const WRITERS: Grant[][] = [["contributor"], ["author"], ["contributor", "moderator"]];

let app: TestApp;
let admin: Actor;
let operations: Operation[];
/** By what they are; the ids in paths below them are real, too. */
let foreign: Record<string, string>;
const below: Record<string, string> = {};

const idOf = async (values: Parameters<typeof buildPost>[1]) => (await buildPost(app.context.db, values)).id;
const made = async (id: string, path: string, body: unknown) =>
  (await admin.post<{ id: string }>(`/api/admin/posts/${id}/${path}`, body)).body.id;

beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  operations = operationsOfApi((await admin.get<Parameters<typeof operationsOfApi>[0]>("/api/openapi.json")).body).filter(
    ({ path }) => path.startsWith("/api/admin/"),
  );
  const draft = { status: "draft", published_at: null };
  const author_id = (await signedInUser(app, { grants: ["author"] })).user.id;
  foreign = {
    "a draft": await idOf({ ...draft, author_id, slug: "their-draft" }),
    "a published post": await idOf({ author_id }),
    "a post without an author": await idOf(draft),
    "a post in the trash": await idOf({ ...draft, author_id }),
  };
  const { "a draft": id = "", "a post in the trash": trashed } = foreign;
  await admin.patch(`/api/admin/posts/${id}`, { title: "Their draft", version: 1 });
  await app.context.db.updateTable("posts").set({ version: 1 }).where("id", "=", id).execute();
  await admin.delete(`/api/admin/posts/${trashed}`);
  const { body } = await admin.get<{ items: { id: string }[] }>(`/api/admin/posts/${id}/revisions`);
  below.revision = body.items[0]?.id ?? "";
  below.preview = await made(id, "previews", { lasts: "7d", may_note: true });
  const note = {
    post_id: id,
    preview_id: below.preview,
    author_name: "Grace",
    content: "So?",
    quote: "",
    created_at: new Date(),
  };
  below.note = (await app.context.db.insertInto("post_preview_notes").values(note).returning("id").executeTakeFirstOrThrow()).id;
});
afterAll(() => app.close());

/** Every id in a body is replaced. */
function withId(value: unknown, id: string): unknown {
  if (typeof value === "string") return UUID.test(value) ? id : value;
  if (Array.isArray(value)) return value.map((one) => withId(one, id));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withId(one, id)]));
}

const namesPost = ({ path }: Operation) => /\/posts\/\{id\}|\/trash\/\{kind\}/.test(path);

const withOtherIds = (path: Record<string, string>) =>
  Object.fromEntries(Object.entries(path).map(([name, one]) => [name, UUID.test(one) ? crypto.randomUUID() : one]));

/** The calls of an operation that name the post, in the path or in the body. */
function callsAbout(operation: Operation, id: string, own: string): Call[] {
  const call = soundCall(operation);
  const path = { ...withOtherIds(call.path), ...below, ...(namesPost(operation) && { id: own }) };
  const body = withId(call.body, id);
  const inBody = JSON.stringify(body) === JSON.stringify(call.body) ? [] : [{ ...call, path, body }];
  return namesPost(operation) ? [{ ...call, path: { ...path, id } }, ...inBody] : inBody;
}

/** The whole answers, with a word for the id. */
async function answersTo(token: string, operation: Operation, { id, own }: { id: string; own: string }) {
  const answers: unknown[] = [];
  for (const call of callsAbout(operation, id, own)) {
    const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) };
    const headers = { ...call.headers, authorization: `Bearer ${token}`, "content-type": "application/json" };
    const {
      status,
      text,
      headers: answered,
    } = await createActor(app.fetch).send(call.method, addressOf(operation.path, call), {
      ...body,
      headers,
    });
    answers.push({ status, text: text.replaceAll(id, "(id)"), type: answered.get("content-type") });
  }
  return answers;
}

const everything = () =>
  app.context.db.selectFrom("posts").selectAll().where("id", "in", Object.values(foreign)).orderBy("id").execute();

/** What differs from user to user and post to post of one's own. */
const OWN =
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}|\d{4}-\d\d-\d\dT[\d:.]+Z|article[ -]\d+(-\w+)*|author[ -]\d+/gi;

const fresh = (answers: unknown[]) => JSON.parse(JSON.stringify(answers).replaceAll(OWN, "…"));

describe.each(WRITERS.map((grants) => ({ grants })))("with $grants", ({ grants }) => {
  test("somebody else’s post is answered like one that doesn’t exist, by every operation", async () => {
    const before = await everything();
    const wrong: string[] = [];
    for (const operation of operations) {
      const ask = async (id: string) => {
        const { user, token } = await signedInUser(app, { grants });
        const own = (await buildPost(app.context.db, { author_id: user.id, status: "draft", published_at: null, title: "Mine" }))
          .id;
        return fresh(await answersTo(token, operation, { id, own }));
      };
      const unknown = JSON.stringify(await ask(crypto.randomUUID()));
      for (const [which, id] of Object.entries(foreign)) {
        const answer = JSON.stringify(await ask(id));
        if (answer !== unknown) wrong.push(`${operation.operation.operationId}, ${which}: ${answer} and not ${unknown}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test("a page of one’s own is none", async () => {
    const { user, actor } = await signedInUser(app, { grants });
    const id = await idOf({ author_id: user.id, kind: "page" });
    expect((await actor.get(`/api/admin/posts/${id}`)).status).toBe(404);
  });

  test("titles and links of others’ drafts are unknown to the check", async () => {
    const { actor } = await signedInUser(app, { grants });
    const slugs = [foreign["a draft"], "their-draft", "nowhere"];
    const { body } = await actor.post("/api/admin/posts/check", { id: null, title: "Their draft", slugs });
    expect(body).toEqual({ titles: [], links: slugs.map((slug) => ({ slug, state: "missing", to: null })) });
  });

  test("lists, counts, searches, the calendar and the trash have one’s own posts alone", async () => {
    const { user, actor } = await signedInUser(app, { grants });
    const [own, planned] = [
      await idOf({ author_id: user.id, status: "draft", published_at: null, title: "Their own" }),
      await idOf({ author_id: user.id, published_at: new Date("2026-11-20T12:00:00Z") }),
    ];
    const ids = (items: { id: string }[]) => items.map(({ id }) => id).sort();
    type Page = { items: { id: string }[]; total: number; counts: object };
    const { body: all } = await actor.get<Page>("/api/admin/posts");
    expect([ids(all.items), all.total, all.counts]).toEqual([
      [own, planned].sort(),
      2,
      { all: 2, draft: 1, published: 1, archived: 0, handed_in: 0 },
    ]);
    for (const sort of ["views", "-likes", "title", "published_at"])
      expect((await actor.get<Page>(`/api/admin/posts?sort=${sort}`)).body.total).toBe(2);
    expect(ids((await actor.get<Page>("/api/admin/posts?search=their")).body.items)).toEqual([own]);
    type Calendar = { entries: { post_id: string }[]; drafts: { items: { id: string }[]; total: number } };
    const { body: days } = await actor.get<Calendar>("/api/admin/calendar?from=2024-12-20&to=2025-01-31");
    expect(days).toMatchObject({ entries: [], drafts: { items: [{ id: own }], total: 1 } });
    await actor.delete(`/api/admin/posts/${own}`);
    const { body: trash } = await actor.get<Page>("/api/admin/trash");
    expect([ids(trash.items), trash.counts]).toEqual([[own], { all: 1, post: 1, comment: 0, category: 0 }]);
  });
});
