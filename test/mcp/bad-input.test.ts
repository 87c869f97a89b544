import { afterAll, beforeAll, expect, test } from "vitest";
import type { MediaPage } from "../../app/domain/media/picture.ts";
import type { AdminPost } from "../../app/domain/posts/post-shapes.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor } from "../app/actors.ts";
import { buildToken } from "../app/api-tokens.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildPost } from "../builders.ts";
import { bomb } from "../media/pictures.ts";
import { type Connection, connect } from "./connect.ts";

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const HEADERS = { accept: "application/json, text/event-stream" };

let app: TestApp;
let admin: Actor;
let agent: Connection;
let holder: Actor;

beforeAll(async () => {
  app = await createTestApp();
  const owner = await signedInUser(app, { role: "admin" });
  admin = owner.actor;
  const { token, actor } = await buildToken(app, owner.user.id);
  [agent, holder] = [await connect(app, token), actor];
});
afterAll(() => app.close());

test("without a token, with a session, or with a token that is none, the answer is 401", async () => {
  const { status, headers, body } = await app.actors.anonymous.post<ErrorBody>("/mcp", LIST, HEADERS);
  expect([status, headers.get("www-authenticate"), body.code]).toEqual([401, "Bearer", "no_authorization"]);
  expect((await admin.post<ErrorBody>("/mcp", LIST, HEADERS)).body.code).toBe("no_token");
  const forged = { ...HEADERS, authorization: `Bearer sky_${"0".repeat(43)}` };
  expect((await app.actors.anonymous.post<ErrorBody>("/mcp", LIST, forged)).body.code).toBe("bad_token");
});

test("pages of other sites can't use it", async () => {
  const origin = "https://evil.example";
  expect((await holder.post<ErrorBody>("/mcp", LIST, { ...HEADERS, origin })).body.code).toBe("cross_site");
  const rebound = { ...HEADERS, origin, host: "evil.example" };
  expect((await holder.post<ErrorBody>("/mcp", LIST, rebound)).body.code).toBe("cross_site");
  expect((await holder.post("/mcp", LIST, { ...HEADERS, "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await holder.post("/mcp", LIST, { ...HEADERS, origin: "http://blog.test" })).status).toBe(200);
});

test("there are no streams and no sessions", async () => {
  expect((await holder.get("/mcp", { accept: "text/event-stream" })).status).toBe(405);
  expect((await holder.delete("/mcp")).status).toBe(405);
  expect((await holder.post("/mcp", LIST, HEADERS)).headers.get("mcp-session-id")).toBeNull();
});

test("what isn't JSON, isn't a request or is too long is refused", async () => {
  const send = (body: string, type = "application/json") =>
    holder.send("POST", "/mcp", { body, headers: { ...HEADERS, "content-type": type } });
  expect((await send("{")).status).toBe(400);
  expect((await send("{}")).status).toBe(400);
  expect((await send("a=b", "application/x-www-form-urlencoded")).status).toBe(415);
  expect((await send(JSON.stringify({ ...LIST, params: { filler: "A".repeat(17 * 1024 * 1024) } }))).status).toBe(413);
});

test("an unknown tool is named, and so is each field that is wrong", async () => {
  await expect(agent.use("delete_post", {})).rejects.toThrow("There is no tool delete_post");
  const { isError, text } = await agent.use("search_posts", { page: 0, status: "secret", colour: "red" });
  expect(isError).toBe(true);
  expect(text).toContain("page must be a whole number from 1 on");
  expect(text).toContain("status must be draft, published or archived");
  expect(text).toContain("colour is not known here");
  expect((await agent.use("read_post", {})).text).toContain("id is required");
  expect((await agent.use("read_post", { id: "0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c" })).text).toContain("Post not found");
});

test("the API's own rules come back with their fields", async () => {
  const { isError, text } = await agent.use("create_draft", { title: "Larks", content: "Too short" });
  expect(isError).toBe(true);
  for (const field of ["content", "description", "category_id"]) expect(text).toMatch(new RegExp(`^${field} `, "m"));
});

test("a passage that isn't there once changes nothing", async () => {
  const { id, version } = await buildPost(app.context.db, { content: "<p>One lark and one lark.</p>" });
  const stage = (old: string) => agent.use("stage_edit", { id, version, edit_version: 0, patch: [{ old, new: "wren" }] });
  expect((await stage("lark")).text).toContain("patch.0.old must be in the text once, but is there 2 times");
  expect((await stage("finch")).text).toContain("patch.0.old must be in the text, but isn’t");
  const both = { id, version, edit_version: 0, patch: [{ old: "and", new: "or" }], content: "All of it" };
  expect((await agent.use("stage_edit", both)).text).toContain("patch must not come with content");
  expect((await admin.get<AdminPost>(`/api/admin/posts/${id}`)).body.staged_at).toBeNull();
  expect((await stage("One lark and one lark")).isError).toBe(false);
  expect((await stage("One lark and one lark")).data.code).toBe("stale_edit");
});

test("pictures need an alternative text and must be pictures", async () => {
  const png = Buffer.from(await bomb()).toString("base64");
  const upload = async (input: Record<string, unknown>) => (await agent.use("upload_picture", input)).text;
  expect(await upload({ base64: png, name: "a.png" })).toContain("alt is required");
  expect(await upload({ base64: png, name: "a.png", alt: "  " })).toContain("alt is required");
  expect(await upload({ alt: "A lark" })).toContain("address must be given, or base64, and not both");
  expect(await upload({ base64: "not base64!", alt: "A lark" })).toContain("base64 must be base64");
  expect(await upload({ base64: "aGVsbG8=", name: "a.png", alt: "A lark" })).toMatch(/^file /m);
  expect(await upload({ base64: png, name: "a.png", alt: "A bomb" })).toMatch(/^file /m);
  expect(await upload({ base64: "A".repeat(8 * 1024 * 1024), name: "a.png", alt: "A lark" })).toContain("The file is too large");
  expect(await upload({ address: "http://127.0.0.1/a.png", alt: "A lark" })).toContain("private network");
  expect((await admin.get<MediaPage>("/api/admin/media")).body.total).toBe(0);
});
