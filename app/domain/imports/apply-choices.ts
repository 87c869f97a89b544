import type { Context } from "../context.ts";
import { invalid } from "../errors.ts";
import { adviceFor, EMPTY_POST } from "../posts/post.ts";
import { isPossibleAuthor } from "../posts/post-writes.sql.ts";
import { isTooFar } from "../posts/schedule/plan-post.ts";
import { PLAN_YEARS_MAX } from "../posts/schedule/schedule.ts";
import { ImportRefused } from "./errors.ts";
import type { ImportOptions } from "./import.ts";
import { hasCategory } from "./imported.sql.ts";
import type { ImportedPost, Report } from "./items.ts";

/** The key of a user or category that was chosen by its id; no file has such keys. */
const chosenKey = (id: string): string => `id:${id}`;

export const chosenAs = (id: string | null): [key: string, id: string][] => (id === null ? [] : [[chosenKey(id), id]]);

const AUTHOR = "must be an active user who may write";
const CATEGORY = "must be a category that exists";

/** Checks that the chosen author and category exist. @throws DomainError invalid_input naming the fields */
export async function requireChoices(db: Context["db"], { author_id, category_id }: ImportOptions): Promise<void> {
  const faults = [];
  if (author_id !== null && !(await isPossibleAuthor(db, author_id))) faults.push({ field: "author_id", rule: AUTHOR });
  if (category_id !== null && !(await hasCategory(db, category_id))) faults.push({ field: "category_id", rule: CATEGORY });
  const said = faults.map(({ field, rule }) => `the ${field.replace("_id", "")} ${rule}`).join("; ");
  if (faults.length > 0) throw invalid(`This can’t be chosen: ${said}`, faults);
}

/** Called when an import begins, because both may have been deleted since they were chosen. @throws ImportRefused */
export async function checkChoices(db: Context["db"], { author_id, category_id }: ImportOptions): Promise<void> {
  const isGone = (what: string) => new ImportRefused("the choices", `The ${what} that was chosen is gone: choose another one.`);
  if (author_id !== null && !(await isPossibleAuthor(db, author_id))) throw isGone("author");
  if (category_id !== null && !(await hasCategory(db, category_id))) throw isGone("category");
}

const draftOf = (post: ImportedPost): ImportedPost => ({
  ...post,
  status: "draft",
  created_at: post.created_at ?? post.published_at,
  published_at: null,
});

function pageOf(post: ImportedPost, pages: ImportOptions["pages"], report: Report): ImportedPost | null {
  if (!post.isPage) return post;
  if (pages === "skip") {
    report("dropped", post.place, "It was a page. Pages are skipped, as chosen.");
    return null;
  }
  if (pages === "articles") return { ...post, listed: false };
  const page: ImportedPost = { ...post, kind: "page", listed: false };
  if (pages === "pages" || post.status === "draft") return page;
  report("changed", post.place, "It was a page. Pages become drafts, as chosen.");
  return draftOf(page);
}

function inLanguage(post: ImportedPost, choice: ImportOptions["other_languages"], report: Report): ImportedPost | null {
  if (!post.otherLanguage || choice === "all") return post;
  const why = `It isn’t in the main language but in “${post.otherLanguage}”`;
  if (choice === "skip") {
    report("dropped", post.place, `${why}: it is left out, as chosen.`);
    return null;
  }
  if (post.status === "published") report("changed", post.place, `${why}: it comes as a draft, as chosen.`);
  return draftOf(post);
}

/** Without a date it would be the newest of its blog. */
function dated(post: ImportedPost, choice: ImportOptions["undated"], report: Report): ImportedPost {
  if (!post.isUndated || post.status === "draft") return post;
  const fate = {
    drafts: "It has no date, but other posts have one: it comes as a draft.",
    unlisted: "It has no date, but other posts have one: it isn’t in lists and feeds, as chosen.",
    published: "It has no date, so it gets the date of the import.",
  }[choice];
  report("changed", post.place, fate);
  if (choice === "drafts") return draftOf(post);
  return choice === "unlisted" ? { ...post, listed: false } : post;
}

/** A post as the admin's choices make it; null if it is left out. */
export function applyChoices(post: ImportedPost, options: ImportOptions, report: Report): ImportedPost | null {
  const read = inLanguage(post, options.other_languages, report);
  const page = read && pageOf(read, options.pages, report);
  if (!page) return null;
  const settled = dated(page, options.status === "drafts" ? "published" : options.undated, report);
  const { author_id, category_id } = options;
  const isFiled = settled.category !== null || settled.listed === false;
  return {
    ...(options.status === "drafts" ? { ...draftOf(settled), plannedAt: null } : settled),
    ...(author_id !== null && { author: chosenKey(author_id), coauthors: [] }),
    ...(category_id !== null && !isFiled && { category: chosenKey(category_id) }),
  };
}

const NO_CATEGORY = "00000000-0000-4000-8000-000000000000";

function faultOf(post: ImportedPost): string | null {
  const { title, slug, description, content, excerpt, format } = post;
  const fields = { ...EMPTY_POST, title, slug, description, excerpt, content, content_format: format };
  return adviceFor({ ...fields, category_id: NO_CATEGORY })[0]?.rule ?? null;
}

/** Null if the draft isn't planned, or can't be; the report says why. */
export function planOf(post: ImportedPost, now: Date, report: Report): Date | null {
  const { plannedAt, status, place } = post;
  if (!plannedAt || status !== "draft") return null;
  const stays = (why: string) => {
    report("changed", place, `It was planned for “${plannedAt.toISOString()}”, ${why}: it stays a draft.`);
    return null;
  };
  if (plannedAt <= now) return stays("which has passed");
  if (isTooFar(plannedAt, now)) return stays(`which is more than ${PLAN_YEARS_MAX} years ahead`);
  if (post.category === null) return stays("and a scheduled post needs a category; choose one for the whole import");
  const fault = faultOf(post);
  return fault === null ? plannedAt : stays(`and can’t be published as it is (“${fault}”)`);
}
