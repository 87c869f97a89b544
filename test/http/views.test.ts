import { afterAll, beforeAll, expect, test } from "vitest";
import type { ErrorBody } from "../../app/http/errors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { session } from "../app/session.ts";
import { buildPost } from "../builders.ts";

const BROWSER = {
  "accept-language": "en",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};
type View = { counted: boolean; views_count: number };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("an opened article counts once per session; bots don't count", async () => {
  const { id } = await buildPost(app.context.db);
  const open = async (digit: string, headers: Record<string, string> = BROWSER) =>
    (await app.actors.reader(session(digit)).post<View>("/api/views", { post_id: id }, headers)).body;
  expect(await open("a")).toEqual({ counted: true, views_count: 1 });
  expect(await open("a")).toEqual({ counted: false, views_count: 1 });
  expect(await open("b")).toEqual({ counted: true, views_count: 2 });
  expect(await open("c", { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" })).toEqual({
    counted: false,
    views_count: 2,
  });
});

test("readers who ask not to be tracked, and admins, are neither counted nor stored", async () => {
  const { id } = await buildPost(app.context.db);
  const open = async (digit: string, headers: Record<string, string>, who?: string) =>
    (await app.actors.reader(session(digit)).post<View>("/api/views", { post_id: id, who }, { ...BROWSER, ...headers })).body;
  const nothing = { counted: false, views_count: 0 };
  expect(await open("1", { dnt: "1" })).toEqual(nothing);
  expect(await open("2", { "sec-gpc": "1" })).toEqual(nothing);
  expect(await open("3", {}, "admin")).toEqual(nothing);
  expect(await app.context.db.selectFrom("post_views").selectAll().where("post_id", "=", id).execute()).toEqual([]);
  expect(await open("4", { dnt: "0" }, "reader")).toEqual({ counted: true, views_count: 1 });
});

test("an unknown article or a missing session is refused", async () => {
  const unknown = await app.actors.reader(session("a")).post<ErrorBody>("/api/views", { post_id: crypto.randomUUID() }, BROWSER);
  expect([unknown.status, unknown.body.code]).toEqual([404, "PGRST116"]);
  const stranger = await app.actors.anonymous.post<ErrorBody>("/api/views", { post_id: crypto.randomUUID() }, BROWSER);
  expect([stranger.status, stranger.body.details]).toEqual([400, [{ field: "x-session-id", rule: "is required" }]]);
});
