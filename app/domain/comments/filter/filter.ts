import { z } from "zod";
import { component, count, EXAMPLE } from "../../schema-fields.ts";
import { LOOKED_AT_VIEWS, STRICTNESS_MAX, STRICTNESS_MIN } from "./filter-rules.ts";

const date = z.iso.datetime();

/** Why a comment is like spam. `times`: in how many pieces of spam it was; older ones count less. */
export const heldReason = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("host"), host: z.string(), times: count }),
  z.object({ kind: z.literal("words"), words: z.array(z.string()) }),
  z.object({
    kind: z.literal("sign"),
    sign: z.string().describe("What else is typical of spam: `account:new`, `sign:hidden` …"),
  }),
]);
export type HeldReason = z.infer<typeof heldReason>;

export const filterState = component(
  "CommentFilter",
  z.object({
    learned: z
      .object({ good: count, spam: count.describe("Rejected comments, marked as spam or not") })
      .describe("How many decisions it has learned from"),
    ready: z.boolean().describe("Whether it has learned enough of each kind to say anything"),
    look: z
      .object({ view: z.enum(LOOKED_AT_VIEWS), total: count, done: count, started_at: date, ended_at: date.nullable() })
      .nullable()
      .describe("The last time that it looked at comments again"),
  }),
  {
    learned: { good: 112, spam: 64 },
    ready: true,
    look: { view: "pending", total: 40, done: 40, started_at: EXAMPLE.date, ended_at: EXAMPLE.date },
  },
);
export type FilterState = z.infer<typeof filterState>;

const effectOfOne = z.object({
  strictness: z.int().min(STRICTNESS_MIN).max(STRICTNESS_MAX),
  held: count.describe("How many would be held, spam included"),
  spam: count.describe("How many would be marked as spam"),
  good_held: count.describe("How many of those held were approved by people"),
  spam_passed: count.describe("How many that people marked as spam wouldn’t be held"),
});

export const filterEffect = component(
  "CommentFilterEffect",
  z.object({
    comments: count.describe("The newest ones that were looked at"),
    approved: count.describe("How many of them people approved"),
    marked: count.describe("How many of them people marked as spam"),
    ready: z.boolean(),
    levels: z.array(effectOfOne).describe("For each strictness, the mildest first"),
  }),
  {
    comments: 200,
    approved: 120,
    marked: 60,
    ready: true,
    levels: [{ strictness: 5, held: 61, spam: 52, good_held: 1, spam_passed: 2 }],
  },
);
export type FilterEffect = z.infer<typeof filterEffect>;
