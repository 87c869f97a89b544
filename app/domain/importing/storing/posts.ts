import { randomUUID } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import type { Insertable, Transaction } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import { DomainError } from "../../errors.ts";
import { CONTENT_WRITES } from "../../posts/editing-model.ts";
import { storeChanges, unlinkOtherTags } from "../../posts/post-save.sql.ts";
import { renderForStorage } from "../../posts/store-post.ts";
import { isForGood } from "../errors.ts";
import type { Findings } from "../findings.ts";
import { insertOldSlugs, insertPosts, insertTags, linkPosts, lockVersions, tagIds, takenSlugs } from "../imported.sql.ts";
import { type KnownItem, noteItems, notePictures, type Waiting } from "../imports.sql.ts";
import type { ImportedPost, Tell } from "../items.ts";
import { storeComments } from "./conversations.ts";
import type { Db } from "./database.ts";
import type { Planned } from "./plan.ts";
import type { Run } from "./run.ts";

const MAX = 254;

/**
 * Gives each new post a slug that nobody has: its own, or the next with a number at its end.
 * @param used slugs that were given out before and may not be stored yet
 * @returns the slugs in the order of the posts
 */
async function giveSlugs(
  db: Transaction<DB>,
  posts: { slug: string; place: string }[],
  tell: Tell,
  used: Set<string> = new Set(),
): Promise<string[]> {
  if (posts.length === 0) return [];
  const taken = await takenSlugs(
    db,
    posts.map(({ slug }) => slug),
  );
  return posts.map(({ slug, place }) => {
    let given = slug;
    for (let n = 2; taken.has(given) || used.has(given); n++) given = `${slug.slice(0, MAX - String(n).length - 1)}-${n}`;
    used.add(given);
    if (given !== slug) tell("changed", place, `Another post has the slug “${slug}”; it has “${given}” here.`);
    return given;
  });
}

/** What the old blog's names are here. */
export type Known = { people: ReadonlyMap<string, string>; categories: ReadonlyMap<string, string> };

export type Rendered = Planned & { writing: Awaited<ReturnType<typeof renderForStorage>> };
export type Stored = { id: string; slug: string; planned: Planned };

/** What a post's row says beside its id and slug. */
function valuesOf({ post, writing }: Rendered, { people, categories }: Known, now: Date) {
  const created_at = post.created_at ?? post.published_at ?? now;
  return {
    ...writing,
    title: post.title,
    description: post.description,
    excerpt: post.excerpt,
    featured_image: post.featuredImage,
    featured_image_alt: post.featuredAlt,
    category_id: (post.category && categories.get(post.category)) ?? null,
    author_id: (post.author && people.get(post.author)) ?? null,
    status: post.status,
    featured: post.featured,
    comments_open: post.comments_open ?? true,
    published_at: post.published_at ?? (post.status === "published" ? created_at : null),
    created_at,
    updated_at: post.updated_at ?? created_at,
  };
}

/** Changes posts that came before and were not touched here since. @returns those that still stand so */
async function update(db: Db, run: Run, some: Rendered[], known: Known): Promise<Stored[]> {
  const updates = some.filter((one) => one.todo === "update");
  const versions = await lockVersions(
    db,
    updates.map(({ id }) => id),
  );
  const stored: Stored[] = [];
  for (const one of updates) {
    const now = versions.get(one.id);
    if (now?.version !== one.version) {
      run.findings.tell("kept", one.post.place, "It was edited here a moment ago: it stays as it is here.");
      run.findings.count("posts", "skipped");
      continue;
    }
    await storeChanges(db, one.id, valuesOf(one, known, run.ctx.clock.now()));
    stored.push({ id: one.id, slug: now.slug, planned: one });
  }
  return stored;
}

async function add(db: Db, run: Run, some: Rendered[], known: Known): Promise<Stored[]> {
  const additions = some.filter((one) => one.todo === "add");
  if (additions.length === 0) return [];
  const slugs = await giveSlugs(
    db,
    additions.map(({ post }) => post),
    run.findings.tell,
  );
  const stored = additions.map((one, index) => ({
    id: one.post.id ?? randomUUID(),
    slug: slugs[index] ?? one.post.slug,
    planned: one,
  }));
  const rows = stored.map(({ id, slug }, index): Insertable<DB["posts"]> => {
    const one = additions[index] as Rendered;
    return { id, slug, first_published_at: one.post.first_published_at, ...valuesOf(one, known, run.ctx.clock.now()) };
  });
  await insertPosts(db, rows);
  return stored;
}

async function link(db: Db, run: Run, stored: Stored[]): Promise<void> {
  const tags = new Map(stored.flatMap(({ planned }) => planned.post.tags.map((tag) => [tag.slug, tag])));
  run.findings.count("tags", "added", await insertTags(db, [...tags.values()]));
  const ids = await tagIds(db, [...tags.keys()]);
  const own = ({ planned }: Stored) => planned.post.tags.flatMap(({ slug }) => ids.get(slug) ?? []);
  for (const one of stored) if (one.planned.todo === "update") await unlinkOtherTags(db, one.id, own(one));
  await linkPosts(
    db,
    stored.flatMap((one) => own(one).map((tag_id) => ({ post_id: one.id, tag_id }))),
  );
  await insertOldSlugs(
    db,
    stored.flatMap(({ id, planned }) => planned.post.oldSlugs.map((slug) => ({ slug, post_id: id }))),
  );
}

const picturesOf = ({ id, planned: { post } }: Stored): Waiting[] => [
  ...post.pictures.map((picture) => ({ ...picture, post_id: id, place: post.place })),
  ...(post.featuredPicture ? [{ written: "", address: post.featuredPicture, post_id: id, place: post.place }] : []),
];

/** Reports a post that can't be stored as it is. */
export function tellLost({ tell, count }: Findings, { place }: ImportedPost, error: Error): void {
  const reason = error instanceof DomainError ? (error.details?.[0]?.rule ?? error.message) : error.message;
  tell("dropped", place, `It can't be stored: ${reason.replace(/\.$/, "")}.`);
  count("posts", "skipped");
}

/** Renders the content of posts; others get their turn in between. One that can't be rendered doesn't keep the others out. */
export async function renderPosts({ ctx, ownHost, findings }: Run, plan: Planned[]): Promise<Rendered[]> {
  const rendered: Rendered[] = [];
  for (const one of plan) {
    try {
      rendered.push({ ...one, writing: await renderForStorage(ctx, one.post.content, one.post.format, ownHost) });
    } catch (error) {
      if (!isForGood(error)) throw error;
      tellLost(findings, one.post, error);
    }
    await breathe();
  }
  return rendered;
}

/**
 * Stores some posts with all that belongs to them, in one transaction.
 * @param rendered before their turn of writing begins
 * @returns those that were stored
 * @throws whatever the database refuses; nothing of them is stored then
 */
export async function storePosts(run: Run, rendered: Rendered[], known: Known): Promise<Stored[]> {
  return withAdvisoryLock(run.ctx.db, CONTENT_WRITES, async (db) => {
    const stored = [...(await update(db, run, rendered, known)), ...(await add(db, run, rendered, known))];
    await link(db, run, stored);
    await storeComments(
      db,
      run,
      stored.map(({ id, planned }) => ({ id, post: planned.post })),
      known.people,
    );
    const versions = await lockVersions(
      db,
      stored.map(({ id }) => id),
    );
    const items = stored.map(
      ({ id, planned }): KnownItem => ({
        key: planned.post.key,
        entity_id: id,
        hash: planned.hash,
        version: versions.get(id)?.version ?? 1,
      }),
    );
    await noteItems(db, run.source.name, items);
    await notePictures(db, run.importId, stored.flatMap(picturesOf));
    for (const { planned } of stored) run.findings.count("posts", planned.todo === "add" ? "added" : "updated");
    return stored;
  });
}
