import type { Db } from "../../platform/database/db.ts";
import { reportError } from "../../platform/log.ts";
import { type MailConnection, SmtpFailure } from "../../platform/smtp-connection.ts";
import type { Context } from "../context.ts";
import { isMailbox } from "../mail/mail.ts";
import type { NoticeSettings } from "../notifications/notification.ts";
import type { Site } from "../settings/settings.ts";
import { claimRecipients, type SendingLimits } from "./claim-recipients.ts";
import { readIssueMail } from "./issues.sql.ts";
import { judgeFailure } from "./judge-failure.ts";
import { CLAIM_SECONDS } from "./newsletter-rules.ts";
import { type Begun, beginRecipient, type Failure, releaseRecipients, settleFailure, settleSent } from "./settle-recipient.ts";
import { type Sender, writeIssueMail } from "./write-issue-mail.ts";

export type SendingTools = {
  /** A connection of its own. */
  connect(): MailConnection;
  /** how many connections are kept open */
  connections(): number;
  limits(): SendingLimits;
  sender(): Sender;
  site(): Site;
  settings(): NoticeSettings;
  /** Aborted when the process stops: what has begun is brought to its end. */
  signal: AbortSignal;
  /** how long a recipient is claimed */
  claimSeconds?: number;
  /** seconds until an issue goes on after so many setbacks in a row */
  pauseOf?: (setbacks: number) => number;
};

const DATABASE_PAUSE_MS = 500;

/** Longer waits are left to the next round. */
const WAIT_MAX_MS = 2000;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Until the database is there again: what the mail server said must not be forgotten. */
async function persist<T>(ctx: Context, { signal }: Pick<SendingTools, "signal">, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw error;
      reportError(ctx.log, error, "a recipient of the newsletter could not be noted; it is tried again");
      await sleep(DATABASE_PAUSE_MS);
    }
  }
}

/** The mail of each issue that is being sent. It doesn't change. */
function createIssueMails(db: Db) {
  const known = new Map<string, Awaited<ReturnType<typeof readIssueMail>>>();
  return async (id: string) => {
    const mail = known.get(id) ?? (await readIssueMail(db, id));
    known.set(id, mail);
    return mail;
  };
}

type Lane = { connection: MailConnection; mailOf: ReturnType<typeof createIssueMails>; tools: SendingTools };

/** @returns whether the issue goes on at once */
async function sendOne(ctx: Context, { id, email }: { id: string; email: string }, claim: string, lane: Lane): Promise<boolean> {
  const { connection, mailOf, tools } = lane;
  const seconds = tools.claimSeconds ?? CLAIM_SECONDS;
  const begun = await persist(ctx, tools, () => beginRecipient(ctx.db, id, claim, seconds));
  if (!begun) return false;
  const failed = (failure: Failure) => {
    const { pauseOf } = tools;
    const with_ = { site: tools.site(), settings: tools.settings(), ...(pauseOf && { pauseOf }) };
    return persist(ctx, tools, () => settleFailure(ctx, begun, failure, with_));
  };
  if (!isMailbox(email)) return failed({ judgment: "refused", answer: "This isn’t an email address.", code: null });
  try {
    const letter = await writeIssueMail(await mailOf(begun.issueId), begun, email, {
      sender: tools.sender(),
      site: tools.site(),
    });
    const answer = await connection.send(letter);
    await persist(ctx, tools, () => settleSent(ctx.db, begun, answer));
    return true;
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error;
    return failed(judgeFailure(error, wasTried(begun)));
  }
}

const wasTried = ({ attempts }: Begun) => attempts > 1;

async function sendBatch(ctx: Context, recipients: { id: string; email: string }[], claim: string, lane: Lane): Promise<void> {
  try {
    for (const recipient of recipients) {
      if (lane.tools.signal.aborted || !(await sendOne(ctx, recipient, claim, lane))) break;
    }
  } finally {
    await persist(ctx, lane.tools, () => releaseRecipients(ctx.db, claim));
  }
}

/** Until nobody is due. */
async function runLane(ctx: Context, lane: Lane): Promise<void> {
  const { tools } = lane;
  try {
    while (!tools.signal.aborted) {
      const seconds = tools.claimSeconds ?? CLAIM_SECONDS;
      const claimed = await claimRecipients(ctx.db, tools.limits(), crypto.randomUUID(), seconds);
      if (!claimed) return;
      if ("waitMs" in claimed) {
        if (claimed.waitMs > WAIT_MAX_MS) return;
        await sleep(claimed.waitMs);
      } else await sendBatch(ctx, claimed.recipients, claimed.claim, lane);
    }
  } finally {
    lane.connection.close();
  }
}

/** One round: sends to everybody who is due, over a few connections at once. An error of one connection leaves the others alone. */
export async function sendIssues(ctx: Context, tools: SendingTools): Promise<void> {
  const mailOf = createIssueMails(ctx.db);
  const lanes = Array.from({ length: tools.connections() }, () => ({ connection: tools.connect(), mailOf, tools }));
  const ended = await Promise.allSettled(lanes.map((lane) => runLane(ctx, lane)));
  for (const lane of ended) {
    if (lane.status === "rejected" && !tools.signal.aborted) {
      reportError(ctx.log, lane.reason, "issues of the newsletter could not be sent; they are tried again");
    }
  }
}
