import { z } from "zod";
import { component, EXAMPLE, exampleOf } from "../schema-fields.ts";

/** Everything that the back office changes, and accounts. */
export const AUDIT_ENTITIES = [
  "post",
  "category",
  "tag",
  "user",
  "guest",
  "comment",
  "comment filter",
  "settings",
  "words",
  "navigation",
  "appearance",
  "media",
  "mail",
  "subscriber",
  "newsletter issue",
  "newsletter secret",
  "webhook",
  "job",
  "demo content",
  "redirect",
  "visits",
  "traffic rule",
  "analytics options",
  "import",
  "export",
  "backup",
  "API token",
  "account",
] as const;
export type AuditEntity = (typeof AUDIT_ENTITIES)[number];

/** Entries about the back office are kept for ever. */
export const AUDIT_ACCOUNT_DAYS = 90;

export const AUDIT_PAGE_SIZE = 20;
export const AUDIT_PAGE_SIZE_MAX = 100;
/** Nobody turns so many pages, and the filter by day reaches older entries. */
export const AUDIT_TOTAL_CAP = 20_000;
export const AUDIT_PAGE_MAX = AUDIT_TOTAL_CAP;
/** Characters: the index finds nothing shorter. */
export const AUDIT_SEARCH_MIN = 3;
export const AUDIT_SEARCH_MAX = 200;
export const AUDIT_FILTER_MAX = 450;
/** 2026-01-31 */
export const AUDIT_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Days are those of the site's time zone, both included. */
export type AuditQuery = {
  search?: string | undefined;
  who?: string | undefined;
  entity?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const side = z.record(z.string(), z.unknown()).nullable();

const auditRow = component(
  "AuditEntry",
  z.object({
    id: z.string(),
    at: z.string().meta({ format: "date-time" }),
    actor_email: z
      .string()
      .describe(
        "The actor’s email address at that time; `(command line)` for the operator, `(reader)` for readers, `(nobody)` if unknown; `token … of …` with its name for an API token",
      ),
    action: z.string().describe("What was done: a verb such as `created` or `updated`"),
    entity: z.string().describe("The kind of thing: `post`, `settings` …"),
    entity_id: z.string().nullable(),
    label: z.string().describe("Its name at that time"),
    before: side.describe("The changed fields before; null if it was created"),
    after: side.describe("The changed fields after; null if it was deleted"),
  }),
  {
    id: "1",
    at: EXAMPLE.date,
    actor_email: "ada@blog.example",
    action: "updated",
    entity: "category",
    entity_id: EXAMPLE.id,
    label: "Wellness",
    before: { color: "#3b82f6" },
    after: { color: "#0f766e" },
  },
);
export type AuditRow = z.infer<typeof auditRow>;

export const auditPage = component(
  "AuditPage",
  z.object({
    items: z.array(auditRow),
    total: z.number().int().describe(`Entries on all pages, counted up to ${AUDIT_TOTAL_CAP}`),
    total_is_capped: z.boolean().describe("Whether there are more"),
    page: z.number().int(),
    pages: z.number().int(),
    limit: z.number().int(),
    filters: z.object({ who: z.array(z.string()), actions: z.array(z.string()) }).describe("All actors and actions in the log"),
  }),
  {
    items: [exampleOf(auditRow)],
    total: 1,
    total_is_capped: false,
    page: 1,
    pages: 1,
    limit: AUDIT_PAGE_SIZE,
    filters: { who: ["ada@blog.example"], actions: ["updated"] },
  },
);
export type AuditPage = z.infer<typeof auditPage>;
