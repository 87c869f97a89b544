import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import { routes } from "../../routes.ts";
import { type LookSource, previewLook } from "../appearance/adopt-look.ts";
import type { Context } from "../context.ts";
import { previewNavigation } from "../navigation/adopt-navigation.ts";
import { previewFeaturedOrder } from "../posts/featured/adopt-featured-order.ts";
import { planRedirects } from "../redirects/edit-redirects.ts";
import type { IsPage } from "../redirects/judge-redirect.ts";
import { readableAddress, startAddress, withSingleSlashes } from "../redirects/redirect-rules.ts";
import { type ArchivedSettings, previewSettings } from "../settings/adopt-settings.ts";
import type { ArchivedSetting } from "../settings/settings.ts";
import { cutText } from "../text-rules.ts";
import { previewWords } from "../words/adopt-words.ts";
import { applyChoices, checkChoices } from "./apply-choices.ts";
import { broughtPictures, isAbsent } from "./bring-picture.ts";
import type { ImportOptions } from "./import.ts";
import { tagIds, takenIds } from "./imported.sql.ts";
import { type ImportedMedia, type ImportedPost, type ImportedTag, pathHere, type Source, type SourceItem } from "./items.ts";
import { type MissingPicture, missingAddresses } from "./pictures.sql.ts";
import { type AddressPlan, createAddressPlan } from "./plan-addresses.ts";
import { type AuthorStep, authorsOf, createAuthorPlan } from "./plan-authors.ts";
import { type PlannedCategory, planCategories } from "./plan-categories.ts";
import { createPostPlan, type PlannedPost } from "./plan-posts.ts";
import { OWN_SOURCE } from "./read/read-own-archive.ts";
import { Notes } from "./report.ts";

export const SETTINGS = "settings.json";

/** A page that keeps its path needs no redirect. */
export const redirectsOf = (posts: { post: PlannedPost["post"]; slug: string }[]): PlannedRedirect[] =>
  posts.flatMap(({ post, slug }) => {
    const to = pathHere(post, slug);
    return post.paths.filter((from) => startAddress(from) !== to).map((from) => ({ from, to, place: post.place }));
  });

export function reportRedirects(
  { report, count }: Notes,
  pairs: PlannedRedirect[],
  {
    added,
    refused,
    kept,
  }: { added: number; refused: { index: number; reason: string }[]; kept: { index: number; to: string }[] },
): void {
  count("redirects", "added", added);
  for (const { index, to } of kept) {
    const pair = pairs[index];
    if (!pair) continue;
    count("redirects", "skipped");
    const other = to.startsWith(routes.story("")) ? "article" : "page";
    const from = cutText(readableAddress(pair.from), 200);
    report("kept", pair.place, `“${from}” already leads to another ${other} here: it stays so.`);
  }
  for (const { index, reason } of refused) {
    const pair = pairs[index];
    if (!pair) continue;
    count("redirects", "skipped");
    report("dropped", pair.place, `${cutText(pair.from, 100)} doesn’t lead to ${cutText(pair.to, 100)}: ${reason}.`);
  }
}

async function forecastRedirects({ db }: Context, notes: Notes, pairs: PlannedRedirect[], isPage: IsPage): Promise<void> {
  if (pairs.length === 0) return;
  const { rows, ...rest } = await planRedirects(db, pairs, isPage);
  reportRedirects(notes, pairs, { added: rows.length, ...rest });
}

async function forecastPictures({ db }: Context, { count }: Notes, { source, addresses }: StepOf<"posts">): Promise<void> {
  const here = await broughtPictures(db, source.name, addresses);
  const absent = addresses.filter((one) => !here.has(one) && isAbsent(source, one));
  count("pictures", "unchanged", here.size);
  count("pictures", "skipped", absent.length);
  count("pictures", "added", addresses.length - here.size - absent.length);
}

export function reportSettings(notes: Notes, { all, unknown }: StepOf<"settings">): void {
  notes.settings = all;
  if (unknown > 0) notes.report("dropped", SETTINGS, `Settings and texts that aren’t known here aren’t imported: ${unknown}.`);
}

/** Stores nothing. */
export async function forecastStep(ctx: Context, step: PlanStep): Promise<Notes> {
  const { notes } = step;
  if (step.kind === "library") notes.count("pictures", "added", step.missing.length);
  if (step.kind === "redirects") await forecastRedirects(ctx, notes, step.pairs, step.isPage);
  if (step.kind === "settings") reportSettings(notes, step);
  if (step.kind === "posts") {
    for (const { action, post } of step.posts) {
      notes.count("posts", action === "add" ? "added" : "updated");
      notes.count("comments", "added", post.comments.length);
    }
    await forecastPictures(ctx, notes, step);
    notes.count("tags", "added", step.newTags);
    const pairs = redirectsOf(step.posts);
    const pages = new Set(pairs.map(({ to }) => to));
    await forecastRedirects(ctx, notes, pairs, (path) => pages.has(path));
  }
  return notes;
}

type Db = Kysely<DB>;

export type PlannedRedirect = { from: string; to: string; place: string };

/** `notes`: what is certain already. A step of posts ends a batch; `looked`: how many posts of the file it dealt with. */
export type PlanStep = { notes: Notes } & (
  | { kind: "library"; missing: ImportedMedia[] }
  | Omit<AuthorStep, "notes">
  | {
      kind: "terms";
      categories: PlannedCategory[];
      tags: ImportedTag[];
      newTags: ImportedTag[];
    }
  | {
      kind: "posts";
      source: Pick<Source, "name" | "file" | "hasFile">;
      posts: PlannedPost[];
      lacked: MissingPicture[];
      addresses: string[];
      newTags: number;
      looked: number;
    }
  | { kind: "redirects"; pairs: PlannedRedirect[]; isPage: IsPage }
  | {
      kind: "settings";
      archived: ArchivedSettings;
      navigation: unknown;
      featured: unknown;
      words: unknown;
      look: LookSource;
      all: ArchivedSetting[];
      unknown: number;
    }
);
export type StepOf<Kind extends PlanStep["kind"]> = Extract<PlanStep, { kind: Kind }>;

/** A batch ends at either limit: posts, or characters of their contents. */
const BATCH = 100;
const BATCH_LENGTH = 4_000_000;

async function planLibrary(db: Db, { media }: Source): Promise<StepOf<"library">> {
  const notes = new Notes();
  const here = await takenIds(
    db,
    "media",
    media.map(({ id }) => id),
  );
  notes.count("pictures", "unchanged", here.size);
  return { kind: "library", notes, missing: media.filter(({ id }) => !here.has(id)) };
}

async function planTerms(db: Db, source: Source): Promise<StepOf<"terms">> {
  const notes = new Notes();
  const categories = await planCategories(db, source, notes);
  const { tags } = source;
  const tagsHere = await tagIds(
    db,
    tags.map(({ slug }) => slug),
  );
  const newTags = tags.filter(({ slug }) => !tagsHere.has(slug));
  notes.count("tags", "added", newTags.length);
  return { kind: "terms", notes, categories, tags, newTags };
}

type Batch = { posts: ImportedPost[]; notes: Notes };

async function* batchesOf(items: AsyncIterable<SourceItem>, options: ImportOptions): AsyncGenerator<Batch> {
  let batch: Batch = { posts: [], notes: new Notes() };
  let length = 0;
  for await (const { post, findings } of items) {
    batch.notes.add({ counts: [], findings });
    if (!post) continue;
    const chosen = applyChoices(post, options, batch.notes.report);
    if (!chosen) {
      batch.notes.count("posts", "skipped");
      continue;
    }
    batch.posts.push({ ...chosen, paths: [...new Set(chosen.paths.map(withSingleSlashes))] });
    length += post.content.length;
    if (batch.posts.length < BATCH && length < BATCH_LENGTH) continue;
    yield batch;
    batch = { posts: [], notes: new Notes() };
    length = 0;
  }
  if (batch.posts.length > 0 || batch.notes.findings.length > 0) yield batch;
}

const pathsHere = (post: ImportedPost): string[] =>
  post.status === "published" ? [post.slug, ...post.oldSlugs].map((slug) => pathHere(post, slug)) : [];

async function planRest(db: Db, source: Source, addresses: AddressPlan): Promise<Omit<StepOf<"redirects">, "isPage">> {
  const archived = source.redirects.map(({ from, to }) => ({ from, to, place: "redirects.json" }));
  const pairs = [...archived, ...addresses.redirects()];
  const notes = new Notes();
  await addresses.reportDeadLinks(db, notes.report);
  return { kind: "redirects", notes, pairs };
}

const NOBODY = new Notes();

/**
 * Step by step, so that memory holds one batch of posts. Writes nothing.
 * @param options `resumeFrom`: posts to skip; `isDry`: planned articles count as targets of redirects @throws ImportRefused when something
 * chosen is gone
 */
export async function* planImport(
  ctx: Context,
  source: Source,
  { id, resumeFrom, isDry, options }: { id: string; resumeFrom: number; isDry: boolean; options: ImportOptions },
): AsyncGenerator<PlanStep> {
  const { db } = ctx;
  await checkChoices(db, options);
  yield await planLibrary(db, source);
  const authors = createAuthorPlan(db, source);
  // An archive of our own has the accounts of a site, whether they wrote something or not.
  const ofArchive = source.name === OWN_SOURCE ? await authors(source.authors.map(({ key }) => key)) : null;
  if (ofArchive) yield resumeFrom > 0 ? { ...ofArchive, notes: NOBODY } : ofArchive;
  const terms = await planTerms(db, source);
  yield terms;
  const plan = createPostPlan(ctx, source.name, terms.newTags);
  const addresses = createAddressPlan(source, terms.categories);
  const pages = new Set<string>();
  let looked = 0;
  const passed = new Set<string>();
  for await (const { posts, notes } of batchesOf(source.items(), options)) {
    looked += posts.length;
    if (isDry) for (const path of posts.flatMap(pathsHere)) pages.add(path);
    if (looked <= resumeFrom) {
      plan.passOver(posts);
      for (const post of posts) addresses.see(post, post.slug);
      for (const key of authorsOf(posts)) passed.add(key);
      continue;
    }
    // Those of posts that were passed over have been reported.
    const before = await authors([...passed]);
    if (before) yield { ...before, notes: NOBODY };
    const step = await authors(authorsOf(posts));
    if (step) yield step;
    const planned = await plan.next(posts, notes);
    for (const { post, slug } of planned.posts) addresses.see(post, slug);
    yield { kind: "posts", source, ...planned, looked };
  }
  const rest = await planRest(db, source, addresses);
  if (isDry) {
    // Pictures of posts that aren't in this file, which the run takes over.
    const missing = await missingAddresses(db, { id, source: source.name });
    rest.notes.count("pictures", "added", missing.filter((address) => !plan.addresses.has(address)).length);
  }
  yield { ...rest, isPage: (path) => pages.has(path) };
  if (!source.settings) return;
  const archived = source.settings as ArchivedSettings;
  const { navigation = null, featured = null, words = null, look = { archived: null } } = source;
  const { all, unknown } = await previewSettings(ctx, archived);
  const parts = [
    ...(await previewNavigation(ctx, navigation)),
    ...(await previewFeaturedOrder(ctx, featured)),
    ...(await previewWords(ctx, words)),
    ...(await previewLook(ctx, look)),
  ];
  yield { kind: "settings", notes: new Notes(), archived, navigation, featured, words, look, all: [...all, ...parts], unknown };
}
