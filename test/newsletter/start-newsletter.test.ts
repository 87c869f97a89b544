import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startNewsletter } from "../../app/boot/start-newsletter.ts";
import type { Rounds } from "../../app/boot/start-rounds.ts";
import { createMailConnection } from "../../app/platform/smtp-connection.ts";
import { openTestContext } from "../context.ts";
import { buildIssue, buildSubscribers } from "./build-subscribers.ts";
import { receiveMail } from "./receive-mail.ts";
import { SENDER, SETTINGS, SITE } from "./sender-options.ts";

const HOUR_MS = 3_600_000;

let opened: Awaited<ReturnType<typeof openTestContext>>;
let server: Awaited<ReturnType<typeof receiveMail>>;
let sender: Rounds;
beforeAll(async () => {
  opened = await openTestContext();
  server = await receiveMail();
  await buildSubscribers(opened.db, 2);
});
afterEach(() => sender.stop());
afterAll(async () => {
  await server.close();
  await opened.close();
});

/** It would look again in an hour. */
const start = () =>
  startNewsletter(
    opened.ctx,
    {
      canSend: true,
      connect: () => createMailConnection(server.url, () => "blog.example"),
      connections: () => 1,
      limits: () => ({ perSecond: 1000, perHour: 100_000, perDay: 100_000 }),
      sender: () => SENDER,
      site: () => SITE,
      settings: () => SETTINGS,
      compose: async ({ subject }) => ({ subject, html: "<p>[[choices]]</p>", text: "", isCut: false }),
    },
    { busyMs: 20, idleMs: HOUR_MS },
  );

const stateOf = async (id: string) =>
  (await opened.db.selectFrom("newsletter_issues").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;
const looksNoMore = () =>
  expect
    .poll(async () => (await opened.db.selectFrom("newsletter_upkeep").select("digest_plan").executeTakeFirst())?.digest_plan)
    .toBe("Monday 8 UTC");

test("with nothing to do it waits, and an issue begins as soon as it is woken", async () => {
  sender = start();
  await looksNoMore();
  const { id } = await buildIssue(opened.db);
  sender.wake();
  await expect.poll(() => stateOf(id)).toBe("sent");
  expect(server.total()).toBe(2);
});

test("a scheduled issue begins at its time without being woken", async () => {
  const { id } = await buildIssue(opened.db, { state: "scheduled", scheduled_at: new Date(Date.now() + 300) });
  sender = start();
  await expect.poll(() => stateOf(id)).toBe("sent");
});
