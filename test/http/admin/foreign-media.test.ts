import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Grant } from "../../../app/domain/users/grants/grant-rules.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildPost } from "../../builders.ts";
import { jpeg } from "../../media/pictures.ts";

const PATH = "/api/admin/media";
type Page = { items: { id: string }[]; total: number; counts: object };
type Bulk = { changed: number; unchanged: number; in_use: number };

let app: TestApp;
let theirs: string;
const grantedTo = (...grants: Grant[]) => signedInUser(app, { grants });
const upload = async (actor: Actor): Promise<string> => {
  const file = { body: new Uint8Array(await jpeg(40, 30)), headers: { "content-type": "application/octet-stream" } };
  return (await actor.send<{ id: string }>("POST", `${PATH}?name=a.jpg`, file)).body.id;
};
const rowOf = (id: string) => app.context.db.selectFrom("media").selectAll().where("id", "=", id).executeTakeFirst();

beforeAll(async () => {
  app = await createTestApp();
  theirs = await upload((await grantedTo("author")).actor);
});
afterAll(() => app.close());

describe.each([["contributor"], ["author"]] as Grant[][])("%s", (grant) => {
  test("gets the answer of an image that doesn’t exist for somebody else’s", async () => {
    const { actor } = await grantedTo(grant);
    const before = await rowOf(theirs);
    const answers = async (id: string) => [
      await actor.get(`${PATH}/${id}`),
      await actor.get(`${PATH}/${id}/thumbnail`),
      await actor.patch(`${PATH}/${id}`, { alt: "Mine" }),
      await actor.delete(`${PATH}/${id}`),
      await actor.post(`${PATH}/bulk`, { ids: [id], action: "trash" }),
      await actor.post(`${PATH}/bulk`, { ids: [id], action: "restore" }),
      await actor.post(`${PATH}/bulk`, { ids: [id], action: "delete" }),
    ];
    const plain = async (id: string) => (await answers(id)).map(({ status, text }) => [status, text.replaceAll(id, "(id)")]);
    const found = await plain(theirs);
    expect(found).toEqual(await plain(crypto.randomUUID()));
    expect(found.map(([status]) => status)).toEqual([404, 404, 404, 404, 200, 200, 200]);
    expect(await rowOf(theirs)).toEqual(before);
  });

  test("sees, changes, deletes and restores their own alone, and empties the trash of theirs", async () => {
    const { actor } = await grantedTo(grant);
    const own = await upload(actor);
    const { body } = await actor.get<Page>(PATH);
    expect([body.items.map(({ id }) => id), body.total, body.counts]).toEqual([
      [own],
      1,
      { all: 1, unused: 1, undescribed: 1, trash: 0 },
    ]);
    expect((await actor.get(`${PATH}/${own}/thumbnail`)).status).toBe(200);
    expect((await actor.patch(`${PATH}/${own}`, { alt: "Mine" })).body).toMatchObject({ alt: "Mine" });
    const bulk = async (action: string) => (await actor.post<Bulk>(`${PATH}/bulk`, { ids: [own, theirs], action })).body;
    expect(await bulk("trash")).toEqual({ changed: 1, unchanged: 1, in_use: 0 });
    expect(await bulk("restore")).toEqual({ changed: 1, unchanged: 1, in_use: 0 });
    const other = await grantedTo("author");
    const gone = await upload(other.actor);
    await other.actor.delete(`${PATH}/${gone}`);
    expect((await actor.delete(`${PATH}/${own}`)).status).toBe(204);
    expect((await actor.delete(`${PATH}/trash`)).body).toEqual({ deleted: 1 });
    expect([await rowOf(own), (await rowOf(gone))?.trashed_at]).toEqual([undefined, expect.any(Date)]);
  });

  test("doesn’t read the titles of others’ drafts that use theirs, unless they are a co-author", async () => {
    const { actor, user } = await grantedTo(grant);
    const id = await upload(actor);
    const content_html = `<img src="/media/${id}/40.jpg">`;
    const draft = await buildPost(app.context.db, {
      title: "A secret",
      status: "draft",
      published_at: null,
      content: content_html,
      content_html,
    });
    const { body } = await actor.get<{ uses: number; posts: object[] }>(`${PATH}/${id}`);
    expect([body.uses, body.posts]).toEqual([1, [{ id: null, title: "Another post", status: "draft" }]]);
    const refused = await actor.delete(`${PATH}/${id}`);
    expect([refused.status, refused.text.includes("secret")]).toEqual([409, false]);
    await app.context.db.insertInto("post_coauthors").values({ post_id: draft.id, user_id: user.id, position: 0 }).execute();
    const named = (await actor.get<{ posts: object[] }>(`${PATH}/${id}`)).body.posts;
    expect(named).toEqual([{ id: draft.id, title: "A secret", status: "draft" }]);
  });
});

test("an image on the page of an author without a name doesn’t tell their email address", async () => {
  const { actor } = await grantedTo("contributor");
  const own = await upload(actor);
  const { actor: nameless } = await signedInUser(app, { role: "admin", full_name: null, email: "nameless.heron@reeds.test" });
  expect((await nameless.patch("/api/admin/author", { picture: `/media/${own}/40.jpg` })).status).toBe(200);
  const { body } = await actor.get<{ posts: object[] }>(`${PATH}/${own}`);
  expect(body.posts).toEqual([{ id: null, title: "Unnamed author", status: "author" }]);
  expect((await actor.delete(`${PATH}/${own}`)).text).toContain("the author page of “Unnamed author”");
});

test("an editor has the whole library", async () => {
  const { actor } = await grantedTo("editor");
  expect((await actor.get<Page>(PATH)).body.items.map(({ id }) => id)).toContain(theirs);
  expect((await actor.patch(`${PATH}/${theirs}`, { alt: "A field" })).body).toMatchObject({ alt: "A field" });
});

test("a moderator has no library", async () => {
  expect((await (await grantedTo("moderator")).actor.get(PATH)).status).toBe(403);
});

describe("somebody else’s image in the trash", () => {
  const CONTENT = (id: string) => `<p>${"Larks at dawn. ".repeat(9)}</p><img src="/media/${id}/40.jpg" alt="">`;
  const trashed = async (): Promise<string> => {
    const owner = await grantedTo("author");
    const id = await upload(owner.actor);
    expect((await owner.actor.delete(`${PATH}/${id}`)).status).toBe(204);
    return id;
  };
  const isInTrash = async (id: string) => (await rowOf(id))?.trashed_at !== null;

  test.each([["contributor"], ["author"]] as Grant[][])("is not brought back by a %s who names it", async (grant) => {
    const { actor, user } = await grantedTo(grant);
    const id = await trashed();
    const picture = `/media/${id}/40.jpg`;
    const category_id = (await buildCategory(app.context.db)).id;
    const own = await buildPost(app.context.db, { author_id: user.id, category_id, status: "draft", published_at: null });
    const writing = {
      ...{
        title: "Larks",
        slug: `larks-${id}`,
        description: "What it is about.",
        excerpt: "",
        content: CONTENT(id),
        category_id,
      },
      ...{ status: "draft", featured: false, featured_image: null, featured_image_alt: "", tags: [], kind: "post" },
      ...{ content_format: "html", language: null },
    };
    const plain = { ...writing, content: CONTENT(crypto.randomUUID()) };
    const unfinished = `/api/admin/edits/${crypto.randomUUID()}`;
    const answers = [
      [await actor.patch("/api/admin/author", { picture }), "picture"],
      [await actor.post("/api/admin/posts", writing), "content"],
      [await actor.post("/api/admin/posts", { ...plain, featured_image: picture }), "featured_image"],
      [await actor.patch(`/api/admin/posts/${own.id}`, { version: 1, content: CONTENT(id) }), "content"],
      [await actor.patch(`/api/admin/posts/${own.id}`, { version: 1, featured_image: picture }), "featured_image"],
      [await actor.put(`/api/admin/posts/${own.id}/edit`, { writing, version: 0, base_version: 1 }), "content"],
      [await actor.put(unfinished, { writing: { ...plain, featured_image: picture }, version: 0 }), "featured_image"],
    ] as const;
    const fields = answers.map(([{ status, body }]) => [status, (body as ErrorBody).details?.map(({ field }) => field)]);
    expect(fields).toEqual(answers.map(([, field]) => [400, [field]]));
    expect(await isInTrash(id)).toBe(true);
    // An unknown image gets the same answer, where it is refused.
    const unknown = `/media/${crypto.randomUUID()}/40.jpg`;
    const [named, none] = [picture, unknown].map((featured_image) =>
      actor.post<ErrorBody>("/api/admin/posts", { ...plain, featured_image }),
    );
    expect((await named)?.body).toEqual((await none)?.body);
  });

  test("comes back for editors, and one’s own does", async () => {
    const editor = await grantedTo("editor");
    const id = await trashed();
    expect((await editor.actor.patch("/api/admin/author", { picture: `/media/${id}/40.jpg` })).status).toBe(200);
    expect(await isInTrash(id)).toBe(false);
    const { actor } = await grantedTo("contributor");
    const own = await upload(actor);
    await actor.delete(`${PATH}/${own}`);
    expect((await actor.patch("/api/admin/author", { picture: `/media/${own}/40.jpg` })).status).toBe(200);
    expect(await isInTrash(own)).toBe(false);
  });
});
