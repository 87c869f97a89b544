import { z } from "@hono/zod-openapi";
import { createBounceSecret } from "../../../domain/newsletter/bounces/bounce-secret.ts";
import { addBounces } from "../../../domain/newsletter/bounces/take-bounces.ts";
import { listIssues, listRecipients, readAudience, readIssue, readNewsletter } from "../../../domain/newsletter/list-issues.ts";
import {
  cancelIssue,
  createIssue,
  deleteIssue,
  pauseIssue,
  resendRecipient,
  resumeIssue,
  startIssue,
  updateIssue,
} from "../../../domain/newsletter/manage-issues.ts";
import { newsletterPolicy } from "../../../domain/newsletter/newsletter.policy.ts";
import {
  bounceCounts,
  bounceSecret,
  exampleLetter,
  issue,
  issueChanges,
  issuePage,
  issuePreview,
  issueStart,
  issueTest,
  newIssue,
  newsletterAudience,
  newsletterGrowth,
  newsletterState,
  pastedBounces,
  recipient,
  recipientPage,
} from "../../../domain/newsletter/newsletter.ts";
import { GROWTH_RANGES, ISSUE_STATES, RECIPIENT_FILTERS } from "../../../domain/newsletter/newsletter-rules.ts";
import { previewIssue, testIssue } from "../../../domain/newsletter/preview-issue.ts";
import { readGrowth } from "../../../domain/newsletter/read-growth.ts";
import { exampleOf, id } from "../../../domain/schema-fields.ts";
import { LANGUAGES } from "../../../domain/settings/language-rules.ts";
import type { Deps } from "../../env.ts";
import { limit } from "../../guards/try-limits.ts";
import { signedIn } from "../../middleware/require.ts";
import { readLong } from "../../read-long.ts";
import { LIST_LIMIT, listLimit, listPage, oneOf, onePage } from "../fields.ts";
import { created, done, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Issues", "issue");

const NOT_READY =
  "409 (`newsletter_not_ready`) while a mail server, the sender, the reply address or the postal address is missing; the message names them.";

const readState = createRoute("get", "/admin/newsletter", newsletterPolicy.read, {
  id: "readNewsletter",
  scope: "subscribers:read",
  summary: "Read whether the newsletter can be sent",
  description: "What is missing before the first issue, and whether bounces can be reported.",
  answer: ok(newsletterState, "The state"),
});

const audience = createRoute("get", "/admin/newsletter/audience", newsletterPolicy.read, {
  id: "readNewsletterAudience",
  scope: "subscribers:read",
  summary: "Count who would get a post",
  description: "Of subscribers who chose each post. For a post that has an issue, `readIssue` says it.",
  query: z.strictObject({
    category_id: id.optional().openapi({ description: "Only followers of this category" }),
    language: z
      .enum(LANGUAGES, `must be one of ${LANGUAGES.join(", ")}`)
      .optional()
      .openapi({ description: "The post’s; the site’s unless given" }),
  }),
  answer: ok(newsletterAudience, "How many"),
});

const growth = createRoute("get", "/admin/newsletter/growth", newsletterPolicy.read, {
  id: "readNewsletterGrowth",
  scope: "subscribers:read",
  summary: "Read how the number of subscribers changed",
  description:
    "Each day up to today, with the issues that started meanwhile. It is worked out from the subscribers of today: erased ones are in no day.",
  query: z.strictObject({
    range: oneOf(
      GROWTH_RANGES,
      `must be one of ${GROWTH_RANGES.join(", ")}`,
      "How many days; `90d` unless given",
      "90d",
    ).optional(),
  }),
  answer: ok(newsletterGrowth, "The days, and the issues"),
});

const list = createRoute("get", "/admin/newsletter/issues", newsletterPolicy.read, {
  id: "listIssues",
  scope: "subscribers:read",
  summary: "List issues",
  description: "The newest first, with the counts of their recipients. A page beyond the last is empty and has the right totals.",
  query: z.strictObject({
    state: z
      .enum(ISSUE_STATES, `must be one of ${ISSUE_STATES.join(", ")}`)
      .optional()
      .openapi({ description: "Only issues in this state" }),
    post_id: id.optional().openapi({ description: "Only issues of this post" }),
    page: listPage,
    limit: listLimit,
  }),
  answer: ok(issuePage, "A page of issues", onePage(issue, LIST_LIMIT)),
});

const create = createRoute("post", "/admin/newsletter/issues", newsletterPolicy.write, {
  id: "createIssue",
  scope: "never",
  summary: "Create an issue",
  description:
    "A draft: a letter with its own text, or a post, whose text is fixed when the issue starts. 409 (`already_sent`) if the post has an " +
    "issue: a post is sent once.",
  body: newIssue,
  example: exampleLetter,
  answer: created(issue, "The draft"),
  refuses: [409],
});

const read = createRoute("get", "/admin/newsletter/issues/{id}", newsletterPolicy.read, {
  id: "readIssue",
  scope: "subscribers:read",
  summary: "Read an issue",
  description: "With the counts of its recipients at this moment; before it starts, `all` says how many would get it now.",
  answer: ok(issue, "The issue"),
});

const update = createRoute("patch", "/admin/newsletter/issues/{id}", newsletterPolicy.write, {
  id: "updateIssue",
  scope: "never",
  summary: "Update an issue",
  description: "The fields that you send. 409 (`wrong_state`) unless it is a draft or scheduled.",
  body: issueChanges,
  example: { subject: "A letter in summer" },
  answer: ok(issue, "The issue"),
  refuses: [409],
});

const remove = createRoute("delete", "/admin/newsletter/issues/{id}", newsletterPolicy.write, {
  id: "deleteIssue",
  scope: "never",
  summary: "Delete an issue",
  description: "409 (`wrong_state`) unless it is a draft, or was canceled before it started.",
  answer: done("The issue is deleted"),
  refuses: [409],
});

const start = createRoute("post", "/admin/newsletter/issues/{id}/start", newsletterPolicy.send, {
  id: "startIssue",
  scope: "never",
  summary: "Send or schedule an issue",
  description:
    "`now`, at a `time`, or `with post`: as soon as the post is published as planned. Its text and its recipients are fixed a moment after " +
    `it starts. ${NOT_READY} 409 (\`post_not_published\`) if the post is neither published nor, for \`with post\`, planned; 409 ` +
    "(`wrong_state`) unless it is a draft or scheduled.",
  body: issueStart,
  example: { when: "now" },
  answer: ok(issue, "The issue", { ...exampleOf(issue), state: "sending" }),
  refuses: [409],
});

const pause = createRoute("post", "/admin/newsletter/issues/{id}/pause", newsletterPolicy.send, {
  id: "pauseIssue",
  scope: "never",
  summary: "Pause an issue",
  description: "Emails that are on their way still arrive. 409 (`wrong_state`) unless it is being sent.",
  answer: ok(issue, "The issue", { ...exampleOf(issue), state: "paused" }),
  refuses: [409, 413, 415],
});

const resume = createRoute("post", "/admin/newsletter/issues/{id}/resume", newsletterPolicy.send, {
  id: "resumeIssue",
  scope: "never",
  summary: "Resume an issue",
  description: `Goes on with those who wait. ${NOT_READY} 409 (\`wrong_state\`) unless it is paused.`,
  answer: ok(issue, "The issue", { ...exampleOf(issue), state: "sending" }),
  refuses: [409, 413, 415],
});

const cancel = createRoute("post", "/admin/newsletter/issues/{id}/cancel", newsletterPolicy.send, {
  id: "cancelIssue",
  scope: "never",
  summary: "Cancel an issue",
  description: "Those who wait never get it. 409 (`wrong_state`) unless it is scheduled, being sent or paused.",
  answer: ok(issue, "The issue", { ...exampleOf(issue), state: "canceled" }),
  refuses: [409, 413, 415],
});

const preview = createRoute("get", "/admin/newsletter/issues/{id}/preview", newsletterPolicy.read, {
  id: "readIssuePreview",
  scope: "subscribers:read",
  summary: "Preview an issue",
  description: "The email as HTML and as plain text. The links for choices and for leaving lead to Home.",
  answer: ok(issuePreview, "The email"),
});

const test = createRoute("post", "/admin/newsletter/issues/{id}/test", newsletterPolicy.send, {
  id: "createIssueTest",
  scope: "never",
  summary: "Send a test of an issue",
  description:
    `Sends the email to your own address at once, at most 20 an hour. ${NOT_READY} 409 (\`mail_refused\`) with the mail server’s words if it ` +
    "didn’t take it.",
  answer: ok(issueTest, "The mail server’s answer"),
  refuses: [409, 413, 415],
});

const recipients = createRoute("get", "/admin/newsletter/issues/{id}/recipients", newsletterPolicy.read, {
  id: "listRecipients",
  scope: "subscribers:read",
  summary: "List the recipients of an issue",
  description: "With the mail server’s words. Those whose email ended last come first.",
  query: z.strictObject({
    state: z
      .enum(RECIPIENT_FILTERS, `must be one of ${RECIPIENT_FILTERS.join(", ")}`)
      .optional()
      .openapi({ description: "Only recipients in this state, or those whose email bounced later" }),
    page: listPage,
    limit: listLimit,
  }),
  answer: ok(recipientPage, "A page of recipients", onePage(recipient, LIST_LIMIT)),
});

const resend = createRoute("post", "/admin/newsletter/issues/{id}/recipients/{recipient}/resend", newsletterPolicy.send, {
  id: "resendRecipient",
  scope: "never",
  summary: "Send an issue again to an uncertain recipient",
  description: `They may get it twice. 409 (\`wrong_state\`) unless their email is uncertain. ${NOT_READY}`,
  answer: ok(issue, "The issue", { ...exampleOf(issue), state: "sending" }),
  refuses: [409, 413, 415],
});

const makeSecret = createRoute("post", "/admin/newsletter/bounces/secret", newsletterPolicy.setUp, {
  id: "createBounceSecret",
  scope: "never",
  summary: "Make the secret for reports of bounces",
  description: "Shown once. An earlier secret no longer works.",
  answer: created(bounceSecret, "The secret"),
  refuses: [413, 415],
});

const paste = createRoute("post", "/admin/newsletter/bounces", newsletterPolicy.setUp, {
  id: "recordBounces",
  scope: "subscribers:write",
  summary: "Enter addresses that bounced or complained",
  description:
    "Such as from a provider’s list, at most 1000 at a time. Addresses that aren’t subscribed are counted as `unknown`.",
  body: pastedBounces,
  example: { emails: ["ada@blog.example"], kind: "hard" },
  answer: ok(bounceCounts, "What was done"),
});

const toolsOf = ({ settings }: Deps) => ({ settings: settings.get(), site: settings.site() });

const changing = () =>
  resource()
    .openapi(create, async (c) => c.json(await createIssue(c.var.deps.context, c.var.actor, c.req.valid("json")), 201))
    .openapi(update, async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await updateIssue(c.var.deps.context, c.var.actor, id, c.req.valid("json")), 200);
    })
    .openapi(remove, async (c) => {
      await deleteIssue(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    })
    .openapi(start, async (c) => {
      const { deps, actor } = c.var;
      const { id } = c.req.valid("param");
      const started = await startIssue(deps.context, actor, { id, start: c.req.valid("json"), ...toolsOf(deps) });
      deps.wakeNewsletter?.();
      return c.json(started, 200);
    })
    .openapi(pause, async (c) => c.json(await pauseIssue(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200))
    .openapi(resume, async (c) => {
      const { deps, actor } = c.var;
      const resumed = await resumeIssue(deps.context, actor, { id: c.req.valid("param").id, ...toolsOf(deps) });
      deps.wakeNewsletter?.();
      return c.json(resumed, 200);
    })
    .openapi(cancel, async (c) => c.json(await cancelIssue(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200))
    .openapi(resend, async (c) => {
      const { deps, actor } = c.var;
      const issue = await resendRecipient(deps.context, actor, { ...c.req.valid("param"), ...toolsOf(deps) });
      deps.wakeNewsletter?.();
      return c.json(issue, 200);
    });

export const adminNewsletter = () =>
  changing()
    .openapi(makeSecret, async (c) => c.json(await createBounceSecret(c.var.deps.context, c.var.actor), 201))
    .openapi(paste, async (c) => c.json(await addBounces(c.var.deps.context, c.var.actor, c.req.valid("json")), 200))
    .openapi(readState, async (c) => {
      const { deps, actor } = c.var;
      return c.json(await readNewsletter(deps.context, actor, toolsOf(deps)), 200);
    })
    .openapi(audience, async (c) => {
      const { deps, actor } = c.var;
      const { category_id, language = deps.settings.get().language } = c.req.valid("query");
      return c.json(await readLong(deps, (ctx) => readAudience(ctx, actor, { category_id, language })), 200);
    })
    .openapi(growth, async (c) => {
      const { deps, actor } = c.var;
      const { range = "90d" } = c.req.valid("query");
      const { timezone } = deps.settings.site();
      return c.json(await readLong(deps, (ctx) => readGrowth(ctx, actor, { range, timezone })), 200);
    })
    .openapi(list, async (c) => {
      const { page = 1, limit: rows = LIST_LIMIT, ...filter } = c.req.valid("query");
      return c.json(await listIssues(c.var.deps.context, c.var.actor, { page, limit: rows, ...filter }), 200);
    })
    .openapi(read, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(await readIssue(context, c.var.actor, c.req.valid("param").id, settings.get().language), 200);
    })
    .openapi(preview, async (c) => {
      const { deps, actor } = c.var;
      return c.json(
        await previewIssue(deps.context, actor, c.req.valid("param").id, { ...toolsOf(deps), media: deps.media }),
        200,
      );
    })
    .openapi(test, async (c) => {
      const { deps } = c.var;
      const admin = signedIn(c);
      await limit(c, "test_issue", { account: admin.id });
      const { connect, bounces } = deps.newsletterMail ?? { connect: undefined, bounces: undefined };
      const tools = { ...toolsOf(deps), media: deps.media, connect, bounces };
      return c.json(await testIssue(deps.context, admin, c.req.valid("param").id, tools), 200);
    })
    .openapi(recipients, async (c) => {
      const { page = 1, limit: rows = LIST_LIMIT, state } = c.req.valid("query");
      const { id } = c.req.valid("param");
      return c.json(await listRecipients(c.var.deps.context, c.var.actor, { id, page, limit: rows, state }), 200);
    });
