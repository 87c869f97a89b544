import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import { routes } from "../../../routes.ts";
import { DEFAULT_CATEGORY_COLOR } from "../../categories/model.ts";
import { CONTENT_WRITES } from "../../posts/editing-model.ts";
import { addRedirects, planRedirects } from "../../redirects/add-redirects.ts";
import type { IsPage } from "../../redirects/judge-redirect.ts";
import { isForGood } from "../errors.ts";
import { countLater } from "../findings.ts";
import { categoryIds, insertCategories, insertOldCategorySlugs, insertOldTagSlugs, insertTags, tagIds } from "../imported.sql.ts";
import type { ImportedPost } from "../items.ts";
import { storePeople } from "./people.ts";
import { type Planned, planPosts } from "./plan.ts";
import { type Known, type Rendered, renderPosts, type Stored, storePosts, tellLost } from "./posts.ts";
import type { Run } from "./run.ts";

/** The slugs of before, each with the id of what has another one now. */
const oldSlugsOf = (terms: { slug: string; oldSlugs?: string[] }[], ids: ReadonlyMap<string, string>) =>
  terms.flatMap(({ slug, oldSlugs = [] }) => {
    const id = ids.get(slug);
    return id === undefined ? [] : oldSlugs.map((old) => ({ slug: old, id }));
  });

/**
 * Stores the categories that aren't here yet, and the old slugs of all of them; those that are here stay as they are.
 * @returns ids by slug, empty in a dry run
 */
async function storeCategories({ ctx, source, findings, dry }: Run): Promise<Map<string, string>> {
  const slugs = source.categories.map(({ slug }) => slug);
  const before = await categoryIds(ctx.db, slugs);
  const missing = source.categories.filter(({ slug }) => !before.has(slug));
  findings.count("categories", "added", missing.length);
  findings.count("categories", "unchanged", before.size);
  if (dry) return before;
  const created_at = ctx.clock.now();
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const added = missing.map(({ oldSlugs: _, ...category }) => ({ color: DEFAULT_CATEGORY_COLOR, ...category, created_at }));
    await insertCategories(db, added);
    const ids = await categoryIds(db, slugs);
    const old = oldSlugsOf(source.categories, ids);
    if (old.length > 0) await insertOldCategorySlugs(db, old);
    return ids;
  });
}

/** Stores tags that no post may carry, and the old slugs of all tags. */
async function storeTags({ ctx, source, findings, dry }: Run): Promise<void> {
  if (source.tags.length === 0) return;
  const slugs = source.tags.map(({ slug }) => slug);
  const before = await tagIds(ctx.db, slugs);
  const missing = source.tags.filter(({ slug }) => !before.has(slug));
  findings.count("tags", "added", missing.length);
  if (dry) return;
  await withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    await insertTags(
      db,
      missing.map(({ name, slug }) => ({ name, slug })),
    );
    const old = oldSlugsOf(source.tags, await tagIds(db, slugs));
    if (old.length > 0) await insertOldTagSlugs(db, old);
  });
}

/** So many posts are stored together, or fewer where they are long: characters of their contents. */
const BATCH = 100;
const BATCH_LENGTH = 4_000_000;

/** Called after each batch with how many posts have been looked at. @returns whether to go on */
export type Progress = (done: number) => Promise<boolean>;

async function* batches(posts: AsyncIterable<ImportedPost>): AsyncGenerator<ImportedPost[]> {
  let batch: ImportedPost[] = [];
  let length = 0;
  for await (const post of posts) {
    batch.push(post);
    length += post.content.length;
    if (batch.length < BATCH && length < BATCH_LENGTH) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Stores a batch; where the database refuses something, each post alone, so that one doesn't keep the others out. */
async function store(run: Run, rendered: Rendered[], known: Known): Promise<Stored[]> {
  const { findings, count } = countLater(run.findings);
  try {
    const stored = await storePosts({ ...run, findings }, rendered, known);
    count();
    return stored;
  } catch (error) {
    if (!isForGood(error)) throw error;
    if (rendered.length > 1) {
      const stored: Stored[] = [];
      for (const one of rendered) stored.push(...(await store(run, [one], known)));
      return stored;
    }
    run.ctx.log.warn({ err: error }, "a post of an import can't be stored");
    for (const { post } of rendered) tellLost(run.findings, post, error);
    return [];
  }
}

/** Lets the old addresses of posts lead to them. */
async function redirect(run: Run, stored: Stored[]): Promise<void> {
  const pairs = stored.flatMap(({ slug, planned }) =>
    planned.post.paths.map((from) => ({ from, to: routes.story(slug), place: planned.post.place })),
  );
  const pages = new Set(pairs.map(({ to }) => to));
  await redirectAll(run, pairs, (path) => pages.has(path));
}

/** Adds redirects, or only finds out which would be, and reports those that are refused. */
async function redirectAll(run: Run, pairs: { from: string; to: string; place: string }[], isPage?: IsPage): Promise<void> {
  if (pairs.length === 0) return;
  const { ctx, actor, findings, dry } = run;
  const { added, refused } = dry
    ? await planRedirects(ctx.db, pairs, isPage).then(({ rows, ...plan }) => ({ ...plan, added: rows.length }))
    : await addRedirects(ctx, actor.kind === "user" ? actor.id : null, pairs, isPage);
  findings.count("redirects", "added", added);
  for (const { index, reason } of refused) {
    const pair = pairs[index];
    if (!pair) continue;
    findings.count("redirects", "skipped");
    findings.tell("dropped", pair.place, `${pair.from.slice(0, 100)} doesn't lead to ${pair.to.slice(0, 100)}: ${reason}.`);
  }
}

/** Counts what a batch would bring, without storing any of it. */
async function countPlan(run: Run, plan: Planned[]): Promise<void> {
  const { findings } = run;
  for (const { todo, post } of plan) {
    findings.count("posts", todo === "add" ? "added" : "updated");
    findings.count("comments", "added", post.comments.length);
    findings.count("pictures", "added", post.pictures.length + (post.featuredPicture ? 1 : 0));
  }
  await redirect(
    run,
    plan.map((planned) => ({ id: "", slug: planned.post.slug, planned })),
  );
}

/** The same without counting: what was stored before the import was cut off has been counted. */
export const withoutCounting = (run: Run): Run => ({ ...run, findings: { ...run.findings, count: () => {} } });

/**
 * Looks what is to be done with a batch and renders it.
 * @returns what stores it, and counts it
 */
async function prepare(run: Run, known: Known, batch: ImportedPost[]): Promise<() => Promise<void>> {
  const { findings, count } = countLater(run.findings);
  const plan = await planPosts({ ...run, findings }, batch);
  const rendered = run.dry ? [] : await renderPosts({ ...run, findings }, plan);
  return async () => {
    count();
    if (run.dry) await countPlan(run, plan);
    else if (rendered.length > 0) await redirect(run, await store(run, rendered, known));
  };
}

/** Whether one batch holds what another holds too: then it can't be judged before that is stored. */
function haveInCommon(some: ImportedPost[], others: ImportedPost[]): boolean {
  const names = ({ key, id }: ImportedPost) => [`key ${key}`, ...(id ? [`id ${id}`] : [])];
  const all = new Set(some.flatMap(names));
  return others.some((post) => names(post).some((name) => all.has(name)));
}

/** Where a post is to be found once it is stored. */
const storiesOf = ({ status, slug, oldSlugs }: ImportedPost): string[] =>
  status === "published" ? [slug, ...oldSlugs].map(routes.story) : [];

/** While the database stores one batch, the next one is read and rendered. `pages` gathers what a dry run doesn't store. @returns see storeSource */
async function storeBatches(
  run: Run,
  known: Known,
  progress: Progress,
  resumeFrom: number,
  pages: Set<string>,
): Promise<boolean> {
  let done = 0;
  let underWay = { batch: [] as ImportedPost[], ended: Promise.resolve(true) };
  try {
    for await (const batch of batches(run.source.posts(run.findings.tell))) {
      done += batch.length;
      if (run.dry) for (const post of batch) for (const path of storiesOf(post)) pages.add(path);
      if (done <= resumeFrom) continue;
      if (haveInCommon(underWay.batch, batch)) await underWay.ended;
      const finish = await prepare(run, known, batch);
      if (!(await underWay.ended)) return false;
      const looked = done;
      underWay = { batch, ended: finish().then(() => progress(looked)) };
      // It is waited for below; until then nobody listens.
      underWay.ended.catch(() => {});
    }
    return await underWay.ended;
  } finally {
    await underWay.ended.catch(() => {});
  }
}

/**
 * Stores what a source holds, or only looks what would be done: people and categories first, then its posts in batches, each with
 * its comments. What came before and hasn't changed is passed over, so that it may be called again after it was cut off.
 * @param resumeFrom so many posts have been dealt with
 * @returns whether it came to its end; `progress` may have called it off
 */
export async function storeSource(run: Run, progress: Progress, resumeFrom = 0): Promise<boolean> {
  const first = resumeFrom > 0 ? withoutCounting(run) : run;
  const known = { people: await storePeople(first), categories: await storeCategories(first) };
  await storeTags(first);
  const pages = new Set<string>();
  if (!(await storeBatches(run, known, progress, resumeFrom, pages))) return false;
  const pairs = run.source.redirects.map(({ from, to }) => ({ from, to, place: "redirects.json" }));
  await redirectAll(run, pairs, (path) => pages.has(path));
  return true;
}
