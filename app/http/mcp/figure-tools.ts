import { z } from "@hono/zod-openapi";
import type { AnalyticsOverview, AnalyticsPages, MissingPages } from "../../domain/analytics/analytics.ts";
import { RANGES } from "../../domain/analytics/analytics-rules.ts";
import { countNote, defineTool, LISTED } from "./tool.ts";

const range = z
  .enum(RANGES, `must be one of ${RANGES.join(", ")}`)
  .optional()
  .meta({ description: "A number of days up to today, yesterday, or last-week (Monday to Sunday)" });

export const readStatistics = defineTool({
  name: "read_statistics",
  title: "Read statistics",
  description: "Reads how many visits the site had in a period, the change from the period before, and its most visited pages.",
  input: z.strictObject({ range }),
  operations: ["readAnalyticsOverview", "readAnalyticsPages"],
  isRead: true,
  async run(query, { call, fence }) {
    const { period, timezone, visits, visitors, page_views, bounce_rate, changes } = await call<AnalyticsOverview>(
      "readAnalyticsOverview",
      { query },
    );
    const found = await call<AnalyticsPages>("readAnalyticsPages", { query: { ...query, limit: LISTED } });
    const figures = { period, timezone, visits, visitors, page_views, bounce_rate, changes };
    const pages = found.items.map((one) => ({
      path: fence(one.path),
      post_id: one.post_id,
      views: one.views,
      visits: one.visits,
    }));
    const note = countNote(pages.length, found.total, "pages");
    const text = [
      `${period.from} to ${period.to} (${timezone}): ${visits} visits, ${visitors} visitors, ${page_views} page views.`,
      `The most visited (${note}), as views and path:`,
      fence(found.items.map(({ path, views }) => `${views} ${path}`).join("\n")),
    ];
    return { text: text.join("\n"), data: { ...figures, note, pages } };
  },
});

export const readMissingPages = defineTool({
  name: "read_missing_pages",
  title: "Read missing pages",
  description:
    "Lists paths that visitors asked for and that have no page, the most frequent first, each with the page most like it.",
  input: z.strictObject({ range }),
  operations: ["readAnalyticsMissingPages"],
  isRead: true,
  async run(query, { call, fence }) {
    const found = await call<MissingPages>("readAnalyticsMissingPages", { query: { ...query, limit: LISTED } });
    const note = countNote(found.items.length, found.total, "missing pages");
    const pages = found.items.map(({ path, hits, nearest }) => ({ path: fence(path), hits, nearest: nearest?.path ?? null }));
    const lines = found.items.map(({ path, hits, nearest }) => `${hits} ${path}${nearest ? ` (nearest: ${nearest.path})` : ""}`);
    return { text: `${note}, as requests and path:\n${fence(lines.join("\n"))}`, data: { note, pages } };
  },
});
