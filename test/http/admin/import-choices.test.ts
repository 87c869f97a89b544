import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Import } from "../../../app/domain/imports/import.ts";
import { performImport } from "../../../app/domain/imports/perform-import.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory } from "../../builders.ts";
import { fixture } from "../../imports/importer.ts";

const PATH = "/api/admin/imports";
let app: TestApp;
let admin: Actor;
let reader: Actor;
let id: string;
const perform = () => {
  const folder = `${app.folder}/imports`;
  return performImport(app.context, id, { folder, media: app.media, ownHost: () => undefined, allows: () => false });
};
const read = async () => (await admin.get<Import>(`${PATH}/${id}`)).body;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  reader = (await signedInUser(app, { role: "user" })).actor;
  id = (await admin.send<Import>("POST", `${PATH}?name=old.xml`, { body: await fixture("wordpress.xml") })).body.id;
  await perform();
});
afterAll(() => app.close());

describe("choices", () => {
  test("are neither anonymous visitors' nor readers' to make", async () => {
    const before = await read();
    const attempt = (actor: Actor) => actor.send<ErrorBody>("PUT", `${PATH}/${id}/options`, json({ status: "drafts" }));
    expect((await attempt(app.actors.anonymous)).status).toBe(401);
    expect((await attempt(reader)).status).toBe(403);
    expect(await read()).toEqual(before);
  });

  test.each([
    [{ pages: "burn" }, "pages"],
    [{ status: "public" }, "status"],
    [{ blog: "mine" }, "blog"],
    [{ author_id: "ada" }, "author_id"],
    [{ author_id: crypto.randomUUID() }, "author_id"],
    [{ category_id: crypto.randomUUID() }, "category_id"],
    [{ folders: "posts" }, "folders"],
    [{ folders: ["a\u0000b"] }, "folders.0"],
  ])("%j is refused and the field named", async (options, field) => {
    const { status, body } = await admin.send<ErrorBody>("PUT", `${PATH}/${id}/options`, json(options));
    expect([status, body.details?.[0]?.field]).toEqual([400, field]);
  });

  test("are stored, and the file is checked again with them; those that are missing get their defaults", async () => {
    const { id: category_id } = await buildCategory(app.context.db);
    const put = (options: object) => admin.send<Import>("PUT", `${PATH}/${id}/options`, json(options));
    const { status, body } = await put({ status: "drafts", category_id });
    expect([status, body.state]).toEqual([200, "checking"]);
    expect((await put({})).status).toBe(409);
    await perform();
    const defaults = {
      pages: "pages",
      status: "original",
      blog: "recognized",
      author_id: null,
      category_id: null,
      folders: null,
      undated: "drafts",
      language: null,
      other_languages: "all",
    };
    expect(await read()).toMatchObject({ state: "checked", options: { ...defaults, status: "drafts", category_id } });
    expect((await put({})).body.options).toEqual(defaults);
    await perform();
  });

  test("of an unknown import are 404", async () => {
    const { status, body } = await admin.send<ErrorBody>("PUT", `${PATH}/${crypto.randomUUID()}/options`, json({}));
    expect([status, body.code]).toEqual([404, "PGRST116"]);
  });
});

describe("an undo", () => {
  test("is neither anonymous visitors' nor readers' to begin, and there must be something to undo", async () => {
    expect((await app.actors.anonymous.post(`${PATH}/${id}/undo`)).status).toBe(401);
    expect((await reader.post(`${PATH}/${id}/undo`)).status).toBe(403);
    const { status, body } = await admin.post<ErrorBody>(`${PATH}/${id}/undo`);
    expect([status, body.code, body.message]).toEqual([409, "wrong_state", "There is nothing to undo for this import."]);
    expect((await read()).undo_until).toBeNull();
  });

  test("takes articles away from readers, and can't be cancelled", async () => {
    await admin.post(`${PATH}/${id}/start`);
    await perform();
    expect((await app.actors.anonymous.get("/api/posts/a-lark")).status).toBe(200);
    expect((await read()).undo_until).toMatch(/^\d{4}-\d\d-\d\dT/);
    const { status, body } = await admin.post<Import>(`${PATH}/${id}/undo`);
    expect([status, body.state]).toEqual([200, "undoing"]);
    expect((await admin.post<ErrorBody>(`${PATH}/${id}/cancel`)).body.code).toBe("wrong_state");
    await perform();
    const undone = await read();
    expect(undone).toMatchObject({ state: "undone", undo_until: null, removed: { posts: 5 } });
    expect((await app.actors.anonymous.get("/api/posts/a-lark")).status).toBe(404);
  });
});

test("a start needs neither a body nor a content type, as a bare request of HTTP/1.1 has none", async () => {
  let asked: string | undefined;
  const server = serve({
    port: 0,
    fetch: (incoming: Request) => {
      asked = incoming.headers.get("content-length") ?? incoming.headers.get("content-type") ?? undefined;
      return app.fetch(incoming);
    },
  });
  await new Promise<void>((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const bare = `POST ${PATH}/${id}/start HTTP/1.1\r\nHost: blog.example\r\nConnection: close\r\n\r\n`;
  const answer = await text(connect(port, "127.0.0.1").end(bare));
  server.close();
  expect([answer.split("\r\n")[0], asked]).toEqual(["HTTP/1.1 401 Unauthorized", undefined]);
});

const json = (body: object) => ({ body: JSON.stringify(body), headers: { "content-type": "application/json" } });
