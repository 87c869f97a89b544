import { z } from "zod";
import { component, EXAMPLE, exampleOf, id } from "../../schema-fields.ts";
import { person } from "../../users/user.ts";
import { PLAN_KINDS } from "../edit-rules.ts";
import { planned } from "../post-shapes.ts";

export const PLAN_YEARS_MAX = 5;

/** The first delay is in seconds; each one is twice as long as the one before. */
export const PLAN_ATTEMPTS_MAX = 5;
export const PLAN_RETRY_SECONDS = 15;

export const CALENDAR_DAYS_MAX = 62;
export const CALENDAR_ENTRIES_MAX = 1000;
export const CALENDAR_DRAFTS = 50;

const time = z.string().meta({ format: "date-time" });

export const plan = component(
  "Plan",
  planned.extend({
    keep_published_at: z.boolean(),
    set_by: person.nullable(),
    created_at: time,
  }),
  {
    ...exampleOf(planned),

    keep_published_at: false,
    set_by: { id: EXAMPLE.id, full_name: "Ada Larkin", email: "ada@blog.example" },
    created_at: EXAMPLE.date,
  },
  planned,
);

/** `day`: in the site's timezone, such as 2026-01-31. */
const calendarEntry = z.object({
  post_id: id,
  title: z.string(),
  slug: z.string(),
  kind: z.enum(["published", ...PLAN_KINDS]),
  at: time,
  day: z.string(),
  failure: z.string().nullable().meta({ description: "Why the plan could not be carried out" }),
});

export const calendar = component(
  "Calendar",
  z.object({
    timezone: z.string().meta({ description: "The timezone of the site (IANA name)" }),
    today: z.string(),
    entries: z.array(calendarEntry),
    more: z.boolean().meta({ description: "There are more entries than listed" }),
    drafts: z
      .object({ items: z.array(z.object({ id, title: z.string(), updated_at: time })), total: z.number().int() })
      .meta({ description: "Drafts without a plan, the last edited first" }),
  }),
  {
    timezone: "Europe/London",
    today: "2026-01-28",
    entries: [
      {
        post_id: EXAMPLE.id,
        title: "Mood Tracking: A Gentle Guide",
        slug: "mood-tracking-a-gentle-guide",
        kind: "publish",
        at: "2026-01-31T09:30:00.000Z",
        day: "2026-01-31",
        failure: null,
      },
    ],
    more: false,
    drafts: { items: [{ id: EXAMPLE.id, title: "Slow mornings", updated_at: EXAMPLE.date }], total: 1 },
  },
);

export type Plan = z.infer<typeof plan>;
export type CalendarEntry = z.infer<typeof calendarEntry>;
export type Calendar = z.infer<typeof calendar>;
