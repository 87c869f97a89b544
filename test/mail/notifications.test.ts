import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Context } from "../../app/domain/context.ts";
import type { Notice } from "../../app/domain/notifications/notification.ts";
import { notifyAdmin } from "../../app/domain/notifications/notify-admin.ts";
import { DEFAULT_SETTINGS } from "../../app/domain/settings/settings.ts";
import { buildPost } from "../builders.ts";
import { mailTo, openPostOffice, type PostOffice, SITE } from "./post-office.ts";

const OWNER = "owner@larks.example";
const ON = { ...DEFAULT_SETTINGS, adminEmail: OWNER };
const OFF = { ...ON, enableNotifications: false };

let office: PostOffice;
beforeEach(async () => {
  office = await openPostOffice();
});
afterEach(() => office.close());

const comment = (n: number): Notice => ({
  kind: "comment",
  title: `New comment on Article ${n}`,
  text: `Text <b>${n}</b>`,
  path: `/admin/comments?n=${n}`,
});
/** A notification of a comment that waits for approval. */
async function held(n: number): Promise<Notice & { waitingComment: string }> {
  const { id: post_id } = await buildPost(office.db);
  const values = { post_id, content: `Held ${n}`, status: "pending", guest_name: "Grace" };
  const { id } = await office.db.insertInto("comments").values(values).returning("id").executeTakeFirstOrThrow();
  return { ...comment(n), waitingComment: id };
}
const decide = (status: string, ...notices: { waitingComment: string }[]) =>
  office.db
    .updateTable("comments")
    .set({ status })
    .where(
      "id",
      "in",
      notices.map(({ waitingComment }) => waitingComment),
    )
    .execute();
const notify = (context: Context, note: Notice) => notifyAdmin(context, ON, SITE, note);
const mails = () =>
  office.db.selectFrom("outbox").selectAll().where("kind", "=", "admin_notices").orderBy("created_at").execute();
const waiting = () => office.db.selectFrom("admin_notices").select("title").where("mailed_at", "is", null).execute();
/** As if so many seconds had passed since the last mail. */
const later = (seconds: number) =>
  office.pool.query("update admin_notices set mailed_at = mailed_at - make_interval(secs => $1)", [seconds]);
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 50 });
/** Resolves when every due job has run. */
const settled = () =>
  eventually(async () => {
    const { rows } = await office.pool.query(
      "select 1 from pgboss.job where name = 'notifications.noticed' and state in ('created', 'active', 'retry') and start_after <= now()",
    );
    expect(rows).toEqual([]);
  });

test("the first notification is sent at once, with a link", async () => {
  const { context } = await office.open({ settings: ON });
  await notify(context, comment(1));
  const mail = await mailTo(office, OWNER);
  expect(mail.subject).toBe("1 new comment at Larks & Co");
  expect(mail.body_text).toContain("New comment on Article 1\n\nText <b>1</b>\n\nhttps://larks.example/admin/comments?n=1");
  expect(mail.body_html).toContain("Text &lt;b&gt;1&lt;/b&gt;");
  expect(await waiting()).toEqual([]);
});

test("within ten minutes there is no second mail; then one has everything since", async () => {
  const { context } = await office.open({ settings: ON });
  await notify(context, comment(1));
  await mailTo(office, OWNER);
  for (const n of [2, 3, 4]) await notify(context, comment(n));
  await notify(context, { kind: "user", title: "New user: Ada", text: "ada@larks.example", path: "/admin/users" });
  await eventually(async () => {
    const { rows } = await office.pool.query(
      "select count(*)::int as later from pgboss.job where name = 'notifications.noticed' and state = 'created' and start_after > now()",
    );
    expect(rows).toEqual([{ later: 1 }]);
  });
  expect(await mails()).toHaveLength(1);
  expect(await waiting()).toHaveLength(4);

  await later(300);
  await notify(context, comment(5));
  await settled();
  expect(await mails()).toHaveLength(1);
  await later(301);
  await notify(context, comment(6));
  await eventually(async () => expect(await mails()).toHaveLength(2));
  const [, second] = await mails();
  expect(second?.subject).toBe("5 new comments, 1 new user at Larks & Co");
  for (const title of ["Article 2", "Article 6", "New user: Ada"]) expect(second?.body_text).toContain(title);
  expect(second?.body_text).not.toContain("Article 1\n");
});

test("a wave from several instances at the same moment makes one mail, and nothing is lost", async () => {
  const instances = await Promise.all([office.open({ settings: ON }), office.open({ settings: ON })]);
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => notify((instances[n % 2] as (typeof instances)[0]).context, comment(n))),
  );
  await mailTo(office, OWNER);
  await settled();
  expect(await mails()).toHaveLength(1);
  await later(601);
  await notify(instances[0].context, comment(40));
  await eventually(async () => expect(await waiting()).toEqual([]));
  const all = await mails();
  expect(all.length).toBeLessThanOrEqual(2);
  const counted = all.map(({ subject }) => Number(subject.split(" ")[0])).reduce((sum, count) => sum + count, 0);
  expect(counted).toBe(41);
});

test("while comments of the last mail wait for approval, further ones that wait are mailed once a day", async () => {
  const { context } = await office.open({ settings: ON });
  const [first, second, third, fourth] = [await held(1), await held(2), await held(3), await held(4)];
  await notify(context, first);
  expect((await mailTo(office, OWNER)).body_text).toContain("As long as these comments wait for approval");
  await notify(context, second);
  await later(3600);
  await notify(context, third);
  await settled();
  expect([(await mails()).length, (await waiting()).length]).toEqual([1, 2]);
  await later(86_400 - 3600);
  await notify(context, fourth);
  await eventually(async () => expect(await mails()).toHaveLength(2));
  expect((await mails())[1]?.subject).toBe("3 new comments at Larks & Co");
});

test("once they are decided about, the next comment is mailed, without those that no longer wait", async () => {
  const { context } = await office.open({ settings: ON });
  const [first, second, third] = [await held(1), await held(2), await held(3)];
  await notify(context, first);
  await mailTo(office, OWNER);
  await notify(context, second);
  await settled();
  await decide("rejected", first, second);
  await later(601);
  await notify(context, third);
  await eventually(async () => expect(await mails()).toHaveLength(2));
  const [, next] = await mails();
  expect(next?.subject).toBe("1 new comment at Larks & Co");
  expect(next?.body_text).toContain("Article 3");
  expect(await waiting()).toEqual([]);
});

test("anything else is mailed after ten minutes, with the comments that wait", async () => {
  const { context } = await office.open({ settings: ON });
  const [first, second] = [await held(1), await held(2)];
  await notify(context, first);
  await mailTo(office, OWNER);
  await notify(context, second);
  await later(601);
  await settled();
  expect(await mails()).toHaveLength(1);
  await notify(context, { kind: "user", title: "New user: Ada", text: "ada@larks.example", path: "/admin/users" });
  await eventually(async () => expect(await mails()).toHaveLength(2));
  expect((await mails())[1]?.subject).toBe("1 new comment, 1 new user at Larks & Co");
});

test("for very many the mail names the first and the number of the others", async () => {
  const { context } = await office.open({ settings: ON });
  await context.db.transaction().execute(async (db) => {
    for (let n = 0; n < 35; n++) await notify({ ...context, db }, comment(n));
  });
  const mail = await mailTo(office, OWNER);
  expect(mail.subject).toBe("35 new comments at Larks & Co");
  expect(mail.body_text).toContain("And 5 more.");
});

test("what is rolled back is never notified", async () => {
  const { context } = await office.open({ settings: ON });
  const undone = context.db.transaction().execute(async (db) => {
    await notify({ ...context, db }, comment(1));
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await notify(context, comment(2));
  expect((await mailTo(office, OWNER)).subject).toBe("1 new comment at Larks & Co");
});

test("a site without notifications stores nothing, and deletes what waited when it was turned off", async () => {
  const { context } = await office.open({ settings: OFF });
  await notifyAdmin(context, OFF, SITE, comment(1));
  expect(await waiting()).toEqual([]);
  await notify(context, comment(2));
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect(await mails()).toEqual([]);
});

test("what a command stored is notified after the next start", async () => {
  await office.db.insertInto("admin_notices").values(comment(1)).execute();
  await office.open({ settings: ON });
  expect((await mailTo(office, OWNER)).body_text).toContain("Article 1");
});
