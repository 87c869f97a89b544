import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cleanSubscribers } from "../../../app/domain/subscribers/clean-subscribers.ts";
import type { SubscriberImport } from "../../../app/domain/subscribers/imports/import.ts";
import { SUBSCRIBERS_IMPORT } from "../../../app/domain/subscribers/imports/import-rules.ts";
import { importLines } from "../../../app/domain/subscribers/imports/run-import.ts";
import type { Subscriber } from "../../../app/domain/subscribers/subscriber.ts";
import { EVENTS } from "../../../app/events.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import { connectDatabase } from "../../../app/platform/database/connect.ts";
import { startJobs } from "../../../app/platform/jobs.ts";
import { createLog } from "../../../app/platform/log.ts";
import type { DB } from "../../../db/schema.gen.ts";
import type { Actor } from "../../app/actors.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { silent } from "../../platform/test-postgres.ts";
import {
  addSubscriber,
  createNewsletterSite,
  findSubscriber,
  mailsTo,
  sendForm,
  setNewsletter,
} from "../newsletter/newsletter-site.ts";

const SUBSCRIBERS = "/api/admin/newsletter/subscribers";
const IMPORT = "/api/admin/newsletter/import";

let app: Awaited<ReturnType<typeof createNewsletterSite>>;
let admin: Actor;
beforeAll(async () => {
  app = await createNewsletterSite();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ["subscriber_imports", "subscribers", "erased_subscribers", "outbox"] as const)
    await app.context.db.deleteFrom(table).execute();
  await setNewsletter(app, true);
});

const erased = async (email: string) => {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(email));
  await app.context.db
    .insertInto("erased_subscribers")
    .values({ email_hash: Buffer.from(hash) })
    .execute();
};

const confirmLink = async (email: string) => {
  const [mail] = await mailsTo(app, email);
  return new URL(mail?.link ?? "about:blank");
};

describe("adding by hand, asked to confirm", () => {
  const ask = (email: string, more: object = { ask: true }) =>
    admin.post<Subscriber & ErrorBody>(SUBSCRIBERS, { email, ...more });

  test("refuses both a statement and a question, and neither", async () => {
    for (const more of [{}, { ask: false }, { ask: true, consent_text: "Asked at a reading." }, { ask: "yes" }]) {
      const { status, body } = await ask("ada@blog.example", more);
      expect([status, body.details?.[0]?.field], JSON.stringify(more)).toEqual([
        400,
        "ask" in more && more.ask === "yes" ? "ask" : "consent_text",
      ]);
    }
    expect(await findSubscriber(app, "ada@blog.example")).toBeUndefined();
  });

  test("refuses while the newsletter is off", async () => {
    await setNewsletter(app, false);
    const { status, body } = await ask("ada@blog.example");
    expect([status, body.code]).toEqual([409, "newsletter_off"]);
    expect(await mailsTo(app, "ada@blog.example")).toEqual([]);
  });

  test("refuses and never mails those who are subscribed, left, were suppressed or erased", async () => {
    await addSubscriber(app, "confirmed@blog.example");
    await addSubscriber(app, "left@blog.example", "left");
    await addSubscriber(app, "suppressed@blog.example", "suppressed");
    await erased("erased@blog.example");
    for (const [name, code] of [
      ["confirmed", "23505"],
      ["left", "has_left"],
      ["suppressed", "suppressed"],
      ["erased", "has_left"],
    ]) {
      const { status, body } = await ask(`${name}@blog.example`);
      expect([status, body.code], name).toEqual([409, code]);
      expect(await mailsTo(app, `${name}@blog.example`), name).toEqual([]);
    }
    expect(await findSubscriber(app, "left@blog.example")).toMatchObject({ state: "left" });
  });

  test("mails a link, whose button confirms; again only after ten minutes", async () => {
    const { status, body } = await ask("ada@blog.example");
    expect([status, body.state, body.source, body.confirmed_at]).toEqual([201, "pending", "admin", null]);
    expect(body.consent_text).toBe("Send me new articles from Skylark by email. I can stop them at any time.");
    const again = await ask("Ada@blog.example");
    expect([again.status, again.body.code]).toEqual([409, "asked_lately"]);
    expect(await mailsTo(app, "ada@blog.example")).toHaveLength(1);
    const { body_text } = await app.context.db.selectFrom("outbox").select("body_text").executeTakeFirstOrThrow();
    expect(body_text).toContain("You are on a list of readers of Skylark.");
    expect(body_text).not.toContain("probably you");
    app.move(11);
    expect((await ask("ada@blog.example")).status).toBe(201);
    expect(await mailsTo(app, "ada@blog.example")).toHaveLength(2);

    const { pathname, search } = await confirmLink("ada@blog.example");
    expect((await app.actors.anonymous.get(pathname + search)).status).toBe(200);
    expect(await findSubscriber(app, "ada@blog.example")).toMatchObject({ state: "pending" });
    const clicks = await Promise.all([1, 2].map(() => sendForm(app.actors.anonymous, pathname + search)));
    expect(clicks.map((click) => click.status)).toEqual([200, 200]);
    expect(await findSubscriber(app, "ada@blog.example")).toMatchObject({ state: "confirmed", source: "admin" });
  });
});

describe("a list whose people are asked", () => {
  const upload = (emails: readonly string[], csv = `email\n${emails.join("\n")}\n`) =>
    admin.send<SubscriberImport>("POST", `${IMPORT}?name=list.csv`, { body: new TextEncoder().encode(csv) });
  const start = (body: object = { ask: true }) => admin.post<SubscriberImport & ErrorBody>(`${IMPORT}/start`, body);
  const tools = () => ({ site: app.settings.site(), settings: app.settings.get() });
  const part = (id: string) => importLines(app.context, id, tools());
  const current = async () => (await admin.get<{ import: SubscriberImport }>(IMPORT)).body.import;
  const mailed = async () =>
    (await app.context.db.selectFrom("outbox").select(["recipient", "kind"]).orderBy("recipient").execute()).map(
      ({ recipient }) => recipient,
    );
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, n) => `reader-${String(n).padStart(3, "0")}@blog.example`);

  test("can’t be started without a choice, with both, or while the newsletter is off", async () => {
    await upload(["ada@blog.example"]);
    for (const body of [{}, { ask: true, statement: "They subscribed elsewhere." }])
      expect((await start(body)).body.details?.[0]?.field).toBe("statement");
    await setNewsletter(app, false);
    const { status, body } = await start();
    expect([status, body.code]).toEqual([409, "newsletter_off"]);
    expect(await current()).toMatchObject({ state: "checked", asks: false });
  });

  test("leaves out who left, is suppressed, erased, pending or confirmed here, also if that happens after the check", async () => {
    const before = ["left", "suppressed", "pending", "confirmed"] as const;
    for (const state of before) await addSubscriber(app, `${state}@blog.example`, state);
    const { body } = await upload([
      ...before.map((state) => `${state}@blog.example`),
      "later-left@blog.example",
      "later-erased@blog.example",
      "ada@blog.example",
    ]);
    expect(body.counts).toMatchObject({ new: 3, left: 1, suppressed: 1, known: 2 });
    await start();
    await addSubscriber(app, "later-left@blog.example", "left");
    await erased("later-erased@blog.example");
    await part(body.id);
    expect(await mailed()).toEqual(["ada@blog.example"]);
    expect(await current()).toMatchObject({ state: "done", asks: true, done: 3, added: 1 });
    expect(await findSubscriber(app, "later-left@blog.example")).toMatchObject({ state: "left" });
  });

  test("become pending with the site’s consent, and are deleted after a week without an answer", async () => {
    const { body } = await upload([], "email,created_at\nada@blog.example,2024-03-10\n");
    await start();
    await part(body.id);
    expect(await findSubscriber(app, "ada@blog.example")).toMatchObject({
      state: "pending",
      source: "import",
      confirmed_at: null,
      consent_text:
        "Send me new articles from Skylark by email. I can stop them at any time.\n" +
        "Imported from a table (list.csv). They signed up there on 2024-03-10.",
    });
    const now = () => new Date(app.context.clock.now().getTime() + 8 * 86_400_000);
    await cleanSubscribers({ ...app.context, clock: { now } });
    expect(await findSubscriber(app, "ada@blog.example")).toBeUndefined();
  });

  test("get their emails in parts, each once, and none after a stop or while the newsletter is off", async () => {
    const emails = numbered(70);
    const { body } = await upload(emails);
    await start();
    await Promise.all([part(body.id), part(body.id)]);
    expect(await current()).toMatchObject({ state: "running", done: 26, added: 26 });
    await setNewsletter(app, false);
    await part(body.id);
    expect(await mailed()).toHaveLength(26);
    await setNewsletter(app, true, { newsletterPerDay: 1_000_000, newsletterPerHour: 1_000_000 });
    await part(body.id);
    expect(await mailed()).toEqual(emails.slice(0, 56));
    expect((await admin.delete(IMPORT)).status).toBe(204);
    await part(body.id);
    expect(await mailed()).toHaveLength(56);
  });

  test.each([
    [{ newsletterPerDay: 100 }, { mails: 1, seconds: 864 }],
    [{ newsletterPerDay: 1 }, { mails: 1, seconds: 86_400 }],
    [{ newsletterPerHour: 7 }, { mails: 1, seconds: 515 }],
    [
      { newsletterPerHour: 150, newsletterPerDay: 10_000 },
      { mails: 2, seconds: 60 },
    ],
    [
      { newsletterPerHour: 1_000_000, newsletterPerDay: 1_000_000 },
      { mails: 30, seconds: 60 },
    ],
  ])("keep to the limits of issues, %o: %o", async (limits, { mails, seconds }) => {
    await setNewsletter(app, true, limits);
    const { body } = await upload(numbered(31));
    await start();
    const { config } = app.database;
    const { pool, db, close } = connectDatabase<DB>(config, { log: silent });
    const log = createLog({ level: "silent" });
    const jobs = await startJobs({ pool, connection: config, names: EVENTS, log });
    try {
      await importLines({ ...app.context, jobs }, body.id, tools());
      const { rows } = await sql`select extract(epoch from start_after - created_on)::int as seconds
        from pgboss.job where name = ${SUBSCRIBERS_IMPORT} and data->>'id' = ${body.id}`.execute(db);
      expect([(await mailed()).length, rows]).toEqual([mails, [{ seconds }]]);
    } finally {
      await jobs.stop();
      await close();
    }
  });
});
