// slow: app/boot/ app/domain/backups/ app/http/api/admin/backups.ts db/migrations/

import { execFileSync } from "node:child_process";
import { mkdir, readdir, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashPassword, storePassword } from "../../../app/domain/auth/passwords.ts";
import type { Backup, BackupPage, BackupSchedule } from "../../../app/domain/backups/backup.ts";
import { type BackupProof, type BackupState, INTERRUPTED, isBackupAtWork } from "../../../app/domain/backups/backup-rules.ts";
import { lookAfterBackups } from "../../../app/domain/backups/look-after-backups.ts";
import type { Dashboard } from "../../../app/domain/dashboard/dashboard.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser, signIn } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";

const PATH = "/api/admin/backups";
const SCHEDULE = "/api/admin/backup-schedule";

let now = new Date("2026-03-10T12:00:00Z");
const DAY = 24 * 3_600_000;

let app: TestApp;
let admin: Actor;
let adminId: string;
let reader: Actor;
/** Sets the clock, and signs the admin in again: a token lasts for an hour. */
const goTo = async (moment: string) => {
  now = new Date(moment);
  admin = (await signIn(app, adminId)).actor;
};
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
  adminId = (await signedInUser(app, { role: "admin", email: "ada@blog.example" })).user.id;
  reader = (await signedInUser(app)).actor;
  await buildPost(app.context.db, { title: "A lark" });
});
afterAll(() => app.close());

const db = () => app.context.db;
const folder = () => join(app.folder, "backups");
const filesThere = async () => (await readdir(folder()).catch(() => [])).sort();

beforeEach(async () => {
  await goTo("2026-03-10T12:00:00Z");
  await db().deleteFrom("backups").execute();
  await db().deleteFrom("admin_notices").execute();
  await db()
    .updateTable("backup_schedule")
    .set({ automatic: false, hour: 3, place: null, changed_at: now, began_at: now })
    .execute();
  await rm(folder(), { recursive: true, force: true });
});

/** What every instance does each minute. */
const look = (options?: { sweep: boolean }, signal = new AbortController().signal) =>
  lookAfterBackups(app.context, { tools: app.backups, settings: app.settings.get, site: app.settings.site, signal }, options);

const start = <T = Backup>(actor = admin) => actor.post<T>(PATH);
const listed = async () => (await admin.get<BackupPage>(PATH)).body.items;
const schedule = async () => (await admin.get<BackupSchedule>(SCHEDULE)).body;
const notices = async () =>
  (await db().selectFrom("admin_notices").select(["title", "text"]).orderBy("id").execute()).map((row) => row);
const logged = async () =>
  (await db().selectFrom("audit_log").select(["action", "label"]).where("entity", "=", "backup").orderBy("id").execute()).map(
    ({ action }) => action,
  );
const automatic = () =>
  db()
    .updateTable("backup_schedule")
    .set({ automatic: true, changed_at: new Date(0) })
    .execute();
/** A backup that was made some days ago, without content. */
const old = async (daysAgo: number, more: { kind?: string; proof?: string; proof_tried_at?: Date } = {}) => {
  const at = new Date(now.getTime() - daysAgo * DAY);
  const name = `skylark-${at.toISOString().slice(0, 19).replaceAll(":", "")}Z-${(more.kind ?? "scheduled").replace("_", "-")}.tar.zst`;
  await mkdir(folder(), { recursive: true });
  await writeFile(join(folder(), name), "x");
  const values = {
    name,
    place: "disk",
    kind: "scheduled",
    state: "done",
    created_at: at,
    begun_at: at,
    ended_at: at,
    bytes: 1,
    ...more,
  };
  return db().insertInto("backups").values(values).returning(["id", "name"]).executeTakeFirstOrThrow();
};

describe("refusals", () => {
  test("only admins learn of backups, and nobody else makes, downloads or deletes one", async () => {
    const { id } = await old(1);
    for (const [actor, status] of [
      [app.actors.anonymous, 401],
      [reader, 403],
    ] as const) {
      expect((await actor.get(PATH)).status).toBe(status);
      expect((await actor.get(`${PATH}/${id}`)).status).toBe(status);
      expect((await actor.get(`${PATH}/${id}/file`)).status).toBe(status);
      expect((await actor.post(PATH)).status).toBe(status);
      expect((await actor.post(`${PATH}/${id}/proof`)).status).toBe(status);
      expect((await actor.delete(`${PATH}/${id}`)).status).toBe(status);
      expect((await actor.get(SCHEDULE)).status).toBe(status);
      expect((await actor.put(SCHEDULE, { automatic: false, hour: 3, place: "disk", version: 1 })).status).toBe(status);
    }
    expect(await filesThere()).toHaveLength(1);
    expect(await listed()).toHaveLength(1);
  });

  test("an unknown backup, one that isn't whole, and one whose file is gone", async () => {
    const none = "0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c";
    expect((await admin.get(`${PATH}/${none}/file`)).status).toBe(404);
    expect((await admin.delete(`${PATH}/${none}`)).status).toBe(404);
    const { body: waiting } = await start();
    expect((await admin.get<ErrorBody>(`${PATH}/${waiting.id}/file`)).body.message).toBe("This backup is incomplete.");
    const busy = await start<ErrorBody>();
    expect([busy.status, busy.body.code]).toEqual([409, "wrong_state"]);
    expect((await admin.delete(`${PATH}/${waiting.id}`)).status).toBe(409);
    const { id, name } = await old(1);
    await rm(join(folder(), name));
    expect((await admin.get<Backup>(`${PATH}/${id}`)).body.is_here).toBe(false);
    for (const answer of [await admin.get<ErrorBody>(`${PATH}/${id}/file`), await admin.post<ErrorBody>(`${PATH}/${id}/proof`)]) {
      expect(answer.status).toBe(409);
      expect(answer.body.message).toContain("isn’t in this server’s data folder");
    }
    expect((await admin.delete(`${PATH}/${id}`)).status).toBe(204);
  });

  test("a schedule that breaks a rule, a place that isn't there, and one that someone else has saved", async () => {
    const { version } = await schedule();
    const good = { automatic: true, hour: 3, place: "disk", version };
    for (const wrong of [{ hour: 24 }, { hour: 2.5 }, { hour: "3" }, { place: "moon" }, { automatic: 1 }, { path: "/" }]) {
      expect((await admin.put(SCHEDULE, { ...good, ...wrong })).status).toBe(400);
    }
    const { body } = await admin.put<ErrorBody>(SCHEDULE, { ...good, place: "external" });
    expect(body.details?.[0]).toEqual({ field: "place", rule: expect.stringContaining("BACKUP_URL isn’t set") });
    expect((await admin.put<ErrorBody>(SCHEDULE, { ...good, version: version + 1 })).body.code).toBe("stale_version");
    expect((await schedule()).version).toBe(version);
  });
});

test("a session that began a while ago downloads nothing and changes no schedule without the password", async () => {
  const { id } = await old(1);
  await storePassword(app.context, adminId, await hashPassword("four words of mine"));
  const { version } = await schedule();
  const plan = { automatic: true, hour: 4, place: "disk", version };
  const aged = { created_at: new Date(now.getTime() - 16 * 60_000) };
  await db().updateTable("auth_sessions").set(aged).where("user_id", "=", adminId).execute();
  const before = await logged();
  for (const answer of [await admin.get<ErrorBody>(`${PATH}/${id}/file`), await admin.put<ErrorBody>(SCHEDULE, plan)])
    expect([answer.status, answer.body.code]).toEqual([400, "reauthentication_needed"]);
  expect((await admin.send("HEAD", `${PATH}/${id}/file`)).status).toBe(400);
  for (const current_password of ["wrong", ""]) {
    expect((await admin.post(`${PATH}/${id}/file`, { current_password })).status).toBe(400);
    expect((await admin.put(SCHEDULE, { ...plan, current_password })).status).toBe(400);
  }
  expect((await schedule()).version).toBe(version);
  expect(await logged()).toEqual(before);

  const proof = { current_password: "four words of mine" };
  const headers = { "content-type": "application/json" };
  const sent = await admin.send("POST", `${PATH}/${id}/file`, { body: JSON.stringify(proof), headers });
  expect([sent.status, sent.headers.get("content-length")]).toEqual([200, "1"]);
  expect((await admin.put<BackupSchedule>(SCHEDULE, { ...plan, ...proof })).body.hour).toBe(4);
  expect(await logged()).toEqual([...before, "downloaded", "updated"]);
});

test("one is made on request, downloaded with the stated checksum, and deleted; the activity log records it", async () => {
  const before = (await logged()).length;
  const { status, body } = await start();
  expect(status).toBe(202);
  expect(body).toMatchObject({ kind: "manual", state: "waiting", place: "disk", requested_by: "ada@blog.example" });
  await look();
  const made = (await admin.get<Backup>(`${PATH}/${body.id}`)).body;
  expect(made).toMatchObject({ state: "done", error: null, is_here: true, is_encrypted: false, proof: "none" });
  expect(made.address).toBe(join(folder(), made.name));
  expect(await filesThere()).toEqual([made.name]);
  const recount = execFileSync("sha256sum", [made.address], { encoding: "utf8" }).split(" ")[0];
  expect(made.sha256).toBe(recount);

  const head = await admin.send("HEAD", `${PATH}/${made.id}/file`);
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(made.bytes)]);
  const sent = await admin.send("GET", `${PATH}/${made.id}/file`);
  expect(sent.headers.get("content-disposition")).toBe(`attachment; filename="${made.name}"`);
  expect(sent.headers.get("cache-control")).toContain("no-store");
  const digest = sent.headers.get("repr-digest")?.slice("sha-256=:".length, -1) ?? "";
  expect(Buffer.from(digest, "base64").toString("hex")).toBe(recount);

  expect((await admin.delete(`${PATH}/${made.id}`)).status).toBe(204);
  expect(await filesThere()).toEqual([]);
  expect(await listed()).toEqual([]);
  expect((await logged()).slice(before)).toEqual(["started", "downloaded", "deleted"]);
});

test("the night's backup is made by itself, once, and proven in a scratch database", async () => {
  await automatic();
  await goTo("2026-03-11T03:00:30Z");
  await look();
  const [made, ...others] = await listed();
  expect(others).toEqual([]);
  expect(made).toMatchObject({ kind: "scheduled", state: "done", proof: "proven", proof_error: null });
  await goTo("2026-03-11T23:00:00Z");
  await look();
  expect(await listed()).toHaveLength(1);
  const { health } = await schedule();
  expect(health).toMatchObject({
    last: { id: made?.id },
    proven: { id: made?.id },
    next_at: "2026-03-12T03:00:00.000Z",
    warnings: [],
  });
  expect(await notices()).toEqual([]);
});

test("a backup whose drill is due never looks finished in between, so that a screen goes on asking", async () => {
  await automatic();
  await sql`create table seen_backups (state text, proof text)`.execute(db());
  await sql`create function see_backup() returns trigger language plpgsql as $$ begin
    insert into seen_backups values (new.state, new.proof); return null; end $$`.execute(db());
  await sql`create trigger see after update on backups for each row execute function see_backup()`.execute(db());
  try {
    await start();
    await look();
    const { rows } = await sql<{ state: BackupState; proof: BackupProof }>`select * from seen_backups`.execute(db());
    const atWork = rows.filter(isBackupAtWork);
    expect(rows.at(-1)).toEqual({ state: "done", proof: "proven" });
    expect(rows.slice(0, -1)).toEqual(atWork);
    expect(atWork).toContainEqual({ state: "done", proof: "wanted" });
  } finally {
    await sql`drop function see_backup cascade`.execute(db());
    await sql`drop table seen_backups`.execute(db());
  }
});

test("a backup that can't be made is reported once for each reason, and tried again an hour later", async () => {
  await automatic();
  await writeFile(folder(), "A file is in the way.");
  try {
    now = new Date("2026-03-11T03:00:30Z");
    for (let hours = 0; hours < 6; hours += 1) {
      await look();
      now = new Date(now.getTime() + DAY / 24);
    }
    await goTo("2026-03-11T09:00:00Z");
    const failed = await listed();
    expect(failed.map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);
    expect(failed[0]?.error).toContain(folder());
    const dashboard = (await admin.get<Dashboard>("/api/admin/dashboard")).body.backups;
    expect(dashboard?.warnings.map(({ code }) => code)).toEqual(["failed"]);
    expect(await notices()).toEqual([{ title: "A backup could not be made", text: failed[0]?.error }]);
    // The next night, for the same reason.
    now = new Date("2026-03-12T03:00:30Z");
    await look();
    expect(await notices()).toHaveLength(1);
  } finally {
    await rm(folder());
  }
});

test("a broken backup is found by its drill, reported once, and doesn't push out a good one", async () => {
  const { body } = await start();
  await look();
  const made = (await admin.get<Backup>(`${PATH}/${body.id}`)).body;
  await truncate(made.address, (made.bytes ?? 0) - 100);
  for (let round = 0; round < 2; round += 1) {
    expect((await admin.post(`${PATH}/${made.id}/proof`)).status).toBe(202);
    await look();
  }
  const broken = (await admin.get<Backup>(`${PATH}/${made.id}`)).body;
  expect(broken).toMatchObject({ state: "done", proof: "broken" });
  expect(broken.proof_error).toContain(made.name);
  expect(await notices()).toEqual([{ title: "A backup can’t be restored", text: broken.proof_error }]);
  expect((await schedule()).health.warnings.map(({ code }) => code)).toEqual(["broken"]);
});

test("after eight days without a proof the dashboard warns, if backups are automatic", async () => {
  await old(20, { proof: "proven", proof_tried_at: new Date(now.getTime() - 9 * DAY) });
  const warnings = async () => (await schedule()).health.warnings.map(({ code }) => code);
  expect(await warnings()).toEqual([]);
  await automatic();
  expect(await warnings()).toEqual(["unproven"]);
  await db()
    .updateTable("backups")
    .set({ proof_tried_at: new Date(now.getTime() - 7 * DAY) })
    .execute();
  expect(await warnings()).toEqual([]);
});

test("rotation removes files and entries, but nothing that was made by hand", async () => {
  // Days 0 to 20 before Tuesday, 10 March 2026.
  for (let days = 0; days <= 20; days += 1) await old(days);
  await old(100, { kind: "manual" });
  await look({ sweep: true });
  const days = (await listed()).map(({ created_at }) => created_at.slice(5, 10));
  // Seven days; Sundays 1 March and 22 February; the last day of February.
  const kept = ["03-10", "03-09", "03-08", "03-07", "03-06", "03-05", "03-04", "03-01", "02-28", "02-22", "11-30"];
  expect(days).toEqual(kept);
  expect(await filesThere()).toHaveLength(kept.length);
});

test("files that nobody knows are listed, half-written ones aren't, and a server that ended leaves no backup running", async () => {
  const { name } = await old(3);
  await db().deleteFrom("backups").execute();
  await writeFile(join(folder(), "skylark-2026-03-01T000000Z-before-upgrade-58.tar.zst.age"), "x");
  const half = join(folder(), "skylark-2026-03-02T000000Z-manual.tar.zst.unfinished");
  await writeFile(half, "x");
  await writeFile(half.replace("02T", "03T"), "x");
  const before = new Date(now.getTime() - 2 * DAY);
  await utimes(half, before, before);
  await writeFile(join(folder(), "holiday.jpg"), "x");
  const { body } = await start();
  await db().updateTable("backups").set({ state: "running" }).execute();
  await look({ sweep: true });
  expect((await listed()).map(({ name, kind, state, is_encrypted, error }) => [name, kind, state, is_encrypted, error])).toEqual([
    [body.name, "manual", "failed", false, INTERRUPTED],
    [name, "scheduled", "done", false, null],
    ["skylark-2026-03-01T000000Z-before-upgrade-58.tar.zst.age", "before_upgrade", "done", true, null],
  ]);
  expect(await notices()).toEqual([]);
  // Of the half-written ones, that of the day before yesterday is gone.
  expect((await filesThere()).filter((one) => one.endsWith(".unfinished"))).toEqual([
    "skylark-2026-03-03T000000Z-manual.tar.zst.unfinished",
  ]);
});

test("one instance works at a time, and a stop calls a backup off", async () => {
  const { body } = await start();
  const stopping = new AbortController();
  const first = look(undefined, stopping.signal);
  await expect.poll(async () => (await listed())[0]?.state).toBe("running");
  expect(await look()).toBe(false);
  stopping.abort(new Error("stopped"));
  await first;
  expect((await admin.get<Backup>(`${PATH}/${body.id}`)).body).toMatchObject({ state: "failed", error: INTERRUPTED });
  expect((await filesThere()).filter((name) => name.endsWith(".zst"))).toEqual([]);
});

test("the schedule is saved, and says what the installation offers", async () => {
  const { version, ...first } = await schedule();
  expect(first).toMatchObject({ automatic: false, hour: 3, place: "disk", is_encrypted: false, restore_folder: process.cwd() });
  expect(first.places).toEqual([{ place: "disk", label: folder() }]);
  expect(first.free_bytes).toBeGreaterThan(0);
  const saved = await admin.put<BackupSchedule>(SCHEDULE, { automatic: true, hour: 14, place: "disk", version });
  expect(saved.body).toMatchObject({ automatic: true, hour: 14, version: version + 1 });
  // Two in the afternoon lies ahead; what was due yesterday isn't made up for.
  expect(saved.body.health.next_at).toBe("2026-03-10T14:00:00.000Z");
  await look();
  expect(await listed()).toEqual([]);
  expect((await logged()).at(-1)).toBe("updated");
});
