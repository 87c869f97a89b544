import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Selectable } from "kysely";
import { vi } from "vitest";
import { openJobs } from "../../app/boot/open-jobs.ts";
import type { Context } from "../../app/domain/context.ts";
import { queueMail } from "../../app/domain/mail/send-mail.ts";
import type { NoticeSettings } from "../../app/domain/notifications/notification.ts";
import { DEFAULT_SETTINGS, type Site } from "../../app/domain/settings/settings.ts";
import { systemClock, systemRandom } from "../../app/platform/clock.ts";
import type { Mailbox } from "../../app/platform/config/parsers.ts";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { createLog } from "../../app/platform/log.ts";
import { createFolderStore } from "../../app/platform/storage/folder-store.ts";
import type { DB, Outbox } from "../../db/schema.gen.ts";
import type { LogLine } from "../app/create-test-app.ts";
import { createTestDatabase } from "../platform/database.ts";
import { silent } from "../platform/test-postgres.ts";

/** A site, as messages know it. */
export const SITE: Site = {
  name: "Larks & Co",
  description: DEFAULT_SETTINGS.siteDescription,
  url: "https://larks.example",
  email: "owner@larks.example",
  theme: "auto",
  timezone: "UTC",
  dateFormat: "MM/DD/YYYY",
  allowComments: true,
  allowRegistration: true,
  enableAnalytics: true,
  maintenance: false,
  livePrivacy: false,
  postsPerPage: 6,
  defaultAuthor: "The Skylark editors",
  sendsMail: true,
  footer: { text: "Short articles.", rights: "All rights reserved." },
};

/** Secrets that a message contains. */
export const SECRETS = { token: "ab".repeat(32), code: "012345" };

type OpenOptions = { smtpUrl?: string; mailFrom?: Mailbox; site?: Site; settings?: NoticeSettings };

/**
 * A database, and as many processes on it as `open` is called for, each with its jobs and its transport for mail.
 * `logged` has every line of their logs.
 */
export async function openPostOffice() {
  const database = await createTestDatabase();
  const { pool, db, close: disconnect } = connectDatabase<DB>(database.config, { log: silent });
  const logged: LogLine[] = [];
  const log = createLog({ level: "debug", pretty: false, destination: { write: (line) => void logged.push(JSON.parse(line)) } });
  const base: Context = { db, clock: systemClock, random: systemRandom, log };
  const running = new Set<() => Promise<void>>();
  return {
    db,
    pool,
    base,
    database,
    logged,
    /** Starts the jobs of one process. @returns its context, its console output, and how to end it */
    async open({ smtpUrl, mailFrom, site = SITE, settings = DEFAULT_SETTINGS }: OpenOptions = {}) {
      const printed: string[] = [];
      const print = (text: string) => void printed.push(text);
      const reach = { pool, connection: database.config };
      const folder = join(tmpdir(), `skylark-post-office-${process.pid}`);
      const media = createFolderStore(folder);
      const { context, close } = await openJobs(base, reach, {
        config: { smtpUrl, mailFrom },
        site: () => site,
        settings: () => ({ ...DEFAULT_SETTINGS, ...settings }),
        media,
        runImport: async () => {},
        print,
      });
      running.add(close);
      return { context, printed, close: () => close().finally(() => running.delete(close)) };
    },
    close: async () => {
      for (const end of running) await end();
      await disconnect();
      await database.drop();
    },
  };
}

export type PostOffice = Awaited<ReturnType<typeof openPostOffice>>;

/** Queues a recovery message. */
export const queueRecovery = (context: Context, to: string) =>
  queueMail(context, { to, kind: "recovery", data: SECRETS, site: SITE });

/** The outbox's message to a user, once `fits` is true for it. */
export const mailTo = (
  office: Pick<PostOffice, "db">,
  recipient: string,
  fits: (row: Selectable<Outbox>) => boolean = () => true,
): Promise<Selectable<Outbox>> =>
  vi.waitFor(
    async () => {
      const row = await office.db.selectFrom("outbox").selectAll().where("recipient", "=", recipient).executeTakeFirstOrThrow();
      if (!fits(row)) throw new Error(`the message to ${recipient} isn't there yet: ${JSON.stringify(row)}`);
      return row;
    },
    { timeout: 20_000, interval: 20 },
  );
