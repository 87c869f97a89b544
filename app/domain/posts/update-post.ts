import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import { type AuditActor, recordAudit, recordOngoing } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { duplicate, invalid, notFound, staleVersion } from "../errors.ts";
import { pick } from "../schema-fields.ts";
import { tagsFromNames } from "../tags/tag-rules.ts";
import { type EditRow, findForEditing } from "./admin-posts.sql.ts";
import type { RenderOptions } from "./create-post.ts";
import { renderForStorage } from "./create-post.ts";
import { CONTENT_WRITES, POST_MESSAGES } from "./edit-rules.ts";
import { postPolicy } from "./post.policy.ts";
import { POST_COLUMNS, type PostChanges, type PostColumn, type PostFields } from "./post.ts";
import { missingPost, requireCategory, requirePicture } from "./post-references.ts";
import type { AdminPost } from "./post-shapes.ts";
import { ensureTags, isSlugTaken, linkTags, storeChanges, unlinkOtherTags } from "./post-writes.sql.ts";
import { auditedPost, presentForEditing } from "./present-post.ts";
import { recordRevision, revisionKind } from "./revisions/record-revision.ts";
import type { RevisionKind } from "./revisions/revision.ts";
import { consumeStagedEdit } from "./staged-edits/stage-edit.ts";
import { forgetSlug } from "./staged-edits/staged-edits.sql.ts";

/** How often each word of a text occurs, whatever its case. */
function wordsOf(text: string): { counts: Map<string, number>; total: number } {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, total: words.length };
}

/**
 * How much of a text is new or gone after an edit, in whole percent of the longer of the two: 0 where the words are the same,
 * in whatever order, 100 where none is left.
 * @param before plain text; @param after plain text
 */
export function rewrittenPercent(before: string, after: string): number {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const longer = Math.max(old.total, now.total);
  if (longer === 0) return 0;
  let kept = 0;
  for (const [word, count] of now.counts) kept += Math.min(count, old.counts.get(word) ?? 0);
  return Math.round((1 - kept / longer) * 100);
}

/** @throws DomainError PGRST116 without a post; `stale_version` when it is no longer the one that was edited */
async function current(db: Context["db"], id: string, version: number, { lock = false } = {}): Promise<EditRow> {
  const row = await findForEditing(db, id, { lock });
  if (!row) throw await missingPost(db, id);
  if (row.version !== version) throw staleVersion("The post");
  return row;
}

/** The columns as they stand after the save. Every save of a published post dates it anew, unless its date is to be kept. */
function columns(before: EditRow, changes: PostChanges, now: Date, dated = now) {
  const fields: Partial<Pick<PostFields, PostColumn>> = pick(
    changes,
    POST_COLUMNS.filter((name) => changes[name] !== undefined),
  );
  const status = fields.status ?? before.status;
  const kept = changes.keep_published_at ? before.published_at : null;
  const description = fields.description ?? before.description;
  return {
    ...fields,
    status,
    description: description || (fields.excerpt ?? before.excerpt),
    published_at: status === "published" ? (kept ?? dated) : null,
    updated_at: now,
  };
}

/** What the log keeps of it; an edit of the text says how much of it is new or gone, for the log cuts long texts. */
function auditedAfter(before: EditRow, after: EditRow) {
  const rewritten_percent = rewrittenPercent(before.content_text, after.content_text);
  return { ...auditedPost(after), ...(rewritten_percent > 0 && { rewritten_percent }) };
}

/** Only what no reader sees is saved while somebody types. @throws DomainError invalid_input */
function requireUnseen(before: EditRow, { autosave, status = "draft" }: PostChanges): void {
  if (!autosave || (before.status === "draft" && status === "draft")) return;
  const rule = "must be false unless the post is a draft and stays one";
  throw invalid("Only drafts are saved while they are typed", [{ field: "autosave", rule }]);
}

/** What happened, as the log calls it. */
function actionOf(before: EditRow, after: EditRow): string {
  if (before.status === after.status) return "updated";
  return after.status === "draft" ? "unpublished" : after.status;
}

type Tell = (ctx: Context, writer: AuditActor, before: EditRow, after: EditRow) => Promise<void>;

/** Notes a save. */
const tell: Tell = (ctx, writer, before, after) => {
  const entry = { entity: "post", entityId: after.id, label: after.title, action: actionOf(before, after) } as const;
  return recordAudit(ctx, writer, { ...entry, before: auditedPost(before), after: auditedAfter(before, after) });
};

/** Notes one of the many saves of a draft that is being typed. */
const tellOngoing: Tell = async (ctx, writer, before, after) => {
  // Nobody could read it under the addresses that come and go meanwhile.
  if (before.slug !== after.slug && before.first_published_at === null) await forgetSlug(ctx.db, after.id, before.slug);
  const entry = { entity: "post", entityId: after.id, label: after.title, action: "autosaved" } as const;
  await recordOngoing(ctx, writer, { ...entry, before: auditedPost(before), after: auditedPost(after) });
};

/**
 * What a save may say beside its changes. `dated`: when the post counts as published, instead of now; `claim` is asked first, in
 * the transaction of the save, whether to go on; `kind`: what the revision is called that is kept of it, by its status unless given.
 */
export type Saving = RenderOptions & { dated?: Date; claim?(ctx: Context): Promise<boolean>; kind?: RevisionKind };

/**
 * Saves changes of a post, together with its tags, in one transaction; nothing is stored unless all is. Whoever calls this has
 * seen to it that it may be done.
 * @param changes as `updatePost` takes them
 * @returns the post as it stands now; null when it was not to go on
 * @throws DomainError what `updatePost` throws, except `forbidden`
 */
export async function saveChanges(
  ctx: Context,
  writer: AuditActor,
  id: string,
  changes: PostChanges,
  { ownHost, dated, claim = async () => true, kind }: Saving = {},
): Promise<AdminPost | null> {
  // Rendered before the turn of writing begins: others needn't wait for it.
  const edited = await current(ctx.db, id, changes.version);
  const { content = edited.content, content_format = edited.content_format } = changes;
  const isRewritten = changes.content !== undefined || changes.content_format !== undefined;
  const writing = isRewritten ? await renderForStorage(ctx, content, content_format, ownHost) : {};

  const save = withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    if (!(await claim({ ...ctx, db }))) return null;
    const before = await current(db, id, changes.version, { lock: true });
    requireUnseen(before, changes);
    await consumeStagedEdit(db, id, changes.edit_version);
    await requireCategory(db, changes.category_id);
    await requirePicture(db, changes.featured_image);
    const tagIds = changes.tags && (await ensureTags(db, tagsFromNames(changes.tags)));
    await storeChanges(db, id, { ...columns(before, changes, ctx.clock.now(), dated), ...writing });
    if (tagIds) {
      await unlinkOtherTags(db, id, tagIds);
      await linkTags(db, id, tagIds);
    }
    const after = await findForEditing(db, id);
    if (!after) throw notFound("Post");
    await (changes.autosave ? tellOngoing : tell)({ ...ctx, db }, writer, before, after);
    const usual = changes.autosave ? "autosaved" : revisionKind(before.status, after.status);
    const change = { before, after, authorId: writer.kind === "user" ? writer.id : null, kind: kind ?? usual };
    await recordRevision({ ...ctx, db }, change);
    return presentForEditing(after);
  });
  return save.catch((error: unknown) => {
    throw isSlugTaken(error) ? duplicate(POST_MESSAGES.slugTaken, error) : error;
  });
}

/**
 * Saves an admin's changes of a post, together with its tags, in one transaction; nothing is stored unless all is.
 * @param changes as `postChanges` gives them: what is left out stays; `version` is the one that was edited, `edit_version` the
 *   one of the staged changes that are thereby saved. With `autosave` the log tells of ten minutes in one entry
 * @param place and `kind`: what the revision is called that is kept of it; by its status unless given
 * @returns the post as it stands now, with its new version
 * @throws DomainError `forbidden`; PGRST116 without such a post or category; `stale_version` when somebody else has saved since,
 *   `stale_edit` when they have staged newer changes; 23505 when the slug is another post's; invalid_input when something else
 *   than a draft is to be saved while it is typed
 */
export async function updatePost(
  ctx: Context,
  actor: Actor,
  id: string,
  changes: PostChanges,
  { ownHost, kind }: RenderOptions & { kind?: RevisionKind } = {},
): Promise<AdminPost> {
  authorize(actor, postPolicy.update);
  const saved = await saveChanges(ctx, actor, id, changes, { ownHost, kind });
  if (!saved) throw notFound("Post");
  return saved;
}
