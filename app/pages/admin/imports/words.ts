import type { Import, ImportState, Outcome, Severity, Thing } from "../../../domain/imports/model.ts";
import type { BadgeTone } from "../frame/badge.tsx";

export const STATES: Record<ImportState, { label: string; tone: BadgeTone }> = {
  checking: { label: "Looking at it", tone: "blue" },
  checked: { label: "Ready to import", tone: "amber" },
  refused: { label: "Refused", tone: "red" },
  importing: { label: "Importing", tone: "blue" },
  pictures: { label: "Fetching pictures", tone: "blue" },
  done: { label: "Imported", tone: "green" },
  cancelled: { label: "Cancelled", tone: "grey" },
  failed: { label: "Failed", tone: "red" },
};

export const THING_NAMES: Record<Thing, string> = {
  posts: "Posts",
  authors: "Authors",
  categories: "Categories",
  tags: "Tags",
  comments: "Comments",
  pictures: "Pictures",
  redirects: "Redirects",
};
export const OUTCOME_NAMES: Record<Outcome, string> = {
  added: "New",
  updated: "Updated",
  unchanged: "As before",
  skipped: "Left out",
};
export const SEVERITY_NAMES: Record<Severity, string> = { kept: "Kept as it is here", changed: "Changed", dropped: "Dropped" };

const figures = new Intl.NumberFormat("en-US");
export const figure = (n: number): string => figures.format(n);

/** How far an import has come, in words. */
export function progressOf({ state, done, total }: Import): string {
  const what = state === "pictures" ? "pictures" : "posts";
  return total > 0 ? `${figure(done)} of ${figure(total)} ${what}` : "Reading the file...";
}

/** A size in bytes as people say it. */
export const sizeOf = (bytes: number): string =>
  bytes < 1024 ** 2 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
