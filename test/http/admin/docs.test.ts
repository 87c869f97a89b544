import { readdirSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Document, DocumentEntry, SystemFacts } from "../../../app/domain/system/system.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import { CONFIG_NAMES } from "../../../app/platform/config/config.ts";
import type { Actor } from "../../app/actors.ts";
import { buildFailedJob } from "../../app/build-failed-job.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());

const namesIn = (dir: string) =>
  readdirSync(dir)
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -3))
    .sort();

test.each(["/api/admin/docs", "/api/admin/docs/ARCHITECTURE", "/api/admin/system"])("%s requires an admin", async (path) => {
  expect((await app.actors.anonymous.get(path)).status).toBe(401);
  expect((await (await signedInUser(app)).actor.get(path)).status).toBe(403);
});

test("every document of the repository is listed, by its own title", async () => {
  const { items } = (await admin.get<{ items: DocumentEntry[] }>("/api/admin/docs")).body;
  const of = (group: string) => items.filter((one) => one.group === group).map(({ name }) => name);
  expect(of("documentation")).toEqual(namesIn("docs"));
  expect(of("decisions")).toEqual(namesIn("docs/decisions"));
  expect(items.find(({ name }) => name === "ARCHITECTURE")?.title).toBe("Architecture");
});

test("decisions are numbered as their files are, each with a number of its own", async () => {
  const { items } = (await admin.get<{ items: DocumentEntry[] }>("/api/admin/docs")).body;
  const decisions = items.filter(({ group }) => group === "decisions");
  const numbers = decisions.map(({ title }) => Number.parseInt(title, 10));
  expect(numbers).toEqual(decisions.map(({ name }) => Number.parseInt(name, 10)));
  expect(numbers).toEqual([...new Set(numbers)]);
});

test("each of them can be read, without its title twice and without anything unsafe", async () => {
  for (const name of [...namesIn("docs"), ...namesIn("docs/decisions")]) {
    const { status, body } = await admin.get<Document>(`/api/admin/docs/${name}`);
    expect([name, status, body.html.length > 100]).toEqual([name, 200, true]);
    expect(body.html).not.toMatch(/<h1|<script|<style|style=|href="[^"]*\.md/);
  }
});

test.each([
  ["nothing-called-so", 404],
  ["..%2F..%2Fpackage", 400],
  ["..%2FREADME", 400],
  ["ARCHITECTURE.md", 400],
  ["%2Fetc%2Fpasswd", 400],
])("no other file can be read: %s", async (name, status) => {
  const answer = await admin.get<ErrorBody>(`/api/admin/docs/${name}`);
  expect(answer.status).toBe(status);
  expect(answer.text).not.toMatch(/dependencies|root:/);
});

test("the system page shows versions, migrations and licenses, and no value of the environment", async () => {
  process.env.SMTP_URL = "smtp://user:very-secret@mail.test:587";
  const { body, text } = await admin.get<SystemFacts>("/api/admin/system");
  delete process.env.SMTP_URL;
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { version: string; dependencies: Record<string, string> };
  expect(body.version).toBe(manifest.version);
  expect(body.node).toBe(process.versions.node);
  expect(body.postgres).toMatch(/^\d+/);
  expect(body.environment.map(({ name }) => name)).toEqual(CONFIG_NAMES);
  expect(body.environment.find(({ name }) => name === "SMTP_URL")).toEqual({ name: "SMTP_URL", is_set: true });
  expect(body.failed_jobs).toEqual([]);
  expect(text).not.toContain("very-secret");
  expect(body.dependencies.map(({ name }) => name)).toEqual(Object.keys(manifest.dependencies).sort());
  expect(body.dependencies.find(({ name }) => name === "hono")).toEqual({
    name: "hono",
    version: manifest.dependencies.hono,
    license: "MIT",
  });
  expect(body.dependencies.filter(({ license }) => license === "not stated")).toEqual([]);
});

test("a failed job is listed until an admin runs it again, then counted until it ends", async () => {
  const again = (id: string) => `/api/admin/system/jobs/${id}/retry`;
  const jobs = async () => {
    const { failed_jobs, retried_jobs } = (await admin.get<SystemFacts>("/api/admin/system")).body;
    return { failed_jobs, retried_jobs };
  };
  const { id, name } = await buildFailedJob(app);
  expect((await app.actors.anonymous.post(again(id))).status).toBe(401);
  expect((await (await signedInUser(app)).actor.post(again(id))).status).toBe(403);
  const failed = { id, name, failed_at: expect.any(String), reason: "out of paper" };
  expect(await jobs()).toEqual({ failed_jobs: [failed], retried_jobs: 0 });

  expect((await admin.post(again(id))).status).toBe(204);
  expect(await jobs()).toEqual({ failed_jobs: [], retried_jobs: 1 });
  const twice = await admin.post<ErrorBody>(again(id));
  expect([twice.status, twice.body.message]).toEqual([404, "Failed job not found"]);

  const end = (state: "failed" | "completed") =>
    sql`update pgboss.job set state = ${state}, completed_on = now() where id = ${id}`.execute(app.context.db);
  await end("failed");
  expect(await jobs()).toEqual({ failed_jobs: [failed], retried_jobs: 0 });
  expect((await admin.post(again(id))).status).toBe(204);
  expect((await jobs()).retried_jobs).toBe(1);
  await end("completed");
  expect(await jobs()).toEqual({ failed_jobs: [], retried_jobs: 0 });
});
