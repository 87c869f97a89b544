import { sql } from "kysely";
import type { IssueState } from "../../app/domain/newsletter/newsletter-rules.ts";
import { buildSubscriber } from "../builders.ts";
import { buildIssue } from "../newsletter/build-subscribers.ts";
import type { Fixture } from "./operation-fixture.ts";

/** What an issue can't be sent without. */
export async function setUpNewsletter({ app, db }: Pick<Fixture, "app" | "db">): Promise<void> {
  const chosen = {
    newsletterSender: "news@blog.example",
    newsletterReplyTo: "ada@blog.example",
    postalAddress: "1 Lark Lane, Dawnfield",
  };
  await db
    .updateTable("settings")
    .set({ value: sql`value || ${JSON.stringify(chosen)}::jsonb` })
    .execute();
  await app.settings.renew();
}

const inState =
  (state: IssueState) =>
  async (fixture: Fixture): Promise<{ id: string }> => {
    await setUpNewsletter(fixture);
    const { id } = await buildIssue(fixture.db, { state });
    return { id };
  };

async function newUncertain(fixture: Fixture) {
  const { id } = await inState("paused")(fixture);
  const { id: subscriber_id, email } = await buildSubscriber(fixture.db);
  const recipient = await fixture.db
    .insertInto("newsletter_recipients")
    .values({ issue_id: id, subscriber_id, email, state: "uncertain" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { path: { id, recipient: recipient.id } };
}

const at = (path: string) => `/api/admin/newsletter${path}`;
const who = "admins" as const;

/** Rows of the table of operations. */
export const NEWSLETTER_OPERATIONS = {
  readNewsletter: { at: `get ${at("")}`, who },
  readNewsletterAudience: { at: `get ${at("/audience")}`, who },
  readNewsletterGrowth: { at: `get ${at("/growth")}`, who },
  listIssues: { at: `get ${at("/issues")}`, who },
  createIssue: { at: `post ${at("/issues")}`, who, leaves: ["newsletter issue created"] },
  readIssue: { at: `get ${at("/issues/{id}")}`, who, call: inState("draft") },
  updateIssue: { at: `patch ${at("/issues/{id}")}`, who, leaves: ["newsletter issue updated"], call: inState("draft") },
  deleteIssue: { at: `delete ${at("/issues/{id}")}`, who, leaves: ["newsletter issue deleted"], call: inState("draft") },
  startIssue: { at: `post ${at("/issues/{id}/start")}`, who, leaves: ["newsletter issue started"], call: inState("draft") },
  pauseIssue: { at: `post ${at("/issues/{id}/pause")}`, who, leaves: ["newsletter issue paused"], call: inState("sending") },
  resumeIssue: { at: `post ${at("/issues/{id}/resume")}`, who, leaves: ["newsletter issue resumed"], call: inState("paused") },
  cancelIssue: { at: `post ${at("/issues/{id}/cancel")}`, who, leaves: ["newsletter issue canceled"], call: inState("paused") },
  readIssuePreview: { at: `get ${at("/issues/{id}/preview")}`, who, call: inState("draft") },
  // The test's app has no mail server.
  createIssueTest: { at: `post ${at("/issues/{id}/test")}`, who, leaves: [], call: inState("draft"), status: 409 },
  createBounceSecret: { at: `post ${at("/bounces/secret")}`, who, leaves: ["newsletter secret created"] },
  recordBounces: { at: `post ${at("/bounces")}`, who, leaves: ["subscriber suppressed"] },
  // Who calls it has no secret.
  reportBounce: { at: "post /api/newsletter/bounces", who: "everyone" as const, status: 404 },
  listRecipients: { at: `get ${at("/issues/{id}/recipients")}`, who, call: inState("draft") },
  resendRecipient: {
    at: `post ${at("/issues/{id}/recipients/{recipient}/resend")}`,
    who,
    leaves: ["newsletter issue resent"],
    call: newUncertain,
  },
};
