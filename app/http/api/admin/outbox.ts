import { z } from "@hono/zod-openapi";
import {
  MAIL_STATES,
  OUTBOX_PAGE_MAX,
  OUTBOX_PAGE_SIZE,
  OUTBOX_PAGE_SIZE_MAX,
  outboxMail,
  outboxPage,
} from "../../../domain/mail/mail.ts";
import { createTestMail, listOutbox, readMail, retryMail } from "../../../domain/mail/manage-outbox.ts";
import { exampleOf } from "../../../domain/schema-fields.ts";
import { systemPolicy } from "../../../domain/system/system.policy.ts";
import { limit } from "../../guards/try-limits.ts";
import { signedIn } from "../../middleware/require.ts";
import { onePage, wholeNumber } from "../fields.ts";
import { accepted, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Mail", "email");

const list = createRoute("get", "/admin/outbox", systemPolicy.readMail, {
  id: "listMails",
  scope: "never",
  summary: "List emails",
  description:
    "The emails of the last weeks, newest first. Without a mail server, their links and codes are only here. " +
    "A page beyond the last is empty and has the right totals.",
  query: z.strictObject({
    page: wholeNumber(OUTBOX_PAGE_MAX, "Page, counted from 1", 1).optional(),
    limit: wholeNumber(OUTBOX_PAGE_SIZE_MAX, "Emails per page", OUTBOX_PAGE_SIZE).optional(),
    state: z
      .enum(MAIL_STATES, `must be one of ${MAIL_STATES.join(", ")}`)
      .optional()
      .openapi({ description: "Only the emails in this state" }),
  }),
  answer: ok(outboxPage, "A page of emails", {
    ...onePage(outboxMail, OUTBOX_PAGE_SIZE),
    counts: { all: 1, waiting: 0, "given up": 0, sent: 0, kept: 1 },
  }),
});

const read = createRoute("get", "/admin/outbox/{id}", systemPolicy.readMail, {
  id: "readMail",
  scope: "never",
  summary: "Read an email",
  description: "An email of the outbox: whether the mail server has accepted it, and if not, why.",
  answer: ok(outboxMail, "The email"),
});

const test = createRoute("post", "/admin/outbox/test", systemPolicy.createTestMail, {
  id: "createTestMail",
  scope: "never",
  summary: "Send a test email",
  description:
    "Queues an email to your own address, at most five an hour. Read it again until it is `sent`, or its `last_error` says what the mail " +
    "server answered. 409 (`mail_not_set_up`) if no mail server is set up.",
  answer: accepted(outboxMail, "The email, which is queued", {
    ...exampleOf(outboxMail),
    kind: "test",
    subject: "Test email from Skylark",
    state: "waiting",
    link: null,
    code: null,
    sent_at: null,
    attempts: 0,
  }),
  refuses: [409, 413, 415],
});

const retry = createRoute("post", "/admin/outbox/{id}/retry", systemPolicy.retryMail, {
  id: "retryMail",
  scope: "never",
  summary: "Retry an email",
  description:
    "Queues an email again that is waiting or has failed. 409 (`mail_sent`) if it has been sent; 409 (`mail_expired`) if its link and " +
    "code have expired.",
  answer: ok(outboxMail, "The email, which is queued again", { ...exampleOf(outboxMail), state: "waiting", sent_at: null }),
  refuses: [409, 413, 415],
});

export const adminOutbox = () =>
  resource()
    .openapi(list, async (c) => {
      const { page = 1, limit = OUTBOX_PAGE_SIZE, state } = c.req.valid("query");
      return c.json(await listOutbox(c.var.deps.context, { page, limit, state }), 200);
    })
    .openapi(read, async (c) => c.json(await readMail(c.var.deps.context, c.req.valid("param").id), 200))
    .openapi(test, async (c) => {
      const { context, settings } = c.var.deps;
      const admin = signedIn(c);
      await limit(c, "test_mail", { account: admin.id });
      return c.json(await createTestMail(context, admin, settings.site()), 202);
    })
    .openapi(retry, async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await retryMail(c.var.deps.context, c.var.actor, id), 200);
    });
