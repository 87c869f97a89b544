import { z } from "@hono/zod-openapi";
import {
  AUDIT_ENTITIES,
  AUDIT_FILTER_MAX,
  AUDIT_PAGE_MAX,
  AUDIT_PAGE_SIZE,
  AUDIT_PAGE_SIZE_MAX,
  AUDIT_SEARCH_MAX,
  AUDIT_SEARCH_MIN,
  auditPage,
} from "../../../domain/audit/audit.ts";
import { listAudit } from "../../../domain/audit/list-audit.ts";
import { systemPolicy } from "../../../domain/system/system.policy.ts";
import { isDay } from "../../../platform/time/day.ts";
import { wholeNumber } from "../fields.ts";
import { ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Activity log");

const storable = (value: string) => !value.includes("\0") && value.isWellFormed();
const words = (min: number, max: number, description: string, example: string) => {
  const rule = `must have ${min} to ${max} characters`;
  return z.string().min(min, rule).max(max, rule).refine(storable, "must be readable text").openapi({ description, example });
};
const dayRule = "must be a day such as 2026-01-31";
const day = (description: string) =>
  z
    .string()
    .refine((value) => isDay(value), dayRule)
    .openapi({ format: "date", description, example: "2026-01-31" });

const list = createRoute("get", "/admin/audit", systemPolicy.readActivity, {
  id: "listActivity",
  scope: "never",
  summary: "List the activity log",
  description:
    "Every write in the back office, newest first: who, what and when, with the values before and after. The entity `account` has sign-ins, " +
    "failed sign-ins, recoveries and changed passwords and email addresses of the last 90 days, one entry for each hour. Days are in the site’s timezone. A page beyond the last is empty and has the right totals.",
  query: z.strictObject({
    search: words(AUDIT_SEARCH_MIN, AUDIT_SEARCH_MAX, "Words in the title or name", "Wellness").optional(),
    who: words(1, AUDIT_FILTER_MAX, "Only writes of the user with this email address", "ada@blog.example").optional(),
    entity: z
      .enum(AUDIT_ENTITIES, `must be one of ${AUDIT_ENTITIES.join("; ")}`)
      .optional()
      .openapi({ description: "Only writes to this kind of entity" }),
    action: words(1, AUDIT_FILTER_MAX, "Only this action", "updated").optional(),
    from: day("Only from this day on").optional(),
    to: day("Only up to this day").optional(),
    page: wholeNumber(AUDIT_PAGE_MAX, "Page, counted from 1", 1).optional(),
    limit: wholeNumber(AUDIT_PAGE_SIZE_MAX, "Entries per page", AUDIT_PAGE_SIZE).optional(),
  }),
  answer: ok(auditPage, "A page of entries"),
});

export const adminAudit = () =>
  resource().openapi(list, async (c) => {
    const { page = 1, limit = AUDIT_PAGE_SIZE, ...query } = c.req.valid("query");
    const { context, settings } = c.var.deps;
    return c.json(await listAudit(context, { ...query, page, limit }, settings.site().timezone), 200);
  });
