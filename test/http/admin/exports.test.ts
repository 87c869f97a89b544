import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppEnv } from "../../../app/http/env.ts";
import { TEST_ORIGIN } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";

const DRAFTS = 40;
/** Two batches of 2 MB and what is in the pipes. */
const A_FEW = 10;

let app: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
  headers = { authorization: `Bearer ${(await signedInUser(app, { role: "admin" })).token}` };
});
afterAll(() => app.close());

const ask = async (method: string, path: string) =>
  app.fetch(new Request(`${TEST_ORIGIN}/api/admin/${path}`, { method, headers }), {} as AppEnv["Bindings"]);
const downloads = async () =>
  (await app.context.db.selectFrom("audit_log").select("id").where("entity", "=", "export").execute()).length;

test.each([
  ["export.json", /"slug":"long-\d+"/],
  ["export.zip", /posts\/long-\d+\.md/],
])("%s is created while it is read: what is deleted before its turn isn't in it", async (path, mark) => {
  const content = randomBytes(450_000).toString("hex");
  for (let n = 0; n < DRAFTS; n++)
    await buildPost(app.context.db, { slug: `long-${n}`, status: "draft", published_at: null, content });

  const { body } = await ask("GET", path);
  if (!body) throw new Error("no body");
  const reader = body.getReader();
  let text = "";
  const readOn = async () => {
    const { done, value } = await reader.read();
    text += Buffer.from(value ?? []).toString("latin1");
    return !done;
  };
  while (!mark.test(text)) expect(await readOn()).toBe(true);
  // Nobody reads on; without back pressure it would be complete by now.
  await pause(1000);
  await app.context.db.deleteFrom("posts").execute();
  while (await readOn());

  const names = new Set(text.match(new RegExp(mark, "g")));
  expect(names.size).toBeGreaterThan(0);
  expect(names.size).toBeLessThanOrEqual(A_FEW);
});

test("it contains all posts, short and long ones", async () => {
  for (let n = 0; n < 205; n++) await buildPost(app.context.db, { slug: `short-${n}` });
  for (let n = 0; n < 5; n++) await buildPost(app.context.db, { slug: `long-${n}`, content: "a".repeat(1_500_000) });
  const { posts } = (await (await ask("GET", "export.json")).json()) as { posts: { slug: string }[] };
  expect(new Set(posts.map(({ slug }) => slug)).size).toBe(210);
});

test.each(["export.json", "export.zip"])("HEAD answers for %s without creating it", async (path) => {
  const before = await downloads();
  const response = await ask("HEAD", path);
  expect([response.status, response.headers.get("content-disposition")]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="skylark-/),
  ]);
  expect(response.headers.has("etag")).toBe(false);
  expect(await downloads()).toBe(before);
});
