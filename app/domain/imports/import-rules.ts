import type { ArchivedSetting } from "../settings/settings.ts";

/** WordPress covers Squarespace, which writes WXR too; Markdown covers this product's own archives. */
export const IMPORT_KINDS = ["wordpress", "ghost", "markdown", "medium", "substack", "blogger"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];
export const KIND_NAMES: Record<ImportKind, string> = {
  wordpress: "WordPress",
  ghost: "Ghost",
  markdown: "Markdown",
  medium: "Medium",
  substack: "Substack",
  blogger: "Blogger",
};

export const PAGE_CHOICES = ["pages", "articles", "drafts", "skip"] as const;
export const STATUS_CHOICES = ["original", "drafts"] as const;
export const UNDATED_CHOICES = ["drafts", "unlisted", "published"] as const;
export const LANGUAGE_CHOICES = ["all", "drafts", "skip"] as const;
export const BLOG_CHOICES = ["recognized", "another"] as const;

/** The states of an import. `checked`: the file was read to its end, and nothing is stored yet. */
export const IMPORT_STATES = [
  "checking",
  "checked",
  "refused",
  "importing",
  "pictures",
  "done",
  "cancelled",
  "failed",
  "undoing",
  "undone",
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const AT_WORK: readonly ImportState[] = ["checking", "importing", "pictures", "undoing"];

/** The states that allow each move, and the next. `rest`: `retry` with posts still to come; `revive`: a given-up job is tried again. */
export const IMPORT_MOVES = {
  start: { checked: "importing", cancelled: "importing", failed: "importing", done: "importing", undone: "importing" },
  choose: {
    checked: "checking",
    refused: "checking",
    cancelled: "checking",
    failed: "checking",
    done: "checking",
    undone: "checking",
  },
  cancel: { checking: "cancelled", importing: "cancelled", pictures: "cancelled" },
  pass: { checking: "checked" },
  retry: { done: "pictures", failed: "pictures", cancelled: "pictures" },
  fetch: { importing: "pictures", pictures: "pictures" },
  undo: { checked: "undoing", refused: "undoing", done: "undoing", cancelled: "undoing", failed: "undoing" },
  rest: { pictures: "cancelled" },
  finish: { pictures: "done", undoing: "undone" },
  stop: { checking: "refused", importing: "failed", pictures: "failed", undoing: "failed" },
  revive: { refused: "checking", failed: "importing" },
} as const satisfies Record<string, Partial<Record<ImportState, ImportState>>>;
export type ImportMove = keyof typeof IMPORT_MOVES;

/** The weightiest first. `dropped`: not imported; `changed`: imported in another form; `kept`: the version here stays. */
export const SEVERITIES = ["dropped", "changed", "kept"] as const;
export type Severity = (typeof SEVERITIES)[number];

export type Finding = { severity: Severity; place: string; sentence: string };

export const OUTCOMES = ["added", "updated", "unchanged", "skipped"] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const THINGS = ["posts", "authors", "categories", "tags", "comments", "pictures", "redirects"] as const;
export type Thing = (typeof THINGS)[number];
export type Counts = Record<Thing, Record<Outcome, number>>;

/** Findings that differ only in names, addresses and numbers: their common sentence with “…” in place of those. */
export type FindingGroup = { severity: Severity; sentence: string; count: number };

/** `found` and `groups` count all findings; `findings` are the first of each group. */
export type ImportReport = {
  counts: Counts;
  found: Record<Severity, number>;
  groups: FindingGroup[];
  findings: Finding[];
  refusal: { place: string; sentence: string } | null;
  /** of one of our own archives: its settings, each with why it isn't taken over */
  settings: ArchivedSetting[];
  folders: { path: string; texts: number; is_chosen: boolean }[];
  /** of a blog in several languages: the main one first */
  languages: { code: string; texts: number; is_main: boolean }[];
  /** whether the file has a list of subscribers, which is imported elsewhere */
  has_subscribers: boolean;
  /** whether an earlier import has this blog's name, but none of its posts */
  is_unrelated?: boolean;
  removed?: Record<Thing, number>;
  /** of an import that was canceled or failed before all posts were stored */
  unfinished?: boolean;
};

/** Findings beyond these are only counted. */
export const FINDINGS_MAX = { group: 100, all: 3000, groups: 300 };
export const FOLDERS_MAX = 500;
export const FINDINGS_PAGE_SIZE = 50;
export const MISSING_PAGE_SIZE = 50;
export const IMPORTS_PAGE_SIZE = 20;
export const IMPORT_MAX_BYTES = 1024 ** 3;
export const IMPORT_NAME_MAX = 255;
export const OLD_SITE_MAX = 300;
export const UNDO_DAYS = 30;
export const ARCHIVE_FORMAT = 1;

const NONE: Record<Outcome, number> = { added: 0, updated: 0, unchanged: 0, skipped: 0 };

export const nothingRemoved = () => Object.fromEntries(THINGS.map((thing) => [thing, 0])) as Record<Thing, number>;
export const noCounts = (): Counts => Object.fromEntries(THINGS.map((thing) => [thing, { ...NONE }])) as Counts;
export const noReport = (): ImportReport => ({
  counts: noCounts(),
  found: { kept: 0, changed: 0, dropped: 0 },
  groups: [],
  findings: [],
  refusal: null,
  settings: [],
  folders: [],
  languages: [],
  has_subscribers: false,
});

/** The name of an import's connections. By it, the triggers of webhooks know that what it writes is no news. */
export const IMPORTING = "skylark import";

/** The event of an import that has to run; its data is `{ id }`. */
export const IMPORT_WANTED = "imports.wanted";
