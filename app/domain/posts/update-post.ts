import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { Db } from "../../platform/database/db.ts";
import { type AuditActor, recordAudit, recordOngoing } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { PolicyActor } from "../back-office.policy.ts";
import type { Context } from "../context.ts";
import { duplicate, invalid, notFound, staleVersion } from "../errors.ts";
import { pick } from "../schema-fields.ts";
import type { Site } from "../settings/settings.ts";
import { ensureTags } from "../tags/manage-tags.ts";
import { tagsFromNames } from "../tags/tag-rules.ts";
import { mailPublishing } from "../tokens/mail-publishing.ts";
import { type EditRow, findForEditing } from "./admin-posts.sql.ts";
import type { RenderOptions } from "./create-post.ts";
import { renderForStorage } from "./create-post.ts";
import { CONTENT_WRITES, POST_MESSAGES } from "./edit-rules.ts";
import { mailPublished } from "./hand-ins/mail-hand-ins.ts";
import { postPolicy } from "./post.policy.ts";
import { hasFreeAddress, POST_COLUMNS, type PostChanges, type PostColumn, type PostFields } from "./post.ts";
import { missingPost, requireCategory, requireOutOfTrash, requirePicture } from "./post-references.ts";
import type { AdminPost } from "./post-shapes.ts";
import { linkTags, storeChanges, unlinkOtherTags } from "./post-writes.sql.ts";
import { auditedPost, presentForEditing } from "./present-post.ts";
import { publicationDate } from "./publication-date.ts";
import { type Reach, reachOf } from "./reach.sql.ts";
import { requireChangeable, requireLanguageKept, requirePermitted } from "./require-change.ts";
import { recordRevision, revisionKind } from "./revisions/record-revision.ts";
import type { RevisionKind } from "./revisions/revision.ts";
import { consumeStagedEdit } from "./staged-edits/stage-edit.ts";
import type { StagedRow } from "./staged-edits/staged-edits.sql.ts";
import { refuseSecondVersion } from "./translate-post.ts";

function wordsOf(text: string): { counts: Map<string, number>; total: number } {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, total: words.length };
}

/** Percent of the longer plain text: 0 for the same words in any order, 100 if none is left. */
export function rewrittenPercent(before: string, after: string): number {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const longer = Math.max(old.total, now.total);
  if (longer === 0) return 0;
  let shared = 0;
  for (const [word, count] of now.counts) shared += Math.min(count, old.counts.get(word) ?? 0);
  return Math.round((1 - shared / longer) * 100);
}

/** @throws DomainError PGRST116 without a post; `stale_version` when it has been saved since */
async function current(db: Db, id: string, version: number, reach: Reach, { lock = false } = {}): Promise<EditRow> {
  const row = await findForEditing(db, id, reach, { lock });
  if (!row) throw await missingPost(db, id, reach);
  if (row.version !== version) throw staleVersion("The post");
  return row;
}

/** Each save of a published post sets its date to now, unless another is chosen or kept. */
function columns(
  before: EditRow,
  changes: PostChanges,
  now: Date,
  { dated = now, chosen }: { dated?: Date | undefined; chosen: Date | undefined },
) {
  const fields: Partial<Pick<PostFields, PostColumn>> = pick(
    changes,
    POST_COLUMNS.filter((name) => changes[name] !== undefined),
  );
  const status = fields.status ?? before.status;
  const fixed = chosen ?? (changes.keep_published_at ? before.published_at : null);
  const description = fields.description ?? before.description;
  return {
    ...fields,
    status,
    description: description || (fields.excerpt ?? before.excerpt),
    published_at: status === "published" ? (fixed ?? dated) : null,
    updated_at: now,
  };
}

/** The activity log cuts long texts, so it also says how much of the text has changed. */
function auditedAfter(before: EditRow, after: EditRow) {
  const rewritten_percent = rewrittenPercent(before.content_text, after.content_text);
  return { ...auditedPost(after), ...(rewritten_percent > 0 && { rewritten_percent }) };
}

/** Only drafts are saved automatically. @throws DomainError invalid_input */
function requireUnseen(before: EditRow, { autosave, status = "draft" }: PostChanges): void {
  if (!autosave || (before.status === "draft" && status === "draft")) return;
  const rule = "must be false unless the post is a draft and stays one";
  throw invalid("Only drafts are saved while they are typed", [{ field: "autosave", rule }]);
}

function requireFreeAddress(before: EditRow, { kind = before.kind, slug = before.slug }: PostChanges): void {
  if (hasFreeAddress({ kind, slug })) return;
  throw invalid(POST_MESSAGES.pageSlugReserved, [{ field: "slug", rule: POST_MESSAGES.pageSlugReserved }]);
}

function actionOf(before: EditRow, after: EditRow): string {
  if (before.status === after.status) return "updated";
  return after.status === "draft" ? "unpublished" : after.status;
}

type RecordSave = (ctx: Context, writer: AuditActor, before: EditRow, after: EditRow) => Promise<void>;

const record: RecordSave = (ctx, writer, before, after) => {
  const entry = { entity: "post", entityId: after.id, label: after.title, action: actionOf(before, after) } as const;
  return recordAudit(ctx, writer, { ...entry, before: auditedPost(before), after: auditedAfter(before, after) });
};

const recordAutosave: RecordSave = async (ctx, writer, before, after) => {
  // No reader has seen the slugs of a draft that was never published.
  if (before.slug !== after.slug && before.first_published_at === null)
    await ctx.db.deleteFrom("post_slugs").where("post_id", "=", after.id).where("slug", "=", before.slug).execute();
  const entry = { entity: "post", entityId: after.id, label: after.title, action: "autosaved" } as const;
  await recordOngoing(ctx, writer, { ...entry, before: auditedPost(before), after: auditedPost(after) });
};

/** `by`: whose rights apply; `dated`: default now; `claim` runs first in the transaction and says whether to continue; `kind`: default from the change of status; `site`: of the mail to the contributor whose post is published. */
export type SaveOptions = RenderOptions & {
  by: PolicyActor;
  dated?: Date;
  claim?(ctx: Context): Promise<boolean>;
  kind?: RevisionKind;
  site?: Site;
};

const isPublishing = (before: EditRow, after: EditRow, staged: StagedRow | undefined): boolean =>
  after.status === "published" && (before.status !== "published" || staged !== undefined);

const SLUG_KEY = "posts_slug_key";

/** One transaction. @returns null when `claim` returned false @throws as `updatePost` */
export async function saveChanges(
  ctx: Context,
  writer: AuditActor,
  id: string,
  changes: PostChanges,
  { by, ownHost, dated, claim = async () => true, kind, site }: SaveOptions,
): Promise<AdminPost | null> {
  const chosen = publicationDate(ctx, changes.published_at);
  // Rendering comes before the lock, so that other writers don't wait for it.
  const reach = reachOf(by);
  const edited = await current(ctx.db, id, changes.version, reach);
  const { content = edited.content, content_format = edited.content_format } = changes;
  const isRewritten = changes.content !== undefined || changes.content_format !== undefined;
  const writing = isRewritten ? await renderForStorage(ctx, content, content_format, ownHost) : {};

  const save = withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    if (!(await claim({ ...ctx, db }))) return null;
    const before = await current(db, id, changes.version, reach, { lock: true });
    requireChangeable(by, before);
    requirePermitted(by, changes, before);
    requireLanguageKept(by, before, changes.language);
    requireUnseen(before, changes);
    requireFreeAddress(before, changes);
    const staged = await consumeStagedEdit(db, id, changes.edit_version);
    await requireCategory(db, changes.category_id);
    await requirePicture(db, changes.featured_image);
    await requireOutOfTrash(db, by, changes);
    const tagIds = changes.tags && (await ensureTags(db, tagsFromNames(changes.tags)));
    await storeChanges(db, id, { ...columns(before, changes, ctx.clock.now(), { dated, chosen }), ...writing });
    if (tagIds) {
      await unlinkOtherTags(db, id, tagIds);
      await linkTags(db, id, tagIds);
    }
    const after = await findForEditing(db, id, reach);
    if (!after) throw notFound("Post");
    await (changes.autosave ? recordAutosave : record)({ ...ctx, db }, writer, before, after);
    if (after.status === "published" && site) {
      const { title, slug } = after;
      await mailPublished({ ...ctx, db }, [{ title, slug, hand_in_user_id: before.hand_in_user_id }], site);
    }
    const usual = changes.autosave ? "autosaved" : revisionKind(before.status, after.status);
    const user = writer.kind === "user" ? writer : null;
    // What a token has staged remains the text of a machine when a person publishes it.
    const tokenName = user?.token?.name ?? staged?.token_name;
    await recordRevision({ ...ctx, db }, { before, after, authorId: user?.id ?? null, tokenName, kind: kind ?? usual });
    if (user && site && isPublishing(before, after, staged)) await mailPublishing({ ...ctx, db }, user, [after], site);
    return presentForEditing(after, by);
  });
  return save.catch((error: unknown) => {
    if ((error as { constraint?: string }).constraint === SLUG_KEY) throw duplicate(POST_MESSAGES.slugTaken, error);
    return refuseSecondVersion(error);
  });
}

/**
 * @param changes omitted fields stay; `version` is the one that was edited, `edit_version` that of the staged edit that the save contains.
 * With `autosave`, the activity log has one entry for ten minutes
 * @throws DomainError `forbidden`; PGRST116; `stale_version`; `stale_edit`; 23505 for a taken slug; `translation_exists`; invalid_input for `autosave` of
 * anything but a draft
 */
export async function updatePost(
  ctx: Context,
  actor: Actor,
  id: string,
  changes: PostChanges,
  { ownHost, kind, site }: Pick<SaveOptions, "ownHost" | "kind" | "site"> = {},
): Promise<AdminPost> {
  authorize(actor, postPolicy.update);
  const saved = await saveChanges(ctx, actor, id, changes, { by: actor, ownHost, kind, site });
  if (!saved) throw notFound("Post");
  return saved;
}
