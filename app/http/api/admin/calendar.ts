import { z } from "@hono/zod-openapi";
import { PLAN_KINDS } from "../../../domain/posts/edit-rules.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { readCalendar } from "../../../domain/posts/scheduling/calendar.ts";
import { errorResponses } from "../error-responses.ts";
import { EXAMPLE, id } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, resource } from "../resource.ts";

const date = z.string().openapi({ format: "date-time" });
const day = (description: string, example: string) =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, "must be a day, such as 2026-01-31")
    .openapi({ description, example });

const calendar = z
  .object({
    timezone: z.string().openapi({ description: "The site's own, in which its days are (IANA name)" }),
    today: z.string(),
    entries: z.array(
      z.object({
        post_id: id,
        title: z.string(),
        slug: z.string(),
        kind: z.enum(["published", ...PLAN_KINDS]),
        at: date,
        day: z.string(),
        failure: z.string().nullable().openapi({ description: "Why the plan could not be carried out" }),
      }),
    ),
    more: z.boolean().openapi({ description: "There are more entries than are told" }),
    drafts: z
      .object({ items: z.array(z.object({ id, title: z.string(), updated_at: date })), total: z.number().int() })
      .openapi({ description: "Drafts that nothing is planned for, the last edited first" }),
  })
  .openapi("Calendar");

const example = {
  timezone: "Europe/London",
  today: "2026-01-28",
  entries: [
    {
      post_id: EXAMPLE.id,
      title: "Mood Tracking: A Gentle Guide",
      slug: "mood-tracking-a-gentle-guide",
      kind: "publish" as const,
      at: "2026-01-31T09:30:00.000Z",
      day: "2026-01-31",
      failure: null,
    },
  ],
  more: false,
  drafts: { items: [{ id: EXAMPLE.id, title: "Slow mornings", updated_at: EXAMPLE.date }], total: 1 },
};

const read = createRoute({
  ...operation("Schedule", postPolicy.readAny),
  operationId: "readCalendar",
  method: "get",
  path: "/admin/calendar",
  summary: "Read days of the calendar",
  description:
    "What was published and what is planned, by days where the site is, and the drafts that nothing is planned for. 62 days at most.",
  request: { query: z.strictObject({ from: day("The first day", "2026-01-01"), to: day("The last day", "2026-01-31") }) },
  responses: { 200: json(calendar, "The days", example), ...errorResponses(401, 403) },
});

/** What went out and what will. */
export const adminCalendar = () =>
  resource().openapi(read, async (c) => {
    const { context, settings } = c.var.deps;
    return c.json(await readCalendar(context, c.var.actor, c.req.valid("query"), settings.site().timezone), 200);
  });
