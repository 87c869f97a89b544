import { z } from "@hono/zod-openapi";
import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import { MARK_KINDS } from "../../../../domain/analytics/panels/panels-model.ts";
import { readTimeline } from "../../../../domain/analytics/panels/read-timeline.ts";
import { errorResponses } from "../../error-responses.ts";
import { EXAMPLE } from "../../fields.ts";
import { createRoute, operation } from "../../operation.ts";
import { json, resource } from "../../resource.ts";
import { isoDate, PANEL_QUERY, viewsField, visitorsField, visitsField, withRange } from "./panel-fields.ts";

const day = z
  .object({ date: isoDate, visits: visitsField, visitors: visitorsField, views: viewsField })
  .openapi("AnalyticsDay", { description: "A day's figures; a visit counts on the day on which it began" });

const mark = z
  .object({
    date: isoDate,
    kind: z.enum(MARK_KINDS).openapi({
      description: "An article's first publication, an edit of more than a fifth of its words, mails that readers got",
    }),
    label: z.string().openapi({ description: "The article's title, or how many there were" }),
    post_id: z.string().nullable().openapi({ description: "The article, where it was one" }),
  })
  .openapi("AnalyticsMark");

const timeline = z
  .object({
    days: z.array(day).openapi({ description: "Every day of the period" }),
    previous: z.array(day).openapi({ description: "As many days, immediately before; all of them whole" }),
    marks: z.array(mark).openapi({ description: "What happened in the period: one of each kind a day" }),
  })
  .openapi("AnalyticsTimeline");

const example = { date: "2025-03-14", visits: 42, visitors: 40, views: 88 };

const read = createRoute({
  ...operation("Analytics", analyticsPolicy.read),
  operationId: "readAnalyticsTimeline",
  method: "get",
  path: "/admin/analytics/timeline",
  summary: "Read visits by day",
  description: "A period's visits day by day, with those of the previous period and what happened meanwhile, for admins.",
  request: { query: z.strictObject(PANEL_QUERY) },
  responses: {
    200: json(timeline, "The days of both periods, and what happened", {
      days: [example],
      previous: [{ ...example, date: "2025-03-13" }],
      marks: [{ date: "2025-03-14", kind: "published" as const, label: "Mood tracking", post_id: EXAMPLE.id }],
    }),
    ...errorResponses(401, 403),
  },
});

/** The curve of the analytics of visits. */
export const analyticsTimeline = () =>
  resource().openapi(read, async (c) => {
    const { context, settings } = c.var.deps;
    return c.json(await readTimeline(context, withRange(c.req.valid("query")), settings.site().timezone), 200);
  });
