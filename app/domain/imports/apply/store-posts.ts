import { createHash, randomUUID } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import type { Insertable, Transaction } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import { DomainError } from "../../errors.ts";
import { renderForStorage } from "../../posts/create-post.ts";
import { COAUTHORS_MAX, CONTENT_WRITES } from "../../posts/edit-rules.ts";
import { EMPTY_POST, POST_COLUMNS } from "../../posts/post.ts";
import { storeChanges, unlinkOtherTags } from "../../posts/post-writes.sql.ts";
import { storePlan } from "../../posts/schedule/schedule.sql.ts";
import { pick } from "../../schema-fields.ts";
import { isForGood } from "../errors.ts";
import type { ImportJob } from "../import-job.ts";
import {
  insertComments,
  insertOldSlugs,
  insertPosts,
  insertTags,
  joinTranslations,
  linkPosts,
  lockVersions,
  replaceCoauthors,
  tagIds,
  takenIds,
  takenSlugs,
} from "../imported.sql.ts";
import { type KnownItem, knownItems, recordItems, tagItem } from "../imports.sql.ts";
import type { ImportedPost } from "../items.ts";
import { storeMissingPictures } from "../pictures.sql.ts";
import { giveSlug, missingOf, type PlannedPost } from "../plan-posts.ts";
import { Notes } from "../report.ts";
import { lockPost, type Replaced, recordReplaced } from "./update-posts.ts";

const SPAM_REASONS = new Set(["too_many_links", "hidden_field", "too_fast", "marked_by_admin"]);

/** Rows of one statement: PostgreSQL takes 65 535 values. */
const ROWS = 2000;

const keyOf = (post: ImportedPost, key: string) => `comment:${post.key}/${key}`.slice(0, 2000);

type CommentRow = Insertable<DB["comments"]> & { is_root: boolean };

const commentRow = (comment: ImportedPost["comments"][number], author_id: string | null) => ({
  content: comment.content.replaceAll("\0", "").toWellFormed(),
  status: comment.status,
  is_spam: comment.spam,
  spam_reason: comment.spamReason && SPAM_REASONS.has(comment.spamReason) ? comment.spamReason : null,
  author_id,
  guest_name: author_id === null ? comment.name : null,
  is_reply: comment.isReply ?? comment.parent !== null,
  created_at: comment.created_at,
  updated_at: comment.updated_at,
  edited_at: comment.edited_at,
  notified_at: comment.created_at,
});

async function storeComments(
  db: Transaction<DB>,
  job: ImportJob,
  posts: { post: ImportedPost; id: string }[],
  { count }: Notes,
): Promise<void> {
  const all = posts.flatMap(({ post, id }) =>
    post.comments.map((comment) => ({ comment, post, postId: id, key: keyOf(post, comment.key) })),
  );
  if (all.length === 0) return;
  const known = await knownItems(
    db,
    job.source,
    all.map(({ key }) => key),
  );
  const taken = await takenIds(
    db,
    "comments",
    all.flatMap(({ comment }) => comment.id ?? []),
  );
  const ids = new Map([...known].map(([key, { entity_id }]) => [key, entity_id]));
  const standing = await takenIds(db, "comments", [...ids.values()]);
  const fresh = all.filter(({ key, comment }) => !known.has(key) && !(comment.id && taken.has(comment.id)));
  for (const { key, comment } of fresh) ids.set(key, comment.id ?? randomUUID());
  const freshKeys = new Set(fresh.map(({ key }) => key));
  const idOf = (post: ImportedPost, name: string | null | undefined) => {
    const key = name ? keyOf(post, name) : "";
    const id = ids.get(key);
    return id && (freshKeys.has(key) || standing.has(id)) ? id : null;
  };
  const rows = fresh.map(({ comment, post, postId, key }): CommentRow => {
    const parent_id = idOf(post, comment.parent);
    const author_id = comment.author === null ? null : (job.authors.get(comment.author) ?? null);
    return {
      ...commentRow(comment, author_id),
      id: ids.get(key),
      post_id: postId,
      parent_id,
      reply_to_id: idOf(post, comment.replyTo),
      is_root: parent_id === null,
    };
  });
  for (const root of [true, false]) {
    const some = rows.filter(({ is_root }) => is_root === root).map(({ is_root: _, ...row }) => row);
    for (let at = 0; at < some.length; at += ROWS) await insertComments(db, some.slice(at, at + ROWS));
  }
  const items = fresh.map(({ key }): KnownItem => ({ key, entity_id: ids.get(key) ?? "", hash: "", version: null }));
  for (let at = 0; at < items.length; at += ROWS) await recordItems(db, job.source, items.slice(at, at + ROWS), job.id);
  count("comments", "added", fresh.length);
  count("comments", "unchanged", all.length - fresh.length);
}

type Db = Transaction<DB>;

export type RenderedPost = PlannedPost & { writing: Awaited<ReturnType<typeof renderForStorage>> };
export type StoredPost = { id: string; slug: string; post: ImportedPost };
type Updated = Stored & { replaced: Replaced };
type Stored = StoredPost & Pick<PlannedPost, "action" | "hash" | "plan">;

function reportLost({ report, count }: Notes, { place }: ImportedPost, error: Error): void {
  const reason = error instanceof DomainError ? (error.details?.[0]?.rule ?? error.message) : error.message;
  report("dropped", place, `It can’t be stored: ${reason.replace(/\.$/, "")}.`);
  count("posts", "skipped");
}

/** Pauses for other work of the process. Posts that can't be rendered are reported and left out. */
export async function renderPosts({ ctx, tools }: ImportJob, posts: PlannedPost[], notes: Notes): Promise<RenderedPost[]> {
  const rendered: RenderedPost[] = [];
  for (const one of posts) {
    try {
      const writing = await renderForStorage(ctx, one.post.content, one.post.format, tools.ownHost());
      rendered.push({ ...one, writing });
    } catch (error) {
      if (!isForGood(error)) throw error;
      reportLost(notes, one.post, error);
    }
    await breathe();
  }
  return rendered;
}

const FIELDS_BESIDE_SLUG = POST_COLUMNS.filter((name) => name !== "slug");

function valuesOf({ ctx, authors, categories }: ImportJob, { post, writing }: RenderedPost) {
  const created_at = post.created_at ?? post.published_at ?? ctx.clock.now();
  return {
    ...pick({ ...EMPTY_POST, ...post }, FIELDS_BESIDE_SLUG),
    ...writing,
    featured_image: post.featuredImage,
    featured_image_alt: post.featuredAlt,
    category_id: (post.category && categories.get(post.category)) ?? null,
    author_id: (post.author && authors.get(post.author)) ?? null,
    comments_open: post.comments_open ?? true,
    comments_stay_open: post.comments_stay_open ?? false,
    listed: post.listed ?? true,
    published_at: post.published_at ?? (post.status === "published" ? created_at : null),
    created_at,
    updated_at: post.updated_at ?? created_at,
  };
}

async function updatePosts(db: Db, job: ImportJob, posts: RenderedPost[], { report, count }: Notes): Promise<Updated[]> {
  const updated: Updated[] = [];
  // In the order of their ids, so that two transactions don't deadlock.
  const updates = posts.filter((one) => one.action === "update").toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const one of updates) {
    const replaced = await lockPost(job, db, one.id, one.version);
    if (!replaced) {
      report("kept", one.post.place, "It was edited here a moment ago and stays as it is.");
      count("posts", "skipped");
      continue;
    }
    await storeChanges(db, one.id, valuesOf(job, one));
    updated.push({ ...one, slug: replaced.before.slug, replaced });
  }
  return updated;
}

async function addPosts(db: Db, job: ImportJob, posts: RenderedPost[], { report }: Notes): Promise<Stored[]> {
  const additions = posts.filter(({ action }) => action === "add");
  if (additions.length === 0) return [];
  const taken = await takenSlugs(
    db,
    additions.map(({ slug }) => slug),
  );
  const used = new Set(additions.map(({ slug }) => slug).filter((slug) => !taken.has(slug)));
  const isUsed = (slug: string) => taken.has(slug) || used.has(slug);
  const stored = additions.map((one) => {
    const slug = taken.has(one.slug) ? giveSlug({ slug: one.slug, place: one.post.place }, isUsed, report) : one.slug;
    used.add(slug);
    return { ...one, id: one.post.id ?? randomUUID(), slug };
  });
  const rows = stored.map((one): Insertable<DB["posts"]> => {
    const { first_published_at } = one.post;
    return { id: one.id, slug: one.slug, first_published_at, ...valuesOf(job, one) };
  });
  await insertPosts(db, rows);
  return stored;
}

async function linkAll(db: Db, job: ImportJob, stored: Stored[], { count }: Notes): Promise<void> {
  const tags = new Map(stored.flatMap(({ post }) => post.tags.map((tag) => [tag.slug, tag])));
  const added = await insertTags(db, [...tags.values()]);
  await recordItems(db, job.source, added.map(tagItem), job.id);
  count("tags", "added", added.length);
  const ids = await tagIds(db, [...tags.keys()]);
  const own = ({ post }: Stored) => post.tags.flatMap(({ slug }) => ids.get(slug) ?? []);
  for (const one of stored) if (one.action === "update") await unlinkOtherTags(db, one.id, own(one));
  await linkPosts(
    db,
    stored.flatMap((one) => own(one).map((tag_id) => ({ post_id: one.id, tag_id }))),
  );
  await insertOldSlugs(
    db,
    stored.flatMap(({ id, post }) => post.oldSlugs.map((slug) => ({ slug, post_id: id }))),
  );
}

/** Of posts that are imported again, those that are here are replaced. */
async function linkCoauthors(db: Db, { authors }: ImportJob, stored: Stored[]): Promise<void> {
  const replaced = stored.filter(({ action }) => action === "update").map(({ id }) => id);
  const links = stored.flatMap(({ id, post }) => {
    const first = post.author === null ? undefined : authors.get(post.author);
    const others = (post.coauthors ?? []).flatMap((key) => authors.get(key) ?? []).filter((one) => one !== first);
    return [...new Set(others)].slice(0, COAUTHORS_MAX).map((user_id, position) => ({ post_id: id, user_id, position }));
  });
  await replaceCoauthors(db, replaced, links);
}

/** The same at each import of a blog, so that a later one finds the group again. */
const groupId = (source: string, group: string) => createHash("sha256").update(`${source}\n${group}`).digest("hex").slice(0, 32);

async function linkTranslations(db: Db, job: ImportJob, stored: Stored[], { report }: Notes): Promise<void> {
  const versions = stored.filter(({ action, post }) => action === "add" && post.translationGroup);
  const linked = await joinTranslations(
    db,
    versions.map(({ id, post: { translationGroup = "", translationOf: of = null } }) => ({
      id,
      joined: groupId(job.source, translationGroup),
      of,
    })),
  );
  for (const { id, post } of versions) {
    const group = linked.get(id);
    if (!group)
      report("kept", post.place, "Its article has another version in the same language, so it isn’t linked to its translations.");
    else if (group.hasOthers && !post.translationOf)
      report("changed", post.place, "It is linked to the versions of its article in other languages.");
  }
}

type Outcome = { stored: Stored[]; notes: Notes };

async function storeTogether(job: ImportJob, posts: RenderedPost[]): Promise<Outcome> {
  return withAdvisoryLock(job.ctx.db, CONTENT_WRITES, async (db) => {
    // The transaction may be tried again: only what its last try noted counts.
    const notes = new Notes();
    const updated = await updatePosts(db, job, posts, notes);
    const stored = [...updated, ...(await addPosts(db, job, posts, notes))];
    await linkAll(db, job, stored, notes);
    await linkCoauthors(db, job, stored);
    await linkTranslations(db, job, stored, notes);
    await recordReplaced(
      job,
      db,
      updated.map(({ replaced }) => replaced),
    );
    await storeComments(db, job, stored, notes);
    const versions = await lockVersions(
      db,
      stored.map(({ id }) => id),
    );
    const items = stored.map(
      ({ id, hash, post }): KnownItem => ({ key: post.key, entity_id: id, hash, version: versions.get(id)?.version ?? 1 }),
    );
    await recordItems(db, job.source, items, job.id);
    const now = job.ctx.clock.now();
    const set_by = job.actor.kind === "user" ? job.actor.id : null;
    for (const { id, plan } of stored)
      if (plan) await storePlan(db, { post_id: id, kind: "publish", at: plan, keep_published_at: false, set_by, now });
    await storeMissingPictures(
      db,
      job,
      stored.flatMap(({ id, post }) => missingOf(post, id)),
    );
    for (const { action } of stored) notes.count("posts", action === "add" ? "added" : "updated");
    return { stored, notes };
  });
}

/** What the database refuses is stored post by post, so that the others go in. @throws errors that may not occur at the next try */
export async function storePosts(job: ImportJob, posts: RenderedPost[], notes: Notes): Promise<StoredPost[]> {
  const [first] = posts;
  if (!first) return [];
  try {
    const outcome = await storeTogether(job, posts);
    notes.add(outcome.notes);
    return outcome.stored;
  } catch (error) {
    if (!isForGood(error)) throw error;
    if (posts.length === 1) {
      job.ctx.log.warn({ err: error }, "a post of an import can't be stored");
      reportLost(notes, first.post, error);
      return [];
    }
    const stored: StoredPost[] = [];
    for (const one of posts) stored.push(...(await storePosts(job, [one], notes)));
    return stored;
  }
}
