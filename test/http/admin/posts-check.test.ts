import { afterAll, beforeAll, expect, test } from "vitest";
import type { CheckedSurroundings } from "../../../app/domain/posts/check-surroundings.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";

let app: TestApp;
let admin: Actor;
let lark: string;

beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.context;
  admin = (await signedInUser(app, { role: "admin" })).actor;
  lark = (await buildPost(db, { title: "The Lark", slug: "the-lark", status: "published" })).id;
  await buildPost(db, { title: "the lark", slug: "another-lark", status: "draft", published_at: null });
  await buildPost(db, { title: "The Lark Rises", slug: "the-lark-rises", status: "published" });
  await buildPost(db, { title: "100 % of_it", slug: "all-of-it", status: "published" });
  await db.updateTable("posts").set({ slug: "a-lark" }).where("id", "=", lark).execute();
});
afterAll(() => app.close());

const check = async (input: { id: string | null; title: string; slugs: string[] }) => {
  const { status, body, text } = await admin.post<CheckedSurroundings>("/api/admin/posts/check", input);
  expect(status, text).toBe(200);
  return body;
};
const slugsOf = async (title: string, id: string | null = null) =>
  (await check({ id, title, slugs: [] })).titles.map(({ slug }) => slug).sort();

test("finds other posts with the title, in whatever case, and no longer ones", async () => {
  expect(await slugsOf("THE LARK")).toEqual(["a-lark", "another-lark"]);
  expect(await slugsOf("The Lark", lark)).toEqual(["another-lark"]);
  expect(await slugsOf("The")).toEqual([]);
  expect(await slugsOf("")).toEqual([]);
  // Pattern characters have no meaning.
  expect(await slugsOf("100 % of_it")).toEqual(["all-of-it"]);
  expect(await slugsOf("100%of_it")).toEqual([]);
  expect(await slugsOf("the_lark")).toEqual([]);
});

test("reports which linked posts are missing, unpublished or moved", async () => {
  const slugs = ["a-lark", "the-lark", lark, "another-lark", "nowhere", "the-lark-rises", "Not A Slug"];
  expect((await check({ id: null, title: "", slugs })).links).toEqual([
    { slug: "the-lark", state: "moved", to: "a-lark" },
    { slug: "another-lark", state: "unpublished", to: null },
    { slug: "nowhere", state: "missing", to: null },
    { slug: "not a slug", state: "missing", to: null },
  ]);
});

test("requires an admin, and names invalid input", async () => {
  const input = { id: null, title: "x", slugs: [] };
  expect((await app.actors.anonymous.post("/api/admin/posts/check", input)).status).toBe(401);
  expect((await (await signedInUser(app)).actor.post("/api/admin/posts/check", input)).status).toBe(403);
  const { status, body } = await admin.post<ErrorBody>("/api/admin/posts/check", { ...input, slugs: Array(501).fill("x") });
  expect(status).toBe(400);
  expect(body.details).toEqual([{ field: "slugs", rule: "must be at most 500 slugs" }]);
});
