import { z } from "zod";
import { component, count, date, EXAMPLE, exampleOf, id, lengthRule, line, pagedShape, text } from "../schema-fields.ts";
import { AUDIENCES, BOUNCE_KINDS, ISSUE_KINDS, ISSUE_STATES, RECIPIENT_STATES } from "./newsletter-rules.ts";

const SUBJECT_MAX = 254;
const PREVIEW_MAX = 300;
const CONTENT_MAX = 1_000_000;
const BOUNCE_REASON_MAX = 500;
const ADDRESSES_MAX = 1000;

const WHENS = ["now", "time", "with post"] as const;

const subject = line("Subject must be text", [(value) => value.length <= SUBJECT_MAX, lengthRule(SUBJECT_MAX)]);
const previewText = text(PREVIEW_MAX);
const audience = {
  audience: z.enum(AUDIENCES, `must be one of ${AUDIENCES.join(", ")}`),
  category_id: id.nullable().describe("For the audience `category`"),
};
const contentFormat = z.enum(["html", "markdown"], "must be html or markdown");

const counts = z
  .object({
    all: count,
    waiting: count,
    sent: count,
    refused: count,
    uncertain: count,
    left: count,
    departed: count,
    bounced: count,
    bounces: z.object({ hard: count, soft: count, complaint: count }).describe("`bounced` by kind"),
  })
  .describe(
    "Its recipients. `uncertain`: the mail server may have the email. `left`: before it was sent to them; `departed`: by a link of this issue; `bounced`: came back later, or was called spam.",
  );

export const issue = component(
  "Issue",
  z.object({
    id,
    kind: z.enum(ISSUE_KINDS),
    post: z.object({ id, title: z.string(), slug: z.string(), status: z.string() }).nullable(),
    subject: z.string().describe("Empty: the title of the post"),
    preview_text: z.string(),
    content: z.string().describe("Of a letter"),
    content_format: contentFormat,
    audience: audience.audience,
    category_id: id.nullable(),
    state: z.enum(ISSUE_STATES),
    reason: z.string().nullable().describe("Why it is paused, waits or wasn’t sent"),
    advice: z.string().nullable().describe("What to do about the reason; null without one, or if nobody can tell"),
    when: z.enum(WHENS).nullable().describe("Of a scheduled one"),
    at: date.nullable(),
    created_at: date,
    started_at: date.nullable().describe("When its text and its recipients were fixed"),
    ended_at: date.nullable(),
    counts,
  }),
  {
    id: EXAMPLE.id,
    kind: "letter",
    post: null,
    subject: "A letter in spring",
    preview_text: "What is new, and what comes next",
    content: "<p>Good morning.</p>",
    content_format: "html",
    audience: "all",
    category_id: null,
    state: "draft",
    reason: null,
    advice: null,
    when: null,
    at: null,
    created_at: EXAMPLE.date,
    started_at: null,
    ended_at: null,
    counts: {
      all: 0,
      waiting: 0,
      sent: 0,
      refused: 0,
      uncertain: 0,
      left: 0,
      departed: 0,
      bounced: 0,
      bounces: { hard: 0, soft: 0, complaint: 0 },
    },
  },
);
export type Issue = z.infer<typeof issue>;
export const issuePage = component("IssuePage", pagedShape(issue, count.describe("Issues on all pages")));
export type IssuePage = z.infer<typeof issuePage>;

const letter = z.strictObject({
  kind: z.literal("letter"),
  subject,
  preview_text: previewText.default(""),
  content: text(CONTENT_MAX),
  content_format: contentFormat.default("html"),
  ...audience,
});
const ofPost = z.strictObject({
  kind: z.literal("post"),
  post_id: id,
  subject: text(SUBJECT_MAX).default(""),
  preview_text: previewText.default(""),
  ...audience,
});
export const newIssue = z.discriminatedUnion("kind", [letter, ofPost]);
export type NewIssue = z.infer<typeof newIssue>;

export const issueChanges = z
  .strictObject({
    subject: text(SUBJECT_MAX),
    preview_text: previewText,
    content: text(CONTENT_MAX),
    content_format: contentFormat,
    ...audience,
  })
  .partial();
export type IssueChanges = z.infer<typeof issueChanges>;

export const issueStart = z.discriminatedUnion("when", [
  z.strictObject({ when: z.literal("now") }),
  z.strictObject({ when: z.literal("with post") }),
  z.strictObject({
    when: z.literal("time"),
    at: z.iso
      .datetime({ offset: true, error: "must be a time in ISO 8601 with its offset" })
      .transform((value) => new Date(value)),
  }),
]);
export type IssueStart = z.infer<typeof issueStart>;

export const recipient = component(
  "Recipient",
  z.object({
    id,
    email: z.string().describe("Empty for erased subscribers"),
    state: z.enum(RECIPIENT_STATES),
    attempts: count,
    answer: z.string().nullable().describe("What the mail server said"),
    code: z.string().nullable().describe("Its enhanced status code (RFC 3463)"),
    sent_at: date.nullable(),
    left_at: date.nullable().describe("When they left by a link of this issue"),
    bounced_at: date.nullable().describe("When it was reported that the email came back, or that it is spam"),
    bounce_kind: z.enum(BOUNCE_KINDS).nullable(),
  }),
  {
    id: EXAMPLE.id,
    email: "ada@blog.example",
    state: "refused",
    attempts: 1,
    answer: "550 5.1.1 User unknown",
    code: "5.1.1",
    sent_at: null,
    left_at: null,
    bounced_at: null,
    bounce_kind: null,
  },
);
export type Recipient = z.infer<typeof recipient>;
export const recipientPage = component("RecipientPage", pagedShape(recipient, count.describe("Recipients on all pages")));
export type RecipientPage = z.infer<typeof recipientPage>;

const MISSING = ["mailServer", "newsletterSender", "newsletterReplyTo", "postalAddress"] as const;
export const newsletterState = component(
  "NewsletterState",
  z.object({
    missing: z.array(z.enum(MISSING)).describe("What an issue can’t be sent without"),
    message: z.string().nullable().describe("The same as a sentence"),
    bounce_secret_at: date.nullable().describe("When the secret for reports of bounces was made"),
  }),
  {
    missing: ["postalAddress"],
    message: "The newsletter can’t be sent yet. It needs your postal address.",
    bounce_secret_at: EXAMPLE.date,
  },
);
export type NewsletterState = z.infer<typeof newsletterState>;

export const newsletterAudience = component(
  "NewsletterAudience",
  z.object({ subscribers: count.describe("Who would get it now") }),
  { subscribers: 1204 },
);
export type NewsletterAudience = z.infer<typeof newsletterAudience>;

export const newsletterGrowth = component(
  "NewsletterGrowth",
  z.object({
    days: z.array(
      z.object({
        date: z.string().describe("In the site’s timezone"),
        subscribers: count.describe("Confirmed ones at the end of the day"),
        confirmed: count.describe("Who confirmed, or was added, on this day"),
        ended: count.describe("Who left or was suppressed on this day"),
      }),
    ),
    issues: z.array(z.object({ id, date: z.string().describe("The day on which it started"), subject: z.string() })),
  }),
  {
    days: [{ date: "2025-03-14", subscribers: 1204, confirmed: 6, ended: 2 }],
    issues: [{ id: EXAMPLE.id, date: "2025-03-14", subject: "A letter in spring" }],
  },
);
export type NewsletterGrowth = z.infer<typeof newsletterGrowth>;

export const issuePreview = component(
  "IssuePreview",
  z.object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    bytes: count.describe("Of the HTML"),
    is_cut: z.boolean().describe("It was too long, so it ends with a link to the article"),
  }),
  { subject: "A letter in spring", html: "<p>Good morning.</p>", text: "Good morning.", bytes: 20, is_cut: false },
);
export type IssuePreview = z.infer<typeof issuePreview>;

export const issueTest = component(
  "IssueTest",
  z.object({ to: z.string(), answer: z.string().describe("What the mail server said") }),
  {
    to: "ada@blog.example",
    answer: "250 2.0.0 Ok: queued",
  },
);
export type IssueTest = z.infer<typeof issueTest>;

export const bounceSecret = component("BounceSecret", z.object({ secret: z.string() }), {
  secret: "pXn2r5u8x_A-D4G7KbPeShVmYq3t6w9z",
});

/** The message or the address says whom it is about. */
export const bounce = z
  .strictObject({
    message_id: text(998).optional(),
    email: text(320).optional(),
    kind: z.enum(BOUNCE_KINDS, `must be one of ${BOUNCE_KINDS.join(", ")}`),
    reason: text(BOUNCE_REASON_MAX).default(""),
  })
  .refine(({ message_id, email }) => message_id !== undefined || email !== undefined, {
    message: "must be given unless email is",
    path: ["message_id"],
  });
export type Bounce = z.infer<typeof bounce>;

export const pastedBounces = z.strictObject({
  emails: z.array(text(320)).min(1, "must have an address").max(ADDRESSES_MAX, `must have at most ${ADDRESSES_MAX} addresses`),
  kind: z.enum(BOUNCE_KINDS, `must be one of ${BOUNCE_KINDS.join(", ")}`).default("hard"),
});

export const bounceCounts = component(
  "BounceCounts",
  z.object({ suppressed: count, noted: count.describe("Not suppressed yet, or before"), unknown: count }),
  { suppressed: 1, noted: 0, unknown: 0 },
);
export type BounceCounts = z.infer<typeof bounceCounts>;

export const exampleLetter = {
  kind: "letter",
  subject: exampleOf(issue).subject,
  content: exampleOf(issue).content,
  audience: "all",
  category_id: null,
} as const;
