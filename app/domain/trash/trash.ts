import { z } from "zod";
import { component, count, EXAMPLE, id, pagedShape } from "../schema-fields.ts";

export const TRASH_DAYS = 30;

export const TRASH_KINDS = ["post", "comment", "category"] as const;
export type TrashKind = (typeof TRASH_KINDS)[number];

export const TRASH_PAGE_SIZE = 20;
const RESTORE_MAX = 500;

const DAY_MS = 86_400_000;

export const expiredBefore = (now: Date): Date => new Date(now.getTime() - TRASH_DAYS * DAY_MS);

/** Counting the current one; never below 0. */
export const daysLeft = (trashedAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((trashedAt.getTime() - expiredBefore(now).getTime()) / DAY_MS));

export const trashKind = z.enum(TRASH_KINDS, `must be ${TRASH_KINDS.join(", ")}`);

export const restoreInput = z.strictObject({
  items: z
    .array(
      z.strictObject({ kind: trashKind, id: z.guid("must be a UUID").toLowerCase() }, "must be an object of kind and id"),
      "must be a list of things",
    )
    .min(1, "must name at least one thing")
    .max(RESTORE_MAX, `must name at most ${RESTORE_MAX} things`),
});

/** Without a kind, the whole trash. */
export const emptyInput = z.strictObject({ kind: trashKind.optional() });

const kind = z.enum(TRASH_KINDS);

export const trashItem = component(
  "TrashItem",
  z.object({
    kind,
    id,
    title: z.string().describe("A post’s title, a category’s name, the beginning of a comment"),
    note: z.string().describe("A post’s or category’s slug, the title of a comment’s post"),
    was: z.string().nullable().describe("Its status before; null for a category"),
    along: count.describe("Comments or replies that were trashed along with it; posts of a category"),
    waits_for_post: z.boolean().describe("Whether its post must be restored first"),
    trashed_at: z.string().meta({ format: "date-time" }),
    /** null: the account was deleted, or it was a command */
    trashed_by: z
      .object({ full_name: z.string().nullable(), email: z.string().nullable().describe("null: only admins see it") })
      .nullable(),
    days_left: count.describe("Days until it is deleted permanently"),
  }),
  {
    kind: "post",
    id: EXAMPLE.id,
    title: "Larks at dawn",
    note: "larks-at-dawn",
    was: "published",
    along: 3,
    waits_for_post: false,
    trashed_at: EXAMPLE.date,
    trashed_by: { full_name: "Ada", email: "ada@blog.example" },
    days_left: TRASH_DAYS - 1,
  },
);
export type TrashItem = z.infer<typeof trashItem>;

/** Newest first; `counts`: items of each kind that match the search. */
export const trashPage = component(
  "TrashPage",
  pagedShape(trashItem).extend({
    counts: z.object({ all: count, post: count, comment: count, category: count }),
  }),
);
export type TrashPage = z.infer<typeof trashPage>;

export const restored = component(
  "Restored",
  z.object({
    restored: count,
    missing: count.describe("Items that weren’t in the trash"),
    renamed: z
      .array(z.object({ kind, id, title: z.string(), slug: z.string() }))
      .describe("Items whose slug was taken, with their new slug"),
  }),
  { restored: 1, missing: 0, renamed: [] },
);
export type RestoreResult = z.infer<typeof restored>;
