import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CampaignFunnel } from "../../app/domain/analytics/analytics.ts";
import { judgeFailure } from "../../app/domain/newsletter/judge-failure.ts";
import type { Issue, NewsletterGrowth, RecipientPage } from "../../app/domain/newsletter/newsletter.ts";
import type { BounceKind, GrowthRange } from "../../app/domain/newsletter/newsletter-rules.ts";
import { beginRecipient, settleFailure } from "../../app/domain/newsletter/settle-recipient.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import { SmtpFailure } from "../../app/platform/smtp-connection.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildPost, buildSession, buildSubscriber } from "../builders.ts";
import { FIREFOX } from "../hits.ts";
import { buildIssue } from "./build-subscribers.ts";
import { SETTINGS, SITE } from "./sender-options.ts";

const ISSUES = "/api/admin/newsletter/issues";
const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ["newsletter_issues", "subscribers", "analytics_records"] as const)
    await app.context.db.deleteFrom(table).execute();
});

const started = { started_at: new Date(), mail: JSON.stringify({ subject: "On larks" }) };
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** What a reader's browser reports of one page. */
type Reading = { path: string; engaged: number; scroll: number };

/** Over HTTP, as the tracker does. @param marks the query of the link that they came by */
async function visit(marks: string, readings: readonly Reading[]): Promise<void> {
  const reader = app.actors.from({
    headers: { "user-agent": FIREFOX, "accept-language": "en", "sec-fetch-site": "same-origin" },
    address: "203.0.113.7",
  });
  const session = buildSession();
  for (const [at, { path, engaged, scroll }] of readings.entries()) {
    const url = at === 0 ? path + marks : path;
    const view = { session, url, view: at + 1 };
    for (const hit of [
      { kind: "view", ...view },
      { kind: "end", ...view, engaged, scroll },
    ])
      expect((await reader.post("/api/visits", hit)).status).toBeLessThan(300);
  }
}

const campaign = async (utm_campaign: string) => {
  const today = dayOf(new Date());
  const range = { range: "custom", from: today, to: today, utm_source: "newsletter", utm_campaign };
  return (await admin.get<CampaignFunnel>(`/api/admin/analytics/campaign?${new URLSearchParams(range)}`)).body;
};

test("the figures of a campaign are refused without its name, and to readers", async () => {
  const { status, body } = await admin.get<ErrorBody>("/api/admin/analytics/campaign?utm_source=newsletter");
  expect([status, body.details?.map(({ field }) => field)]).toEqual([400, ["utm_campaign"]]);
  const reader = (await signedInUser(app)).actor;
  expect((await reader.get("/api/admin/analytics/campaign?utm_source=newsletter&utm_campaign=x")).status).toBe(403);
  expect((await reader.get("/api/admin/newsletter/growth")).status).toBe(403);
});

test("visits that came by an issue, and how far they read, equal a recount of what browsers reported", async () => {
  const { db } = app.context;
  const { id } = await buildIssue(db, { state: "sent", ...started });
  const { slug } = await buildPost(db, { reading_time: 2 });
  const other = await buildPost(db, { reading_time: 1 });
  const [story, another] = [`/story/${slug}`, `/story/${other.slug}`];
  const mine = `?utm_source=newsletter&utm_campaign=${id}`;
  /** Reading two minutes: the middle takes 20 seconds of attention, the end 40; half of it for the other article. */
  const visits: [marks: string, readings: Reading[]][] = [
    [mine, [{ path: story, engaged: 5, scroll: 100 }]],
    [mine, [{ path: story, engaged: 20, scroll: 50 }]],
    [mine, [{ path: story, engaged: 39, scroll: 95 }]],
    [mine, [{ path: story, engaged: 40, scroll: 90 }]],
    [
      mine,
      [
        { path: story, engaged: 3, scroll: 10 },
        { path: another, engaged: 25, scroll: 100 },
      ],
    ],
    [mine, [{ path: "/about", engaged: 90, scroll: 100 }]],
    [`?utm_source=shop&utm_campaign=${id}`, [{ path: story, engaged: 90, scroll: 100 }]],
    ["?utm_source=newsletter&utm_campaign=another", [{ path: story, engaged: 90, scroll: 100 }]],
    ["", [{ path: story, engaged: 90, scroll: 100 }]],
  ];
  for (const [marks, readings] of visits) await visit(marks, readings);

  const minutes = new Map([
    [story, 2],
    [another, 1],
  ]);
  const ours = visits.filter(([marks]) => marks === mine);
  const reached = (scroll: number, part: number) =>
    ours.filter(([, readings]) =>
      readings.some(
        (one) => minutes.has(one.path) && one.scroll >= scroll && one.engaged >= (minutes.get(one.path) ?? 0) * (60 / part),
      ),
    ).length;
  expect(await campaign(id)).toEqual({ visits: ours.length, half: reached(50, 6), finished: reached(90, 3), is_whole: true });
  expect([ours.length, reached(50, 6), reached(90, 3)]).toEqual([6, 4, 2]);
  expect(await campaign("never")).toEqual({ visits: 0, half: 0, finished: 0, is_whole: true });
});

test("what bounced later is counted by its kind, once for each recipient", async () => {
  const { db } = app.context;
  const issue = await buildIssue(db, { state: "sent", ...started });
  const { secret } = (await admin.post<{ secret: string }>("/api/admin/newsletter/bounces/secret")).body;
  const reported: BounceKind[] = ["hard", "hard", "soft", "complaint"];
  for (const [n, kind] of reported.entries()) {
    const { id: subscriber_id, email } = await buildSubscriber(db, { email: `reader-${n}@example.org` });
    const row = { issue_id: issue.id, subscriber_id, email, state: "sent", sent_at: new Date() };
    const { id } = await db.insertInto("newsletter_recipients").values(row).returning("id").executeTakeFirstOrThrow();
    for (const _ of ["first", "again"]) {
      const answer = await app.actors.anonymous.send("POST", "/api/newsletter/bounces", {
        body: JSON.stringify({ message_id: `<${issue.id}.${id}@blog.example>`, kind, reason: `550 said ${kind}` }),
        headers: { "content-type": "application/json", "x-bounce-secret": secret },
      });
      expect(answer.status).toBe(200);
    }
  }
  const { counts } = (await admin.get<Issue>(`${ISSUES}/${issue.id}`)).body;
  expect([counts.sent, counts.bounced, counts.bounces]).toEqual([4, 4, { hard: 2, soft: 1, complaint: 1 }]);
  const { items } = (await admin.get<RecipientPage>(`${ISSUES}/${issue.id}/recipients`)).body;
  await db
    .insertInto("newsletter_recipients")
    .values({ issue_id: issue.id, email: "well@example.org", state: "sent", sent_at: new Date() })
    .execute();
  const listed = async (state: string) =>
    (await admin.get<RecipientPage>(`${ISSUES}/${issue.id}/recipients?state=${state}`)).body.total;
  expect([await listed("bounced"), await listed("sent")]).toEqual([4, 5]);
  const said = items.map(({ email, bounce_kind, answer }) => [email, bounce_kind, answer]).sort();
  expect(said).toEqual(reported.map((kind, n) => [`reader-${n}@example.org`, kind, `550 said ${kind}`]));
});

test("subscribers over time equal a recount by day, with the issues that started", async () => {
  const { db } = app.context;
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  const lives: { from: number; to?: number; state?: string }[] = [
    { from: 400 },
    { from: 400, to: 100, state: "left" },
    { from: 80 },
    { from: 80, to: 40, state: "suppressed" },
    { from: 40, to: 40, state: "left" },
    { from: 1 },
    { from: 0 },
  ];
  for (const { from, to, state = "confirmed" } of lives) {
    const ended = to === undefined ? {} : { ended_at: ago(to) };
    const why = state === "suppressed" ? { suppressed_for: "complaint" } : {};
    await buildSubscriber(db, { state, confirmed_at: ago(from), ...ended, ...why });
  }
  await buildSubscriber(db, { state: "pending", confirmed_at: null });
  await buildSubscriber(db, { state: "suppressed", suppressed_for: "by hand", confirmed_at: null, ended_at: ago(3) });
  const issue = await buildIssue(db, { state: "sent", ...started, started_at: ago(40) });
  await buildIssue(db, { state: "draft" });

  for (const [range, length] of [
    ["90d", 90],
    ["1y", 365],
  ] as [GrowthRange, number][]) {
    const { days, issues } = (await admin.get<NewsletterGrowth>(`/api/admin/newsletter/growth?range=${range}`)).body;
    const recount = Array.from({ length }, (_, at) => {
      const date = dayOf(ago(length - 1 - at));
      const on = (days?: number) => days !== undefined && dayOf(ago(days)) === date;
      const by = (days?: number) => days !== undefined && dayOf(ago(days)) <= date;
      return {
        date,
        subscribers: lives.filter(({ from, to }) => by(from) && !by(to)).length,
        confirmed: lives.filter(({ from }) => on(from)).length,
        ended: lives.filter(({ to }) => on(to)).length,
      };
    });
    expect(days).toEqual(recount);
    expect(days.at(-1)?.subscribers).toBe(4);
    expect(issues).toEqual([{ id: issue.id, date: dayOf(ago(40)), subject: "On larks" }]);
  }
  const { status, body } = await admin.get<ErrorBody>("/api/admin/newsletter/growth?range=2y");
  expect([status, body.details]).toEqual([400, [{ field: "range", rule: "must be one of 90d, 1y" }]]);
});

test("a mail that fails after the owner paused or canceled its issue gives it no reason of its own", async () => {
  const { db } = app.context;
  for (const action of ["pause", "cancel"]) {
    const { id } = await buildIssue(db, { ...started, setbacks: 1, reason: "421 4.7.0 Try again later" });
    const subscriber = await buildSubscriber(db);
    const claim = crypto.randomUUID();
    const row = { issue_id: id, subscriber_id: subscriber.id, email: subscriber.email, state: "claimed", claim };
    const recipient = await db
      .insertInto("newsletter_recipients")
      .values({ ...row, lease_until: new Date(Date.now() + 60_000) })
      .returning("id")
      .executeTakeFirstOrThrow();
    const begun = await beginRecipient(db, recipient.id, claim, 60);
    if (!begun) throw new Error("The recipient could not be begun");
    expect((await admin.post<Issue>(`${ISSUES}/${id}/${action}`)).body.reason).toBeNull();
    const failure = new SmtpFailure("recipient", 451, "451 4.3.0 Temporary failure", null);
    await settleFailure(app.context, begun, judgeFailure(failure, false), { site: SITE, settings: SETTINGS });
    expect((await admin.get<Issue>(`${ISSUES}/${id}`)).body.reason).toBeNull();
  }
});
