import { z } from "@hono/zod-openapi";
import { IMPORT_KINDS, IMPORT_STATES, noCounts, OUTCOMES, SEVERITIES, THINGS } from "../../../domain/imports/model.ts";
import { archivedSetting } from "../../../domain/settings/settings.ts";
import { EXAMPLE, id } from "../fields.ts";

const count = z.number().int().openapi({ minimum: 0 });
const date = z.string().openapi({ format: "date-time" });

const outcomes = z.object(
  Object.fromEntries(OUTCOMES.map((name) => [name, count])) as Record<(typeof OUTCOMES)[number], typeof count>,
);
const counts = z.object(
  Object.fromEntries(THINGS.map((name) => [name, outcomes])) as Record<(typeof THINGS)[number], typeof outcomes>,
);
const found = z.object(
  Object.fromEntries(SEVERITIES.map((name) => [name, count])) as Record<(typeof SEVERITIES)[number], typeof count>,
);

/** An import, without what it tells of single things. */
export const importShape = z
  .object({
    id,
    kind: z
      .enum(IMPORT_KINDS)
      .nullable()
      .openapi({ description: "Told by the file's content; null until it has been looked at" }),
    name: z.string(),
    bytes: count,
    old_site: z.string().nullable(),
    state: z.enum(IMPORT_STATES),
    done: count.openapi({ description: "Posts that were looked at, or pictures in the state `pictures`" }),
    total: count,
    counts: counts.openapi({ description: "What comes of each kind of thing; before the start, what would" }),
    found: found.openapi({ description: "How many findings of each severity" }),
    refusal: z
      .object({ place: z.string(), sentence: z.string() })
      .nullable()
      .openapi({ description: "Why the file isn't taken, and where" }),
    settings: z.array(archivedSetting).openapi({
      description:
        "Of an archive of this product's own: its settings and texts, and why one isn't taken over; `refused` is null for those " +
        "that can be",
    }),
    take_settings: z.boolean().openapi({ description: "Whether those settings are taken over, as was chosen at the start" }),
    started_by: z.string().nullable(),
    created_at: date,
    finished_at: date.nullable(),
  })
  .openapi("Import");
export const importPage = z
  .object({ items: z.array(importShape), total: count, page: count, pages: count, limit: count })
  .openapi("ImportPage");
export const findingPage = z
  .object({
    items: z.array(z.object({ severity: z.enum(SEVERITIES), place: z.string(), sentence: z.string() })),
    total: count,
    page: count,
    pages: count,
    limit: count,
  })
  .openapi("ImportFindingPage");

export const exampleImport: z.infer<typeof importShape> = {
  id: EXAMPLE.id,
  kind: "wordpress",
  name: "old-blog.xml",
  bytes: 48_211_004,
  old_site: null,
  state: "checked",
  done: 812,
  total: 812,
  counts: { ...noCounts(), posts: { added: 812, updated: 0, unchanged: 0, skipped: 0 } },
  found: { kept: 0, changed: 31, dropped: 4 },
  refusal: null,
  settings: [],
  take_settings: false,
  started_by: "ada@blog.example",
  created_at: EXAMPLE.date,
  finished_at: null,
};
