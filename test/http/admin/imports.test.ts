import { stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FindingPage, Import, ImportPage } from "../../../app/domain/imports/import.ts";
import { giveImportUp } from "../../../app/domain/imports/import-commands.ts";
import { performImport } from "../../../app/domain/imports/perform-import.ts";
import type { Settings } from "../../../app/domain/settings/settings.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { buildFailedJob } from "../../app/build-failed-job.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";
import { fixture, zipOf } from "../../imports/importer.ts";

const PATH = "/api/admin/imports";
let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());

const upload = (body: string, query = "name=old.xml") => admin.send<Import>("POST", `${PATH}?${query}`, { body });
const perform = (id: string) =>
  performImport(app.context, id, {
    folder: `${app.folder}/imports`,
    media: app.media,
    ownHost: () => undefined,
    allows: () => false,
  });

test("an export is uploaded, checked, started and read by everybody", async () => {
  const { status, body } = await upload(await fixture("wordpress.xml"));
  expect([status, body.state, body.kind]).toEqual([201, "checking", null]);
  const modeOf = async (...path: string[]) => (await stat(join(app.folder, "imports", ...path))).mode & 0o777;
  expect([await modeOf(), await modeOf(body.id)]).toEqual([0o700, 0o600]);
  expect((await admin.post<ErrorBody>(`${PATH}/${body.id}/start`)).body.code).toBe("wrong_state");
  await perform(body.id);
  const checked = (await admin.get<Import>(`${PATH}/${body.id}`)).body;
  expect(checked).toMatchObject({ state: "checked", kind: "wordpress", counts: { posts: { added: 5 } } });
  expect((await app.actors.anonymous.get("/api/posts/a-lark")).status).toBe(404);
  expect((await admin.post<Import>(`${PATH}/${body.id}/start`)).body.state).toBe("importing");
  await perform(body.id);
  expect((await admin.get<Import>(`${PATH}/${body.id}`)).body).toMatchObject({ state: "done", finished_at: expect.any(String) });
  const story = await app.actors.anonymous.get<{ title: string; author: { full_name: string } }>("/api/posts/a-lark");
  expect(story.body).toMatchObject({ title: "A lark & a “field”", author: { full_name: "Ada Lovelace" } });
  const thread = await app.actors.anonymous.get<{ comments: { author: unknown }[] }>("/api/posts/a-lark/comments");
  expect(thread.body.comments.map(({ author }) => author)).toEqual([{ full_name: "Tom Reader" }, { full_name: "Ada Lovelace" }]);
  expect(thread.text).not.toContain("tom@readers.example");
  expect((await app.actors.anonymous.get("/api/posts/not-for-everybody")).status).toBe(404);
});

test("an archive's settings are shown, and imported only by choice", async () => {
  const lists = Object.fromEntries(["authors", "categories", "tags", "redirects", "media"].map((name) => [`${name}.json`, "[]"]));
  const value = { siteUrl: "https://evil.example", adminEmail: "attacker@evil.example", siteName: "Wren" };
  const settings = { "skylark.json": '{"format":1}', "settings.json": JSON.stringify({ value, content: {} }) };
  const bytes = await zipOf({ ...lists, ...settings });
  const { body } = await admin.send<Import>("POST", `${PATH}?name=a.zip`, { body: new Uint8Array(bytes) });
  await perform(body.id);
  const checked = (await admin.get<Import>(`${PATH}/${body.id}`)).body;
  expect(checked.settings.map(({ name, value, refused }) => [name, value, refused === null])).toEqual([
    ["siteName", "Wren", true],
    ["siteUrl", "https://evil.example", false],
    ["adminEmail", "attacker@evil.example", false],
  ]);
  const inForce = async () => (await admin.get<{ settings: Settings }>("/api/admin/settings")).body.settings;
  await admin.post(`${PATH}/${body.id}/start`);
  await perform(body.id);
  expect((await inForce()).siteName).toBe("Skylark");
  expect((await admin.post<ErrorBody>(`${PATH}/${body.id}/start?take_settings=yes`)).body.details?.[0]?.field).toBe(
    "take_settings",
  );
  expect((await admin.post<Import>(`${PATH}/${body.id}/start?take_settings=true`)).body.take_settings).toBe(true);
  await perform(body.id);
  expect(await inForce()).toMatchObject({ siteName: "Wren", siteUrl: "", adminEmail: "admin@skylark.example" });
});

test("findings come a page at a time, of all severities or one", async () => {
  const { items } = (await admin.get<ImportPage>(PATH)).body;
  const findings = (query = "") => admin.get<FindingPage>(`${PATH}/${items[0]?.id}/findings${query}`);
  const all = (await findings()).body;
  const dropped = (await findings("?severity=dropped")).body;
  expect(dropped.total).toBeLessThan(all.total);
  expect(dropped.items.every(({ severity }) => severity === "dropped")).toBe(true);
  expect((await findings("?page=99")).body.items).toEqual([]);
});

test("a broken file is refused with the place of the error", async () => {
  const { body } = await upload((await fixture("wordpress.xml")).slice(0, 4000), "name=half.xml");
  await perform(body.id);
  const refused = (await admin.get<Import>(`${PATH}/${body.id}`)).body;
  expect(refused).toMatchObject({ state: "refused", refusal: { place: expect.stringMatching(/^line \d+/) } });
  expect((await admin.delete(`${PATH}/${body.id}`)).status).toBe(204);
  expect((await admin.get<ErrorBody>(`${PATH}/${body.id}`)).body.code).toBe("PGRST116");
});

describe("invalid input", () => {
  test.each([
    ["", "name"],
    ["name=%20", "name"],
    ["name=x&old_site=javascript:alert(1)", "old_site"],
    ["name=x&old_site=nowhere", "old_site"],
  ])("%s is refused and names %s", async (query, field) => {
    const { status, body } = await admin.send<ErrorBody>("POST", `${PATH}?${query}`, { body: "<rss/>" });
    expect([status, body.details?.[0]?.field]).toEqual([400, field]);
  });

  test("a file that declares itself too large isn't read", async () => {
    const headers = { "content-length": String(2 * 1024 ** 3) };
    const { status } = await admin.send("POST", `${PATH}?name=x`, { body: "<rss/>", headers });
    expect(status).toBe(413);
  });
});

test("everything is downloaded as an archive and as JSON, and that is logged", async () => {
  await buildPost(app.context.db, { slug: "to-go" });
  const zip = await admin.get(`/api/admin/export.zip`);
  expect([zip.status, zip.headers.get("content-type"), zip.text.slice(0, 2)]).toEqual([200, "application/zip", "PK"]);
  expect(zip.headers.get("content-disposition")).toMatch(/^attachment; filename="skylark-\d{4}-\d\d-\d\d\.zip"$/);
  expect(zip.text).toContain("posts/to-go.md");
  const json = await admin.get<{ posts: { slug: string }[] }>(`/api/admin/export.json`);
  expect(json.body.posts.map(({ slug }) => slug)).toContain("to-go");
  expect(json.text).not.toContain("password");
  const rows = await app.context.db
    .selectFrom("audit_log")
    .select(["action", "label"])
    .where("entity", "=", "export")
    .orderBy("id")
    .execute();
  expect(rows).toEqual([
    { action: "downloaded", label: "Markdown archive" },
    { action: "downloaded", label: "JSON" },
  ]);
});

test.each(["checking", "importing"] as const)(
  "an import given up while %s goes on once its job is tried again",
  async (state) => {
    const { body } = await upload(await fixture("wordpress.xml"));
    const read = async () => (await admin.get<Import>(`${PATH}/${body.id}`)).body;
    if (state === "importing") {
      await perform(body.id);
      await admin.post(`${PATH}/${body.id}/start`);
    }
    await giveImportUp(app.context, body.id, "the disk is full");
    expect(await read()).toMatchObject({ state: state === "checking" ? "refused" : "failed", refusal: { place: "the server" } });

    const job = await buildFailedJob(app, { name: "imports.wanted", data: { id: body.id } });
    expect((await admin.post(`/api/admin/system/jobs/${job.id}/retry`)).status).toBe(204);
    expect(await read()).toMatchObject({ state, finished_at: null });
    await perform(body.id);
    expect(await read()).toMatchObject({ state: state === "checking" ? "checked" : "done", refusal: null });
  },
);

test("a repeated job leaves an import alone that was finished in the meantime", async () => {
  const { body } = await upload(await fixture("wordpress.xml"));
  await perform(body.id);
  const job = await buildFailedJob(app, { name: "imports.wanted", data: { id: body.id } });
  expect((await admin.post(`/api/admin/system/jobs/${job.id}/retry`)).status).toBe(204);
  expect((await admin.get<Import>(`${PATH}/${body.id}`)).body.state).toBe("checked");
  await admin.delete(`${PATH}/${body.id}`);
  const gone = await buildFailedJob(app, { name: "imports.wanted", data: { id: body.id } });
  expect((await admin.post(`/api/admin/system/jobs/${gone.id}/retry`)).status).toBe(204);
});
