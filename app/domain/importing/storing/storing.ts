import { routes } from "../../../routes.ts";
import { addRedirects } from "../../redirects/adding-many.ts";
import type { ImportedPost } from "../items.ts";
import { storePeople } from "./people.ts";
import { type Planned, planPosts } from "./plan.ts";
import { type Known, type Stored, storePosts } from "./posts.ts";
import type { Run } from "./run.ts";
import { storeCategories, storeTags } from "./terms.ts";

const BATCH = 100;

/** Called after each batch with how many posts have been looked at. @returns whether to go on */
export type Progress = (done: number) => Promise<boolean>;

async function* batches(posts: AsyncIterable<ImportedPost>): AsyncGenerator<ImportedPost[]> {
  let batch: ImportedPost[] = [];
  for await (const post of posts) {
    batch.push(post);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const isRefusedByDatabase = (error: unknown) => /^2[23]/.test(String((error as { code?: unknown }).code));

/** Stores a batch; where the database refuses something, each post alone, so that one doesn't keep the others out. */
async function store(run: Run, plan: Planned[], known: Known): Promise<Stored[]> {
  const before = structuredClone(run.findings.report.counts);
  try {
    return await storePosts(run, plan, known);
  } catch (error) {
    Object.assign(run.findings.report.counts, before);
    if (!isRefusedByDatabase(error)) throw error;
    if (plan.length > 1) {
      const stored: Stored[] = [];
      for (const one of plan) stored.push(...(await store(run, [one], known)));
      return stored;
    }
    run.ctx.log.warn({ err: error }, "a post of an import can't be stored");
    for (const { post } of plan) run.findings.tell("dropped", post.place, `It can't be stored: ${(error as Error).message}.`);
    run.findings.count("posts", "skipped", plan.length);
    return [];
  }
}

/** Lets the old addresses of posts lead to them. */
async function redirect(run: Run, stored: Stored[]): Promise<void> {
  const pairs = stored.flatMap(({ slug, planned }) =>
    planned.post.paths.map((from) => ({ from, to: routes.story(slug), place: planned.post.place })),
  );
  await redirectAll(run, pairs);
}

async function redirectAll(run: Run, pairs: { from: string; to: string; place: string }[]): Promise<void> {
  if (pairs.length === 0) return;
  const { added, refused } = await addRedirects(run.ctx, run.actor.kind === "user" ? run.actor.id : null, pairs);
  run.findings.count("redirects", "added", added);
  for (const { index, reason } of refused) {
    const pair = pairs[index];
    if (pair) run.findings.tell("dropped", pair.place, `${pair.from.slice(0, 100)} doesn't lead on: ${reason}`);
  }
}

/** Counts what a batch would bring, without storing any of it. */
function countPlan({ findings }: Run, plan: Planned[]): void {
  for (const { todo, post } of plan) {
    findings.count("posts", todo === "add" ? "added" : "updated");
    findings.count("comments", "added", post.comments.length);
    findings.count("redirects", "added", post.paths.length);
    findings.count("pictures", "added", post.pictures.length + (post.featuredPicture ? 1 : 0));
  }
}

/** The same without counting: what was stored before the import was cut off has been counted. */
export const unheard = (run: Run): Run => ({ ...run, findings: { ...run.findings, count: () => {} } });

/**
 * Stores what a source holds, or only looks what would be done: people and categories first, then its posts in batches, each with
 * its comments. What came before and hasn't changed is passed over, so that it may be called again after it was cut off.
 * @param resumeFrom so many posts have been dealt with
 * @returns whether it came to its end; `progress` may have called it off
 */
export async function storeSource(run: Run, progress: Progress, resumeFrom = 0): Promise<boolean> {
  const first = resumeFrom > 0 ? unheard(run) : run;
  const known = { people: await storePeople(first), categories: await storeCategories(first) };
  await storeTags(first);
  let done = 0;
  for await (const batch of batches(run.source.posts(run.findings.tell))) {
    if (done + batch.length <= resumeFrom) {
      done += batch.length;
      continue;
    }
    const plan = await planPosts(run, batch);
    if (run.dry) countPlan(run, plan);
    else if (plan.length > 0) await redirect(run, await store(run, plan, known));
    done += batch.length;
    if (!(await progress(done))) return false;
  }
  if (!run.dry)
    await redirectAll(
      run,
      run.source.redirects.map(({ from, to }) => ({ from, to, place: "redirects.json" })),
    );
  return true;
}
