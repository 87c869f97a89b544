/** What the back office writes about, and the accounts by which people enter. */
export const AUDIT_ENTITIES = [
  "post",
  "category",
  "tag",
  "user",
  "comment",
  "settings",
  "media",
  "mail",
  "job",
  "demo content",
  "redirect",
  "visits",
  "traffic rule",
  "analytics options",
  "import",
  "export",
  "account",
] as const;
type AuditEntity = (typeof AUDIT_ENTITIES)[number];

/** One write. `before` and `after` hold what changed, in the names of the API; null where there was or is nothing. */
export type AuditEntry = {
  /** verb in the past: `created`, `updated`, `deleted`, `published` … */
  action: string;
  entity: AuditEntity;
  entityId: string | null;
  /** what it is called: a title, a name, an address */
  label: string;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
};

/** The longest label, and the longest text within `before` and `after`, in characters. */
const AUDIT_LABEL_MAX = 300;
const AUDIT_TEXT_MAX = 500;

const short = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

/** A value as the log keeps it: long texts are cut, for the log tells of changes and is no backup. */
function kept(value: unknown): unknown {
  if (typeof value === "string") return short(value, AUDIT_TEXT_MAX);
  if (Array.isArray(value)) return value.slice(0, 50).map(kept);
  if (value && typeof value === "object" && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, kept(one)]));
  }
  return value;
}

/** The fields that differ, each side by itself; what was created or deleted stands whole on its one side. */
export function changesOf({ before, after }: Pick<AuditEntry, "before" | "after">): {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
} {
  const whole = (side: AuditEntry["before"]) => (side ? (kept(side) as Record<string, unknown>) : null);
  if (!before || !after) return { before: whole(before), after: whole(after) };
  const differs = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(differs);
  const side = (values: Record<string, unknown>) => whole(Object.fromEntries(names.map((name) => [name, values[name] ?? null])));
  return { before: side(before), after: side(after) };
}

export const shortLabel = (label: string): string => short(label, AUDIT_LABEL_MAX);

/** An entry as the log shows it; `at` in ISO 8601, UTC. */
export type AuditRow = {
  id: string;
  at: string;
  /** the address at that time; the operator's and nobody's stand in brackets */
  actor_email: string;
  action: string;
  entity: string;
  entity_id: string | null;
  label: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/**
 * A page of the log. `total` is exact up to `AUDIT_TOTAL_CAP`, where `total_is_capped` says that there are more. `filters`: who
 * has ever written, and every verb.
 */
export type AuditPage = {
  items: AuditRow[];
  total: number;
  total_is_capped: boolean;
  page: number;
  pages: number;
  limit: number;
  filters: { who: string[]; actions: string[] };
};

/** How long sign-ins and what else happens to accounts are kept; the back office's own writes stay. */
export const AUDIT_ACCOUNT_DAYS = 90;

export const AUDIT_PAGE_SIZE = 20;
export const AUDIT_PAGE_SIZE_MAX = 100;
/** Counting goes no further: nobody turns so many pages, and the days filter reaches whatever lies behind. */
export const AUDIT_TOTAL_CAP = 20_000;
export const AUDIT_PAGE_MAX = AUDIT_TOTAL_CAP;
/** What is searched for has at least so many characters, for the index knows none shorter; and at most so many. */
export const AUDIT_SEARCH_MIN = 3;
export const AUDIT_SEARCH_MAX = 200;
export const AUDIT_FILTER_MAX = 320;
/** A day as the filters take it: 2026-01-31. */
export const AUDIT_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What is looked for; days are those of the site's own timezone, both included. */
export type AuditQuery = {
  search?: string | undefined;
  who?: string | undefined;
  entity?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};
