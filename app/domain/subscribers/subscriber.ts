import { z } from "zod";
import { component, count, date, EXAMPLE, id, lengthRule, line, pagedShape, text } from "../schema-fields.ts";
import { FREQUENCIES, SUBSCRIBER_SOURCES, SUBSCRIBER_STATES, SUPPRESSION_REASONS } from "./subscriber-rules.ts";

export const subscriber = component(
  "Subscriber",
  z.object({
    id,
    email: z.string(),
    state: z.enum(SUBSCRIBER_STATES),
    suppressed_for: z.enum(SUPPRESSION_REASONS).nullable().describe("Why nothing is sent to the address any more"),
    frequency: z.enum(FREQUENCIES).describe("`post`: an email for each post; `weekly`: a digest"),
    categories: z.array(id).nullable().describe("Null: all of them"),
    language: z.string().nullable().describe("Null: the site’s"),
    source: z.enum(SUBSCRIBER_SOURCES),
    consent_text: z.string().describe("What they agreed to, or the owner’s statement"),
    consent_at: date,
    consent_network: z.string().nullable().describe("The shortened IP address of the request"),
    consent_page: z.string().nullable(),
    soft_bounces: count,
    created_at: date,
    confirmed_at: date.nullable(),
    ended_at: date.nullable().describe("When they left or were suppressed"),
  }),
  {
    id: EXAMPLE.id,
    email: "ada@blog.example",
    state: "confirmed",
    suppressed_for: null,
    frequency: "post",
    categories: null,
    language: null,
    source: "form",
    consent_text: "Send me new articles by email.",
    consent_at: EXAMPLE.date,
    consent_network: "203.0.113.0",
    consent_page: "/newsletter",
    soft_bounces: 0,
    created_at: EXAMPLE.date,
    confirmed_at: EXAMPLE.date,
    ended_at: null,
  },
);
export type Subscriber = z.infer<typeof subscriber>;

export const SUBSCRIBER_SORTS = ["-created_at", "created_at", "email", "-email"] as const;
export type SubscriberSort = (typeof SUBSCRIBER_SORTS)[number];

export const subscriberCounts = component(
  "SubscriberCounts",
  z
    .object({
      all: count,
      pending: count,
      confirmed: count,
      left: count,
      suppressed: count,
      suppressed_for: z.object({ "hard bounce": count, "soft bounces": count, complaint: count, "by hand": count }),
    })
    .describe("Of all subscribers, whatever is searched for"),
  {
    all: 1,
    pending: 0,
    confirmed: 1,
    left: 0,
    suppressed: 0,
    suppressed_for: { "hard bounce": 0, "soft bounces": 0, complaint: 0, "by hand": 0 },
  },
);
export type SubscriberCounts = z.infer<typeof subscriberCounts>;

export const subscriberPage = pagedShape(subscriber).extend({ counts: subscriberCounts });
export type SubscriberPage = z.infer<typeof subscriberPage>;

const language = z
  .string("must be a language or null")
  .regex(/^[a-z]{2,3}(-[A-Za-z]{2,8})?$/, "must be a language such as `de`")
  .nullable()
  .describe("Null: the site’s");

/** What subscribers choose themselves. */
export const choices = z.strictObject({
  frequency: z.enum(FREQUENCIES, "must be `post` or `weekly`").describe("`post`: an email for each post; `weekly`: a digest"),
  categories: z.array(id).min(1, "must name at least one category").max(500).nullable().describe("Null: all of them"),
  language,
});
export type Choices = z.infer<typeof choices>;

const offered = z.object({
  frequencies: z.array(z.enum(FREQUENCIES)).describe("Without `weekly` while the site sends no digest; it may still be chosen"),
  categories: z.array(z.object({ id, name: z.string() })),
  languages: z.array(z.string()).describe("The languages of the articles; empty unless there are several"),
});
export type ChoicesOffered = z.infer<typeof offered>;

export const ownSubscription = component(
  "OwnSubscription",
  z.object({
    choices: z
      .object(choices.shape)
      .nullable()
      .describe("Null: the account’s email address isn’t subscribed, or isn’t confirmed"),
    offered: offered.describe("What there is to choose from"),
  }),
  {
    choices: { frequency: "post", categories: null, language: null },
    offered: { frequencies: ["post", "weekly"], categories: [{ id: EXAMPLE.id, name: "Wellness" }], languages: [] },
  },
);
export type OwnSubscription = z.infer<typeof ownSubscription>;

export const CONSENT_MAX = 2000;
/** Characters */
export const SUPPRESSION_TEXT_MAX = 200_000;

export const SUBSCRIBER_MESSAGES = {
  email: "Enter an email address like name@example.com",
  consent: "Say how this person agreed to get the newsletter",
  taken: "This address is subscribed already",
  left: "This address left the newsletter, or its owner had it erased. Only they can subscribe again, with the form.",
  suppressed: "This address is suppressed. Lift that first if emails reach it again.",
  getsNothing: "This address left the newsletter, so nothing is sent to it.",
  notSuppressed: "This address isn’t suppressed",
  askedLately: "This address was asked to confirm a short time ago. Wait for the answer.",
  newsletterOff: "Switch the newsletter on first: those who are asked to confirm couldn’t get it.",
  noAddress: "There is no email address in this text",
};

const consentText = line(SUBSCRIBER_MESSAGES.consent, [(typed) => typed.length <= CONSENT_MAX, lengthRule(CONSENT_MAX)]).describe(
  "The record of consent: how, when and where they agreed. Required unless they are asked",
);

/** Those who aren't asked to confirm need a statement of how they agreed; for those who are, what they confirm is the record of consent. */
export const requireConsent =
  <Name extends string>(name: Name, required: string) =>
  (input: { ask?: boolean | undefined } & { [key in Name]?: string | undefined }, context: z.RefinementCtx): void => {
    const refuse = (message: string) => context.addIssue({ code: "custom", path: [name], message });
    if (input.ask && input[name] !== undefined) refuse("must be left out if they are asked to confirm");
    if (!input.ask && input[name] === undefined) refuse(required);
  };

export const newSubscriber = z
  .strictObject({
    email: text(320, SUBSCRIBER_MESSAGES.email).describe("The email address"),
    consent_text: consentText.optional(),
    ask: z
      .boolean("must be true or false")
      .optional()
      .describe("Ask them to confirm by email, instead of adding them as confirmed"),
  })
  .superRefine(requireConsent("consent_text", SUBSCRIBER_MESSAGES.consent));
export type NewSubscriber = z.infer<typeof newSubscriber>;

const reason = z
  .enum(SUPPRESSION_REASONS, `must be one of ${SUPPRESSION_REASONS.join(", ")}`)
  .describe("Why nothing is sent to the address any more");

export const suppression = z.strictObject({ suppressed_for: reason });
export type Suppression = z.infer<typeof suppression>;

export const suppressionList = z.strictObject({
  text: text(SUPPRESSION_TEXT_MAX).describe("A text with email addresses anywhere in it"),
  suppressed_for: reason,
});
export type SuppressionList = z.infer<typeof suppressionList>;

export const suppressed = component(
  "Suppressed",
  z.object({
    suppressed: count,
    unchanged: count.describe("Those that got nothing before either"),
    not_addresses: z.array(z.string()).describe("The first lines without an email address"),
  }),
  { suppressed: 2, unchanged: 1, not_addresses: ["Undelivered mail"] },
);
export type Suppressed = z.infer<typeof suppressed>;
