import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { composeStoredIssue } from "../../app/domain/newsletter/compose-stored-issue.ts";
import { makeDigest, nextDigest } from "../../app/domain/newsletter/make-digest.ts";
import { finishIssues, prepareIssues } from "../../app/domain/newsletter/prepare-issues.ts";
import { sendIssues } from "../../app/domain/newsletter/send-issues.ts";
import type { Settings } from "../../app/domain/settings/settings.ts";
import { createMailConnection } from "../../app/platform/smtp-connection.ts";
import { createFolderStore } from "../../app/platform/storage/folder-store.ts";
import { buildCategory, buildPost, buildSubscriber } from "../builders.ts";
import { openTestContext } from "../context.ts";
import { buildIssue } from "./build-subscribers.ts";
import { receiveMail } from "./receive-mail.ts";
import { SENDER, SETTINGS, SITE } from "./sender-options.ts";

let now = new Date();
let server: Awaited<ReturnType<typeof receiveMail>>;
const { ctx, db, close } = await openTestContext({ clock: { now: () => now } });
const folder = mkdtempSync(join(tmpdir(), "digest-"));
const media = createFolderStore(folder);

beforeAll(async () => {
  server = await receiveMail();
});
afterAll(async () => {
  await server.close();
  await close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  for (const table of ["newsletter_issues", "subscribers", "newsletter_minutes", "admin_notices", "posts", "categories"] as const)
    await db.deleteFrom(table).execute();
  const fresh = { next_at: new Date(0), digest_at: null, digest_next_at: null, digest_plan: null, digest_held: false };
  await db.updateTable("newsletter_upkeep").set(fresh).execute();
  // Sunday; the digest is due on Monday at 8:00 in Berlin, which is 7:00 in UTC.
  now = new Date("2026-02-01T12:00:00Z");
});
afterEach(() => {
  server.raws.length = 0;
  server.copies.clear();
});

const BERLIN = { ...SITE, timezone: "Europe/Berlin" };
const toolsWith = (changes: Partial<Settings> = {}, site = BERLIN) => {
  const settings = { ...SETTINGS, ...changes };
  return {
    site: () => site,
    settings: () => settings,
    compose: (issue: Parameters<typeof composeStoredIssue>[2]) =>
      composeStoredIssue(ctx, media, issue, { site, postalAddress: settings.postalAddress }),
  };
};
const at = (time: string) => {
  now = new Date(time);
};
const look = (changes?: Partial<Settings>, site = BERLIN) => makeDigest(ctx, toolsWith(changes, site));
const digests = () => db.selectFrom("newsletter_issues").selectAll().where("kind", "=", "digest").orderBy("created_at").execute();

/** One round of the worker. */
async function round(changes: Partial<Settings> = {}): Promise<void> {
  const tools = toolsWith(changes);
  await makeDigest(ctx, tools);
  await prepareIssues(ctx, tools);
  await sendIssues(ctx, {
    ...tools,
    connect: () => createMailConnection(server.url, () => "blog.example"),
    connections: () => 2,
    limits: () => ({ perSecond: 1000, perHour: 100_000, perDay: 100_000 }),
    sender: () => SENDER,
    signal: new AbortController().signal,
  });
  await finishIssues(db);
}

const MONDAY = "2026-02-02T07:00:00Z";
const weekly = (name: string, values: Parameters<typeof buildSubscriber>[1] = {}) =>
  buildSubscriber(db, { email: `${name}@example.org`, frequency: "weekly", ...values });
const post = (title: string, published: string, values: Parameters<typeof buildPost>[1] = {}) =>
  buildPost(db, { title, published_at: new Date(published), ...values });
async function follow(name: string, category_id: string, values: Parameters<typeof buildSubscriber>[1] = {}): Promise<void> {
  const { id: subscriber_id } = await weekly(name, { all_categories: false, ...values });
  await db.insertInto("subscriber_categories").values({ subscriber_id, category_id }).execute();
}
/** The titles that each address got, in the order of the mail. */
async function received(titles: string[]): Promise<Record<string, string[]>> {
  const mails = await Promise.all(server.raws.map((raw) => simpleParser(raw)));
  return Object.fromEntries(
    mails.map(({ to, text = "" }) => [
      String(to && "text" in to ? to.text : "").split("@")[0],
      titles.filter((title) => text.includes(`${title} <`)).sort((a, b) => text.indexOf(`${a} <`) - text.indexOf(`${b} <`)),
    ]),
  );
}

describe("when a digest is due", () => {
  test.each([
    ["in the middle of a week", "Monday", 8, "Europe/Berlin", "2026-02-05T12:00:00Z", "2026-02-09T07:00:00.000Z"],
    [
      "after the time itself, over the start of summer time",
      "Monday",
      8,
      "Europe/Berlin",
      "2026-03-23T07:00:00Z",
      "2026-03-30T06:00:00.000Z",
    ],
    ["before it on the day", "Monday", 8, "Europe/Berlin", "2026-03-23T06:59:59Z", "2026-03-23T07:00:00.000Z"],
    ["at an hour that clocks skip", "Sunday", 2, "America/New_York", "2026-03-05T00:00:00Z", "2026-03-08T07:00:00.000Z"],
    [
      "at the first of an hour that comes twice",
      "Sunday",
      1,
      "America/New_York",
      "2026-10-30T00:00:00Z",
      "2026-11-01T05:00:00.000Z",
    ],
    ["not again at the second", "Sunday", 1, "America/New_York", "2026-11-01T05:00:00Z", "2026-11-08T06:00:00.000Z"],
    ["where it is Monday already", "Monday", 0, "Pacific/Kiritimati", "2026-01-03T00:00:00Z", "2026-01-04T10:00:00.000Z"],
    ["late in the evening", "Saturday", 23, "America/Los_Angeles", "2026-01-03T00:00:00Z", "2026-01-04T07:00:00.000Z"],
  ] as const)("%s", (_, day, hour, timezone, from, expected) => {
    expect(nextDigest({ day, hour, timezone }, new Date(from)).toISOString()).toBe(expected);
  });
});

test("those who chose a weekly email get the new articles once, the newest first; those who chose each post get none", async () => {
  await weekly("ada");
  await buildSubscriber(db, { email: "each@example.org" });
  await weekly("pending", { state: "pending", confirmed_at: null });
  await weekly("left", { state: "left", ended_at: now });
  const picture = "/media/0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c/1280.jpg";
  await post("Older", "2026-01-20T00:00:00Z");
  const { slug } = await post("Tuesday", "2026-01-27T10:00:00Z", {
    featured_image: picture,
    featured_image_alt: "A field",
    excerpt: "In short.",
  });
  await post("Friday", "2026-01-30T10:00:00Z");
  await post("Unlisted", "2026-01-30T10:00:00Z", { listed: false });
  await post("Draft", "2026-01-30T10:00:00Z", { status: "draft", published_at: null });
  await round();
  expect(server.raws).toEqual([]);
  at(MONDAY);
  await round();
  const titles = ["Older", "Tuesday", "Friday", "Unlisted", "Draft"];
  expect(await received(titles)).toEqual({ ada: ["Friday", "Tuesday"] });
  const [digest] = await digests();
  expect(digest).toMatchObject({ state: "sent", subject: "New on Larks & Co", audience: "all" });

  const mail = await simpleParser(server.raws[0] ?? "");
  expect(mail.subject).toBe("New on Larks & Co");
  const link = `https://blog.example/story/${slug}?utm_source=newsletter&amp;utm_campaign=${digest?.id}`;
  expect(mail.html).toContain(`href="${link}"`);
  expect(mail.html).toContain("In short.");
  expect(mail.html).toMatch(/<img src="https:\/\/blog\.example\/media\/0b6f3f0e[^"]*" alt="A field"/);
  expect(mail.html).toContain("1 Lark Lane, Dawnfield");
  expect(mail.html).not.toContain("[[");
  expect(mail.text).not.toContain("[[");
  expect(server.raws[0]).toMatch(/^List-Unsubscribe:\s+<https:\/\/blog\.example\/newsletter\/unsubscribe\?/m);
  expect(server.raws[0]).toMatch(/^List-Unsubscribe-Post:\s+List-Unsubscribe=One-Click/m);

  await round();
  at("2026-02-09T07:00:00Z");
  await round();
  expect([server.raws.length, (await digests()).length]).toEqual([1, 1]);
  await post("Sunday", "2026-02-14T10:00:00Z");
  at("2026-02-16T07:00:10Z");
  await round();
  expect(server.raws).toHaveLength(2);
  server.raws.shift();
  expect(await received([...titles, "Sunday"])).toEqual({ ada: ["Sunday"] });
});

test("those who chose a weekly email don't get the issue of a post", async () => {
  await weekly("ada");
  await buildSubscriber(db, { email: "each@example.org" });
  const { id } = await post("Dawn", "2026-01-30T10:00:00Z");
  await buildIssue(db, { kind: "post", post_id: id, subject: "" });
  await round();
  expect([...server.copies]).toEqual([["each@example.org", 1]]);
});

test("each reader gets the articles of their categories and language alone, and no email without any", async () => {
  const [birds, bees, ants] = [await buildCategory(db), await buildCategory(db), await buildCategory(db)];
  const titles = ["Larks", "Lerchen", "Bienen", "Hives"];
  const larks = await post("Larks", "2026-01-30T10:00:00Z", { category_id: birds.id });
  await db.updateTable("posts").set({ translation_group: larks.id, language: "en" }).where("id", "=", larks.id).execute();
  await post("Lerchen", "2026-01-30T09:00:00Z", { category_id: birds.id, language: "de", translation_group: larks.id });
  await post("Bienen", "2026-01-30T08:00:00Z", { category_id: bees.id, language: "de" });
  await post("Hives", "2026-01-30T07:00:00Z", { category_id: bees.id });
  await weekly("all");
  await weekly("german", { language: "de" });
  await weekly("english", { language: "en" });
  await weekly("french", { language: "fr" });
  await follow("birds", birds.id);
  await follow("ants", ants.id);
  await follow("bees", bees.id);
  await follow("bienen", bees.id, { language: "de" });
  await look();
  at(MONDAY);
  await round();
  expect(await received(titles)).toEqual({
    all: ["Larks", "Bienen", "Hives"],
    german: ["Lerchen", "Bienen"],
    english: ["Larks", "Hives"],
    birds: ["Larks"],
    bees: ["Bienen", "Hives"],
    bienen: ["Bienen"],
  });
  const recipients = await db.selectFrom("newsletter_recipients").select("email").execute();
  expect(recipients.map(({ email }) => email.split("@")[0]).sort()).toEqual([
    "all",
    "bees",
    "bienen",
    "birds",
    "english",
    "german",
  ]);
  const birdsMail = server.raws.find((raw) => raw.includes("To: birds@")) ?? "";
  const { html } = await simpleParser(birdsMail);
  for (const title of titles.slice(1)) expect(html).not.toContain(title);
});

test("several instances that look at once, and again after a restart, make one", async () => {
  await weekly("ada");
  await post("Dawn", "2026-01-30T10:00:00Z");
  await look();
  at(MONDAY);
  const dues = await Promise.all(Array.from({ length: 5 }, () => look()));
  expect(new Set(dues.map((due) => due?.toISOString()))).toEqual(new Set(["2026-02-09T07:00:00.000Z"]));
  await look();
  expect(await digests()).toHaveLength(1);
});

test("nothing is made when nothing is new, or when nobody wants what is new", async () => {
  await weekly("ada");
  await look();
  at(MONDAY);
  await look();
  await db.deleteFrom("subscribers").execute();
  const { id } = await buildCategory(db);
  await follow("ants", id);
  await buildSubscriber(db, { email: "each@example.org" });
  await post("Dawn", "2026-02-04T10:00:00Z");
  at("2026-02-09T07:00:00Z");
  await look();
  expect(await digests()).toEqual([]);
});

test("an article that is published again, or with an earlier date, is in one digest", async () => {
  await weekly("ada");
  const { id } = await post("Dawn", "2026-01-30T10:00:00Z");
  await look();
  at(MONDAY);
  await round();
  // A typo was mended, which moves the date; and a plan for 7:59 was carried out at 8:00.
  await db
    .updateTable("posts")
    .set({ published_at: new Date("2026-02-05T00:00:00Z") })
    .where("id", "=", id)
    .execute();
  await post("Planned", "2026-02-02T06:59:00Z");
  server.raws.length = 0;
  at("2026-02-09T07:00:00Z");
  await round();
  expect(await received(["Dawn", "Planned"])).toEqual({ ada: ["Planned"] });
});

test("a site that was down makes it within a day, and later leaves its articles to the next", async () => {
  await weekly("ada");
  await post("Dawn", "2026-01-30T10:00:00Z");
  await look();
  at("2026-02-03T07:00:01Z");
  expect((await look())?.toISOString()).toBe("2026-02-09T07:00:00.000Z");
  expect(await digests()).toEqual([]);
  await post("Dusk", "2026-02-08T10:00:00Z");
  at("2026-02-10T06:59:59Z");
  await round();
  expect(await received(["Dawn", "Dusk"])).toEqual({ ada: ["Dusk", "Dawn"] });
});

test.each([
  ["the newsletter is off", { newsletter: false }],
  ["the digest is off", { newsletterDigest: false }],
  ["nothing can be sent", { postalAddress: "" }],
])("while %s there is none, and what was missed isn't made up for at once", async (_, off) => {
  await weekly("ada");
  await post("Dawn", "2026-01-30T10:00:00Z");
  await look();
  at("2026-02-02T06:00:00Z");
  expect(await look(off)).toBeNull();
  at("2026-02-02T07:30:00Z");
  expect(await look(off)).toBeNull();
  expect((await look())?.toISOString()).toBe("2026-02-09T07:00:00.000Z");
  expect(await digests()).toEqual([]);
});

test("another day, hour or time zone counts from when it is set", async () => {
  await weekly("ada");
  await post("Dawn", "2026-01-30T10:00:00Z");
  const due = async (changes: Partial<Settings>, site = BERLIN) => (await look(changes, site))?.toISOString();
  expect(await due({})).toBe("2026-02-02T07:00:00.000Z");
  expect(await due({ newsletterDigestDay: "Sunday", newsletterDigestHour: 10 })).toBe("2026-02-08T09:00:00.000Z");
  expect(await due({ newsletterDigestDay: "Sunday", newsletterDigestHour: 14 })).toBe("2026-02-01T13:00:00.000Z");
  expect(await due({ newsletterDigestDay: "Sunday", newsletterDigestHour: 14 }, SITE)).toBe("2026-02-01T14:00:00.000Z");
  expect(await digests()).toEqual([]);
});

test("a digest whose articles are all gone before its start isn't sent, and says why", async () => {
  await weekly("ada");
  const { id } = await post("Dawn", "2026-01-30T10:00:00Z");
  await look();
  at(MONDAY);
  await look();
  await db.updateTable("posts").set({ status: "archived" }).where("id", "=", id).execute();
  await round();
  expect(await digests()).toMatchObject([
    { state: "canceled", reason: "None of its articles is published any more, so the digest was not sent." },
  ]);
});

test("the first one of a restored site waits for its owner", async () => {
  await weekly("ada");
  await post("Dawn", "2026-01-30T10:00:00Z");
  await look();
  await db.updateTable("newsletter_upkeep").set({ digest_held: true }).execute();
  at(MONDAY);
  await round();
  expect([server.raws, await digests()]).toMatchObject([[], [{ state: "paused", started_at: null }]]);
  const notices = await db.selectFrom("admin_notices").select("title").execute();
  expect(notices).toEqual([{ title: "The newsletter “New on Larks & Co” was paused" }]);
  await db.updateTable("newsletter_issues").set({ state: "sending" }).execute();
  await post("Dusk", "2026-02-03T10:00:00Z");
  at("2026-02-09T07:00:00Z");
  await round();
  expect(server.raws).toHaveLength(2);
});
