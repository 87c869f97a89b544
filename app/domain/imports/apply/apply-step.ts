import type { Transaction } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import { isDiskFull } from "../../../platform/storage/disk.ts";
import { adoptLook } from "../../appearance/adopt-look.ts";
import { DEFAULT_CATEGORY_COLOR } from "../../categories/category-rules.ts";
import { DomainError } from "../../errors.ts";
import { pictureSizes } from "../../media/list-media.ts";
import { mediaAt } from "../../media/media-rules.ts";
import { reinstateFile } from "../../media/upload-file.ts";
import { type ArchivedMedia, reinstateMedia } from "../../media/upload-media.ts";
import { adoptNavigation } from "../../navigation/adopt-navigation.ts";
import { CONTENT_WRITES } from "../../posts/edit-rules.ts";
import { adoptFeaturedOrder } from "../../posts/featured/adopt-featured-order.ts";
import { addRedirects } from "../../redirects/edit-redirects.ts";
import type { IsPage } from "../../redirects/judge-redirect.ts";
import { adoptSettings } from "../../settings/adopt-settings.ts";
import { adoptWords } from "../../words/adopt-words.ts";
import type { ImportJob } from "../import-job.ts";
import {
  categoriesBySlug,
  insertAuthorProfile,
  insertAuthors,
  insertCategories,
  insertOldCategorySlugs,
  insertOldTagSlugs,
  insertTags,
  tagIds,
} from "../imported.sql.ts";
import { mediaItem, recordItems, redirectItem, settingItem, tagItem } from "../imports.sql.ts";
import type { Source } from "../items.ts";
import { storeMissingPictures } from "../pictures.sql.ts";
import type { PlannedCategory } from "../plan-categories.ts";
import type { PlannedRedirect, PlanStep, StepOf } from "../plan-import.ts";
import { redirectsOf, reportRedirects, reportSettings, SETTINGS } from "../plan-import.ts";
import type { Notes } from "../report.ts";
import { renderPosts, storePosts } from "./store-posts.ts";

async function storeLibrary(
  { ctx, tools, id, source: name }: ImportJob,
  source: Source,
  { missing, notes }: StepOf<"library">,
): Promise<void> {
  for (const { file, ...archived } of missing) {
    try {
      const body = await source.file?.(file);
      if (body) {
        const { file_name, ...picture } = archived as unknown as ArchivedMedia & { file_name: string | null };
        if (file_name === null) await reinstateMedia(ctx, tools.media, picture, body);
        else await reinstateFile(ctx, tools.media, { ...picture, file_name }, body);
        await recordItems(ctx.db, name, [mediaItem(archived.id)], id);
      }
      notes.count("pictures", "added");
    } catch (error) {
      if (!(error instanceof DomainError) || isDiskFull(error)) throw error;
      notes.count("pictures", "skipped");
      notes.report("dropped", file, `The image ${error.details?.[0]?.rule ?? error.message}.`);
    }
  }
}

async function storeAuthors(job: ImportJob, { authors }: StepOf<"authors">): Promise<void> {
  const { db } = job.ctx;
  const itemOf = ({ itemKey, id }: (typeof authors)[number]) => ({ key: itemKey, entity_id: id, hash: "", version: null });
  const missing = authors.filter(({ isNew }) => isNew);
  const users = missing.map(({ id, email, full_name, bio }) => ({ id, email, full_name, bio }));
  await db.transaction().execute(async (trx) => {
    if (users.length > 0) await insertAuthors(trx, users);
    for (const { id, profile } of missing) if (profile) await insertAuthorProfile(trx, id, profile);
    await recordItems(trx, job.source, missing.map(itemOf), job.id);
    await recordItems(trx, job.source, authors.filter(({ isNew }) => !isNew).map(itemOf));
  });
  job.authors = new Map([...job.authors, ...authors.map(({ key, id }) => [key, id] as const)]);
}

const oldSlugsOf = (terms: { oldSlugs?: string[]; id: string | undefined }[]) =>
  terms.flatMap(({ id, oldSlugs = [] }) => (id === undefined ? [] : oldSlugs.map((slug) => ({ slug, id }))));

async function storeCategories(db: Transaction<DB>, planned: PlannedCategory[], created_at: Date): Promise<PlannedCategory[]> {
  const fresh = planned.filter(({ isNew }) => isNew);
  const pictureOf = ({ picture }: PlannedCategory) => (picture ? mediaAt(picture)?.id : undefined);
  const pictures = await pictureSizes({ db })(fresh.flatMap((one) => pictureOf(one) ?? []));
  const added = await insertCategories(
    db,
    fresh.map((one) => {
      const { id, slug, name, description, color = DEFAULT_CATEGORY_COLOR, heading = "", intro = "", picture_alt = "" } = one;
      const picture = pictures.has(pictureOf(one) ?? "") ? one.picture : null;
      return { id, slug, name, description, color, heading, intro, picture, picture_alt, created_at };
    }),
  );
  if (added.size === fresh.length) return planned;
  // Somebody has taken a slug since the plan was made.
  const here = await categoriesBySlug(db);
  return planned.map((one) =>
    one.isNew && !added.has(one.id) ? { ...one, id: here.get(one.slug)?.id ?? one.id, isNew: false } : one,
  );
}

async function storeTerms(job: ImportJob, { categories, tags, newTags }: StepOf<"terms">): Promise<void> {
  await withAdvisoryLock(job.ctx.db, CONTENT_WRITES, async (db) => {
    const stored = await storeCategories(db, categories, job.ctx.clock.now());
    job.categories = new Map([...job.categories, ...stored.map(({ key, id }) => [key, id] as const)]);
    const itemOf = ({ itemKey, id }: PlannedCategory) => ({ key: itemKey, entity_id: id, hash: "", version: null });
    await recordItems(db, job.source, stored.filter(({ isNew }) => isNew).map(itemOf), job.id);
    await recordItems(db, job.source, stored.filter(({ isNew }) => !isNew).map(itemOf));
    const oldOfCategories = oldSlugsOf(stored);
    if (oldOfCategories.length > 0) await insertOldCategorySlugs(db, oldOfCategories);
    if (tags.length === 0) return;
    const added = await insertTags(
      db,
      newTags.map(({ name, slug }) => ({ name, slug })),
    );
    await recordItems(db, job.source, added.map(tagItem), job.id);
    const ids = await tagIds(
      db,
      tags.map(({ slug }) => slug),
    );
    const oldOfTags = oldSlugsOf(tags.map(({ slug, oldSlugs = [] }) => ({ oldSlugs, id: ids.get(slug) })));
    if (oldOfTags.length > 0) await insertOldTagSlugs(db, oldOfTags);
  });
}

async function storeRedirects(job: ImportJob, pairs: PlannedRedirect[], notes: Notes, isPage?: IsPage): Promise<void> {
  if (pairs.length === 0) return;
  const { ctx, actor } = job;
  const outcome = await ctx.db.transaction().execute(async (db) => {
    const added = await addRedirects({ ...ctx, db }, actor.kind === "user" ? actor.id : null, pairs, isPage);
    await recordItems(db, job.source, added.rows.map(redirectItem), job.id);
    return added;
  });
  reportRedirects(notes, pairs, { ...outcome, added: outcome.rows.length });
}

async function storeSettings({ ctx, actor, takeSettings, source, id }: ImportJob, step: StepOf<"settings">): Promise<void> {
  const { notes, all, archived, navigation, featured, words, look } = step;
  if (takeSettings) {
    const doer = actor.kind === "user" ? actor : ({ kind: "operator" } as const);
    const note = (db: typeof ctx.db, adopted: Record<string, unknown>) =>
      recordItems(db, source, Object.entries(adopted).map(settingItem), id);
    const adopted = await adoptSettings(ctx, doer, archived, note);
    const menus = await adoptNavigation(ctx, doer, navigation, note);
    const order = await adoptFeaturedOrder(ctx, doer, featured, note);
    const texts = await adoptWords(ctx, doer, words, note);
    notes.settings = [...adopted, ...menus, ...order, ...texts, ...(await adoptLook(ctx, doer, look, note))];
    for (const { name, refused } of notes.settings) if (refused) notes.report("kept", `${SETTINGS}, ${name}`, refused);
    return;
  }
  reportSettings(notes, step);
  if (all.some(({ refused }) => refused === null))
    notes.report("kept", SETTINGS, "The archive’s settings weren’t imported, as chosen.");
}

async function take(job: ImportJob, source: Source, step: Exclude<PlanStep, { kind: "posts" }>): Promise<Notes> {
  if (step.kind === "library") await storeLibrary(job, source, step);
  if (step.kind === "authors") await storeAuthors(job, step);
  if (step.kind === "terms") await storeTerms(job, step);
  if (step.kind === "redirects") await storeRedirects(job, step.pairs, step.notes, step.isPage);
  if (step.kind === "settings") await storeSettings(job, step);
  return step.notes;
}

/** Renders outside a transaction. @returns a function that takes the step after the one before; it may be called again */
export async function prepareStep(job: ImportJob, source: Source, step: PlanStep): Promise<() => Promise<Notes>> {
  if (step.kind !== "posts") return () => take(job, source, step);
  const { notes } = step;
  const rendered = await renderPosts(job, step.posts, notes);
  return async () => {
    const stored = await storePosts(job, rendered, notes);
    await storeMissingPictures(job.ctx.db, job, step.lacked);
    const pairs = redirectsOf(stored);
    const pages = new Set(pairs.map(({ to }) => to));
    await storeRedirects(job, pairs, notes, (path) => pages.has(path));
    return notes;
  };
}
