// slow: app/boot/ app/domain/posts/schedule/ app/platform/jobs.ts

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { planPost } from "../../app/domain/posts/schedule/plan-post.ts";
import type { Site } from "../../app/domain/settings/settings.ts";
import { systemClock } from "../../app/platform/clock.ts";
import { buildCategory, buildPost, buildUser } from "../builders.ts";
import { openTestContext } from "../context.ts";

const site = { url: "http://blog.test", name: "Blog" } as Site;
const CONTENT = "<p>Write one line in the morning and one at night, and look at them on Sunday.</p>";

let opened: Awaited<ReturnType<typeof openTestContext>>;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  opened = await openTestContext({ clock: systemClock });
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await opened.close();
});

/** A process that looks for due posts. */
async function startKeeper(): Promise<ChildProcess> {
  const script = join(import.meta.dirname, "run-scheduler.ts");
  const child = spawn(process.execPath, ["--no-warnings", script, JSON.stringify(opened.config)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  await once(child.stdout as NonNullable<typeof child.stdout>, "data");
  return child;
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
  children.delete(child);
}

test("two processes publish each post once, also when one is killed in the middle and all are started again", {
  timeout: 120_000,
}, async () => {
  const { ctx, db } = opened;
  const { id: authorId, email } = await buildUser(db, { role: "admin" });
  const admin = { kind: "user", id: authorId, email, role: "admin", sessionId: authorId } as const;
  const { id: category_id } = await buildCategory(db);
  const planned = async (count: number, soon: (n: number) => number) => {
    const drafts = [];
    for (let n = 0; n < count; n++)
      drafts.push((await buildPost(db, { status: "draft", published_at: null, category_id, content: CONTENT })).id);
    // After the drafts are there, because a slow machine may not have made them in time.
    const begun = Date.now();
    const made = drafts.map((id, n) => ({ id, at: new Date(begun + soon(n)) }));
    for (const { id, at } of made) await planPost(ctx, admin, id, { kind: "publish", at, keep_published_at: false }, site);
    return made;
  };
  const published = async () =>
    (
      await db.selectFrom("posts").select(["id", "published_at as at"]).where("status", "=", "published").orderBy("id").execute()
    ).map(({ id, at }) => ({ id, at: at as unknown as Date }));
  const sorted = (posts: { id: string; at: Date }[]) => posts.toSorted((a, b) => (a.id < b.id ? -1 : 1));

  const first = await planned(40, (n) => 8000 + n * 50);
  const [one, other] = await Promise.all([startKeeper(), startKeeper()]);
  await expect.poll(async () => (await published()).length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(5);
  await end(one, "SIGKILL");
  await expect.poll(async () => (await published()).length, { timeout: 60_000 }).toBe(first.length);

  await end(other, "SIGTERM");
  const second = await planned(5, () => 4000);
  await new Promise((resolve) => setTimeout(resolve, 4100));
  expect(await published()).toEqual(sorted(first));
  const restarted = await Promise.all([startKeeper(), startKeeper()]);
  await expect.poll(async () => (await published()).length, { timeout: 60_000 }).toBe(first.length + second.length);
  for (const child of restarted) await end(child, "SIGTERM");

  expect(await published()).toEqual(sorted([...first, ...second]));
  const logged = await db.selectFrom("audit_log").select("entity_id").where("action", "=", "published").execute();
  expect(logged.map(({ entity_id }) => entity_id).sort()).toEqual([...first, ...second].map(({ id }) => id).sort());
  expect(await db.selectFrom("post_schedules").selectAll().execute()).toEqual([]);
});
