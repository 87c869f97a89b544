import { sql } from "kysely";
import { z } from "zod";
import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { Db, Trx } from "../../platform/database/db.ts";
import { type AuditActor, type AuditEntry, recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { invalid } from "../errors.ts";
import type { Site } from "../settings/settings.ts";
import { mailPublishing } from "../tokens/mail-publishing.ts";
import { type EditRow, findForEditing } from "./admin-posts.sql.ts";
import { BULK_ACTIONS, BULK_MAX, type BulkAction, COAUTHORS_MAX, CONTENT_WRITES, POST_MESSAGES } from "./edit-rules.ts";
import { mailPublished } from "./hand-ins/mail-hand-ins.ts";
import { postPolicy } from "./post.policy.ts";
import { missingPost } from "./post-references.ts";
import type { PostStatus } from "./post-rules.ts";
import type { AdminPost } from "./post-shapes.ts";
import { holdComments, isPossibleAuthor, moveToTrash } from "./post-writes.sql.ts";
import { presentForEditing } from "./present-post.ts";
import { type Reach, reachOf } from "./reach.sql.ts";
import { requireAuthorsUnchanged, requireChangeable, requirePermitted } from "./require-change.ts";
import { recordStatus } from "./revisions/record-revision.ts";
import { linkTranslation } from "./translate-post.ts";

export const postOptions = z
  .strictObject({
    author_id: z.guid("must be a user’s id, or null").toLowerCase().nullable().optional(),
    coauthors: z
      .array(z.guid("must be a list of users’ ids").toLowerCase(), "must be a list of users’ ids")
      .max(COAUTHORS_MAX, `must have at most ${COAUTHORS_MAX} ids`)
      .refine((ids) => new Set(ids).size === ids.length, "must not name anyone twice")
      .optional()
      .meta({ description: "The authors after the first, in their order" }),
    comments_open: z.boolean("must be true or false").optional(),
    comments_stay_open: z
      .boolean("must be true or false")
      .optional()
      .meta({ description: "Comments stay open, however long ago the post was published" }),
    listed: z.boolean("must be true or false").optional(),
    translation_of: z.guid("must be a post’s id, or null").toLowerCase().nullable().optional(),
  })
  .refine(
    (options) => Object.values(options).some((value) => value !== undefined),
    "Say what to change: author_id, coauthors, comments_open, comments_stay_open, listed or translation_of",
  );

type PostOptions = z.infer<typeof postOptions>;

const shown = ({ author_name, author_email, coauthors, comments_open, comments_stay_open, listed, translations }: EditRow) => ({
  author: author_name ?? author_email,
  coauthors: coauthors.map(({ full_name, email }) => full_name ?? email),
  comments_open,
  comments_stay_open,
  listed,
  translations: translations.map(({ title }) => title),
});

/**
 * Options aren't part of the text: version, dates and edits in progress stay.
 * @throws DomainError `forbidden`; PGRST116; `invalid` at `author_id` and `coauthors` unless active users who may write, at `listed` if it is true
 * for a page, and at `translation_of`; `translation_exists`
 */
export async function changePostOptions(
  ctx: Context,
  actor: Actor & AuditActor,
  id: string,
  options: PostOptions,
): Promise<AdminPost> {
  authorize(actor, postPolicy.update);
  const reach = reachOf(actor);
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const before = await findForEditing(db, id, reach, { lock: true });
    if (!before) throw await missingPost(db, id, reach);
    const { author_id } = options;
    requireChangeable(actor, before);
    requireAuthorsUnchanged(actor, before, options);
    if (author_id && author_id !== before.author_id && !(await isPossibleAuthor(db, author_id)))
      throw invalid(POST_MESSAGES.author, [{ field: "author_id", rule: POST_MESSAGES.author }]);
    if (options.listed && before.kind === "page")
      throw invalid(POST_MESSAGES.pageListed, [{ field: "listed", rule: POST_MESSAGES.pageListed }]);
    const { translation_of, coauthors, ...others } = options;
    await storeOptions(db, id, others);
    if (coauthors)
      await storeCoauthors(db, before, others.author_id === undefined ? before.author_id : others.author_id, coauthors);
    if (translation_of !== undefined) await linkTranslation(db, actor, before, translation_of);
    const after = (await findForEditing(db, id, reach)) as EditRow;
    await recordAudit({ ...ctx, db }, actor, {
      action: "updated",
      entity: "post",
      entityId: id,
      label: after.title,
      before: shown(before),
      after: shown(after),
    });
    return presentForEditing(after, actor);
  });
}

async function storeOptions(trx: Trx, id: string, options: Omit<PostOptions, "translation_of" | "coauthors">): Promise<void> {
  const set = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  if (Object.keys(set).length > 0) await trx.updateTable("posts").set(set).where("id", "=", id).execute();
}

/** @throws DomainError `invalid` for who may not write, the first author, and without one */
async function storeCoauthors(trx: Trx, { id, coauthors }: EditRow, first: string | null, ids: string[]): Promise<void> {
  const refuse = (rule: string) => invalid(rule, [{ field: "coauthors", rule }]);
  if (ids.length > 0 && first === null) throw refuse(POST_MESSAGES.firstAuthor);
  if (first !== null && ids.includes(first)) throw refuse(POST_MESSAGES.authorTwice);
  const known = new Set(coauthors.map((one) => one.id));
  for (const one of ids) if (!known.has(one) && !(await isPossibleAuthor(trx, one))) throw refuse(POST_MESSAGES.author);
  await trx.deleteFrom("post_coauthors").where("post_id", "=", id).execute();
  const rows = ids.map((user_id, position) => ({ post_id: id, user_id, position }));
  if (rows.length > 0) await trx.insertInto("post_coauthors").values(rows).execute();
}

export const bulkInput = z.strictObject({
  ids: z
    .array(z.guid("must be a UUID").toLowerCase(), "must be a list of ids")
    .min(1, "must name at least one post")
    .max(BULK_MAX, `must name at most ${BULK_MAX} posts`),
  action: z.enum(BULK_ACTIONS, "must be publish, archive, draft or delete"),
});

/** Null for deleting, which moves posts to the trash. */
const STATUS: Record<BulkAction, PostStatus | null> = {
  publish: "published",
  archive: "archived",
  draft: "draft",
  delete: null,
};
const ACTION: Record<BulkAction, string> = {
  publish: "published",
  archive: "archived",
  draft: "unpublished",
  delete: "trashed",
};

type PostHead = {
  id: string;
  title: string;
  slug: string;
  status: PostStatus;
  plan_at: Date | null;
  handed_in_at: Date | null;
  hand_in_user_id: string | null;
};

function entryOf({ id, title, slug, status }: PostHead, action: BulkAction): AuditEntry {
  const entry = { action: ACTION[action], entity: "post", entityId: id, label: title } as const;
  if (action === "delete") return { ...entry, before: { title, slug, status }, after: null };
  return { ...entry, before: { status }, after: { status: STATUS[action] } };
}

/** In the order of ids. @returns posts within reach that aren't in the trash */
export const lockPosts = (db: Db, ids: string[], reach: Reach): Promise<PostHead[]> =>
  db
    .selectFrom("posts as p")
    .leftJoin("post_schedules as s", "s.post_id", "p.id")
    .leftJoin("hand_ins as h", "h.post_id", "p.id")
    .select(["p.id", "p.title", "p.slug", "p.status", "s.at as plan_at", "h.handed_in_at", "h.user_id as hand_in_user_id"])
    .where("p.id", "in", ids)
    .where("p.status", "<>", "trashed")
    .where(reach(sql.ref("p.id")))
    .orderBy("p.id")
    .forUpdate("p")
    .execute() as Promise<PostHead[]>;

const idsWithin = async (db: Db, ids: string[], reach: Reach): Promise<string[]> =>
  (
    await db
      .selectFrom("posts")
      .select("id")
      .where("id", "in", ids)
      .where(reach(sql.ref("posts.id")))
      .execute()
  ).map(({ id }) => id);

/** All posts or none. Posts that it publishes are dated now. @param ids 1 to 500; duplicates count once @throws DomainError `forbidden` */
export async function changePosts(
  ctx: Context,
  actor: Actor,
  { ids, action }: { ids: string[]; action: BulkAction },
  site: Site,
): Promise<{ changed: number; unchanged: number }> {
  authorize(actor, postPolicy.update);
  const named = [...new Set(ids)];
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const status = STATUS[action];
    // Comments of others' posts must not wait.
    if (status === null) await holdComments(db, await idsWithin(db, named, reachOf(actor)));
    const touched = (await lockPosts(db, named, reachOf(actor))).filter((post) => post.status !== status);
    for (const post of touched) requireChangeable(actor, post);
    if (touched.length > 0) requirePermitted(actor, { status: status ?? undefined });
    const found = touched.map(({ id }) => id);
    if (found.length > 0) {
      if (status === null) await moveToTrash(db, found, { by: actor.id, now: ctx.clock.now() });
      else {
        await setStatus(db, found, status, ctx.clock.now());
        await recordStatus({ ...ctx, db }, actor, found, status);
        if (status === "published") {
          await mailPublished({ ...ctx, db }, touched, site);
          await mailPublishing({ ...ctx, db }, actor, touched, site);
        }
      }
      await recordAudit({ ...ctx, db }, actor, ...touched.map((post) => entryOf(post, action)));
    }
    return { changed: found.length, unchanged: named.length - found.length };
  });
}

async function setStatus(db: Db, ids: string[], status: PostStatus, now: Date): Promise<void> {
  const published_at = status === "published" ? now : null;
  await db.updateTable("posts").set({ status, published_at, updated_at: now }).where("id", "in", ids).execute();
}
