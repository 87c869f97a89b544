// Sends issues of the newsletter in a process of its own, to be killed. Its argument: the database, the mail server and how fast.
import { startNewsletter } from "../../app/boot/start-newsletter.ts";
import { systemClock } from "../../app/platform/clock.ts";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { createMailConnection } from "../../app/platform/smtp-connection.ts";
import type { DB } from "../../db/schema.gen.ts";
import { buildContext } from "../builders.ts";
import { silent } from "../platform/test-postgres.ts";
import { SENDER, SETTINGS, type SenderOptions, SITE } from "./sender-options.ts";

const MAIL = {
  subject: "On larks",
  html: "<p>Larks sing at dawn. [[choices]] [[unsubscribe]]</p>",
  text: "Larks sing at dawn. [[choices]] [[unsubscribe]]",
  isCut: false,
};

const { database, smtpUrl, connections, claimSeconds, mail = MAIL }: SenderOptions = JSON.parse(process.argv[2] ?? "{}");
const { db, close } = connectDatabase<DB>(database, { log: silent });
const sender = startNewsletter(
  buildContext(db, { clock: systemClock }),
  {
    canSend: true,
    connect: () => createMailConnection(smtpUrl, () => "blog.example"),
    connections: () => connections,
    limits: () => ({ perSecond: 1000, perHour: 100_000, perDay: 100_000 }),
    sender: () => SENDER,
    site: () => SITE,
    settings: () => SETTINGS,
    compose: async () => mail,
    claimSeconds,
    pauseOf: () => 0.1,
  },
  { busyMs: 100, idleMs: 100 },
);
// Neither its timer nor idle connections keep it running.
const running = setInterval(() => {}, 60_000);
process.stdout.write("looking\n");
process.once("SIGTERM", async () => {
  clearInterval(running);
  await sender.stop();
  await close();
});
