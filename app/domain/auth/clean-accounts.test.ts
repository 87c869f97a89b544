import { afterAll, beforeAll, expect, test } from "vitest";
import { buildUser } from "../../../test/builders.ts";
import { openTestContext } from "../../../test/context.ts";
import { DEFAULT_SETTINGS } from "../settings/settings.ts";
import { CLEANING, cleanAccounts } from "./clean-accounts.ts";
import { issueOneTime } from "./one-time.ts";
import { startSession } from "./sessions.ts";

const DAY = 86_400_000;
const NOWHERE = { address: null, userAgent: null };

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());

test("deletes sessions that ended a month ago with their tokens, and expired one-time tokens; the rest stays", async () => {
  const { ctx, db } = opened;
  const { id } = await buildUser(db);
  for (let made = 0; made < 3; made++) await startSession(ctx, id, NOWHERE);
  const [old, recent, open] = (await db.selectFrom("auth_sessions").select("id").orderBy("created_at").execute()).map(
    (row) => row.id,
  );
  const ended = (days: number) => ({ ended_at: new Date(Date.now() - days * DAY), ended_reason: "signed_out" });
  await db
    .updateTable("auth_sessions")
    .set(ended(31))
    .where("id", "=", old ?? "")
    .execute();
  await db
    .updateTable("auth_sessions")
    .set(ended(29))
    .where("id", "=", recent ?? "")
    .execute();
  await issueOneTime(ctx, { userId: id, kind: "recovery", email: "a@blog.test" });
  await issueOneTime(ctx, { userId: id, kind: "invite", email: "a@blog.test" });
  const past = { expires_at: new Date(Date.now() - 1000) };
  await db.updateTable("one_time_tokens").set(past).where("kind", "=", "recovery").execute();

  await cleanAccounts(ctx, DEFAULT_SETTINGS);
  const left = await db.selectFrom("auth_sessions").select("id").orderBy("created_at").execute();
  expect(left.map((row) => row.id)).toEqual([recent, open]);
  const tokens = await db.selectFrom("refresh_tokens").select("session_id").orderBy("id").execute();
  expect(tokens.map((row) => row.session_id)).toEqual([recent, open]);
  expect(await db.selectFrom("one_time_tokens").select("kind").execute()).toEqual([{ kind: "invite" }]);
});

test("queues one job for the next day, also when it fails", async () => {
  const sent: unknown[] = [];
  const jobs = { send: async (...what: unknown[]) => void sent.push(what), sendAll: async () => undefined };
  await cleanAccounts({ ...opened.ctx, jobs }, DEFAULT_SETTINGS);
  expect(sent).toEqual([[CLEANING, {}, { db: opened.db, key: "daily", after: 86_400 }]]);
  const broken = { ...opened.ctx.db, deleteFrom: undefined } as never;
  await expect(cleanAccounts({ ...opened.ctx, db: broken, jobs }, DEFAULT_SETTINGS)).rejects.toThrow();
  expect(sent).toHaveLength(2);
});
