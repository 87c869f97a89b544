import { z } from "zod";
import { component, count, date, EXAMPLE, exampleOf, id, pagedShape, plainText } from "../../schema-fields.ts";
import { BAN_REASON_MAX, BAN_TIMES, HIDE_DAYS_MAX } from "./ban-rules.ts";

const banFields = z.strictObject({
  user_id: id.optional().openapi({ description: "The user who is banned" }),
  guest_id: id.optional().openapi({ description: "Or the guest" }),
  lasts: z.enum(BAN_TIMES, `must be one of ${BAN_TIMES.join(", ")}`).openapi({ description: "A day, 30 days, or for good" }),
  reason: plainText("A reason", BAN_REASON_MAX)
    .optional()
    .openapi({ type: "string", description: `For those who moderate, at most ${BAN_REASON_MAX} characters` }),
  hide_days: z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(HIDE_DAYS_MAX, `must be at most ${HIDE_DAYS_MAX}`)
    .optional()
    .openapi({ description: "Also rejects what they have written within this many days" }),
});

export const newBan = banFields.refine(({ user_id, guest_id }) => (user_id === undefined) !== (guest_id === undefined), {
  path: ["user_id"],
  message: "must be given, or guest_id, and not both",
});

const named = z.object({ id, full_name: z.string().nullable() });

export const commentBan = component(
  "CommentBan",
  z.object({
    id,
    user: named
      .extend({ email: z.string().nullable().describe("null: only admins see it") })
      .nullable()
      .describe("null: a guest"),
    guest: z.object({ id, name: z.string() }).nullable().describe("null: a user"),
    reason: z.string(),
    ends_at: date.nullable().describe("null: for good"),
    banned_by: named.nullable().describe("null: the account was deleted"),
    created_at: date,
  }),
  {
    id: EXAMPLE.id,
    user: { id: EXAMPLE.id, full_name: "Grace Hopper", email: "grace@blog.example" },
    guest: null,
    reason: "Advertising",
    ends_at: EXAMPLE.date,
    banned_by: { id: EXAMPLE.id, full_name: "Ada" },
    created_at: EXAMPLE.date,
  },
);
export type CommentBan = z.infer<typeof commentBan>;

export const commentBanPage = component("CommentBanPage", pagedShape(commentBan));
export type CommentBanPage = z.infer<typeof commentBanPage>;

export const madeBan = component(
  "MadeCommentBan",
  z.object({
    ban: commentBan,
    hidden: count.describe("How many comments were hidden"),
    decision: id.nullable().describe("For `undoCommentDecision`, which shows them again; null: none were hidden"),
  }),
  { ban: exampleOf(commentBan), hidden: 0, decision: null },
);
export type MadeBan = z.infer<typeof madeBan>;
