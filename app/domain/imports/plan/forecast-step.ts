import { routes } from "../../../routes.ts";
import type { Context } from "../../context.ts";
import { planRedirects } from "../../redirects/edit-redirects.ts";
import type { IsPage } from "../../redirects/judge-redirect.ts";
import type { Notes } from "../report.ts";
import type { PlannedRedirect, PlanStep, StepOf } from "./plan-import.ts";
import { type PlannedPost, picturesOf } from "./plan-posts.ts";

export const SETTINGS = "settings.json";

/** The old paths of posts, each with the path that it leads to. */
export const redirectsOf = (posts: { post: PlannedPost["post"]; slug: string }[]): PlannedRedirect[] =>
  posts.flatMap(({ post, slug }) => post.paths.map((from) => ({ from, to: routes.story(slug), place: post.place })));

/** Notes how many of some redirects are added, and which ones aren't. */
export function noteRedirects(
  { tell, count }: Notes,
  pairs: PlannedRedirect[],
  { added, refused }: { added: number; refused: { index: number; reason: string }[] },
): void {
  count("redirects", "added", added);
  for (const { index, reason } of refused) {
    const pair = pairs[index];
    if (!pair) continue;
    count("redirects", "skipped");
    tell("dropped", pair.place, `${pair.from.slice(0, 100)} doesn't lead to ${pair.to.slice(0, 100)}: ${reason}.`);
  }
}

async function forecastRedirects({ db }: Context, notes: Notes, pairs: PlannedRedirect[], isPage: IsPage): Promise<void> {
  if (pairs.length === 0) return;
  const { rows, refused } = await planRedirects(db, pairs, isPage);
  noteRedirects(notes, pairs, { added: rows.length, refused });
}

/** Notes the settings of one of our own archives, and how many of them aren't known here. */
export function noteSettings(notes: Notes, { all, unknown }: StepOf<"settings">): void {
  notes.settings = all;
  if (unknown > 0) notes.tell("dropped", SETTINGS, `Settings and texts that aren't known here don't come along: ${unknown}.`);
}

/** What would be noted of a step if it were taken. Nothing is stored. */
export async function forecastStep(ctx: Context, step: PlanStep): Promise<Notes> {
  const { notes } = step;
  if (step.kind === "library") notes.count("pictures", "added", step.missing.length);
  if (step.kind === "redirects") await forecastRedirects(ctx, notes, step.pairs, step.isPage);
  if (step.kind === "settings") noteSettings(notes, step);
  if (step.kind === "posts") {
    for (const { todo, post } of step.posts) {
      notes.count("posts", todo === "add" ? "added" : "updated");
      notes.count("comments", "added", post.comments.length);
      notes.count("pictures", "added", picturesOf(post).length);
    }
    notes.count("tags", "added", step.newTags);
    const pairs = redirectsOf(step.posts);
    const pages = new Set(pairs.map(({ to }) => to));
    await forecastRedirects(ctx, notes, pairs, (path) => pages.has(path));
  }
  return notes;
}
