import { exclusively } from "../../platform/database/exclusive.ts";
import { recordAudit } from "../audit/recording.ts";
import type { Actor } from "../auth/model.ts";
import type { Context } from "../context.ts";
import { duplicate, notFound, staleVersion } from "../errors.ts";
import { requireAdmin } from "../require-admin.ts";
import { tagsFromNames } from "../tags/model.ts";
import { auditedPost, presentForEditing } from "./admin-presenting.ts";
import { requireCategory } from "./categorising.ts";
import type { Place } from "./creating.ts";
import { type AdminPost, CONTENT_WRITES, POST_MESSAGES } from "./editing-model.ts";
import { type EditRow, findForEditing } from "./editing-queries.ts";
import { missingPost } from "./missing-post.ts";
import { requirePicture } from "./picturing.ts";
import { recordRevision, revisionKind } from "./revisions/recording.ts";
import type { RevisionKind } from "./revisions/revision-model.ts";
import { rewrittenPercent } from "./rewriting.ts";
import { derive } from "./saving.ts";
import { ensureTags, isSlugTaken, linkTags, storeChanges, unlinkOtherTags } from "./saving-queries.ts";
import type { PostChanges } from "./schema.ts";

/** @throws DomainError PGRST116 without a post; `stale_version` when it is no longer the one that was edited */
async function current(db: Context["db"], id: string, version: number, { lock = false } = {}): Promise<EditRow> {
  const row = await findForEditing(db, id, { lock });
  if (!row) throw await missingPost(db, id);
  if (row.version !== version) throw staleVersion("The post");
  return row;
}

/** The columns as they stand after the save. Every save of a published post dates it anew, unless its date is to be kept. */
function columns(before: EditRow, changes: PostChanges, now: Date) {
  const { tags: _, version: __, keep_published_at, content: ___, content_format: ____, ...fields } = changes;
  const status = fields.status ?? before.status;
  const kept = keep_published_at ? before.published_at : null;
  const description = fields.description ?? before.description;
  return {
    ...fields,
    status,
    description: description || (fields.excerpt ?? before.excerpt),
    published_at: status === "published" ? (kept ?? now) : null,
    updated_at: now,
  };
}

/** What the log keeps of it; an edit of the text says how much of it is new or gone, for the log cuts long texts. */
function auditedAfter(before: EditRow, after: EditRow) {
  const rewritten_percent = rewrittenPercent(before.content_text, after.content_text);
  return { ...auditedPost(after), ...(rewritten_percent > 0 && { rewritten_percent }) };
}

/** What happened, as the log calls it. */
function actionOf(before: EditRow, after: EditRow): string {
  if (before.status === after.status) return "updated";
  return after.status === "draft" ? "unpublished" : after.status;
}

/**
 * Saves an admin's changes of a post, together with its tags, in one transaction; nothing is stored unless all is.
 * @param changes as `postChanges` gives them: what is left out stays; `version` is the one that was edited
 * @param place and `kind`: what the revision is called that is kept of it; by its status unless given
 * @returns the post as it stands now, with its new version
 * @throws DomainError `forbidden`; PGRST116 without such a post or category; `stale_version` when somebody else has saved since;
 *   23505 when the slug is another post's
 */
export async function updatePost(
  ctx: Context,
  actor: Actor,
  id: string,
  changes: PostChanges,
  { ownHost, kind }: Place & { kind?: RevisionKind } = {},
): Promise<AdminPost> {
  requireAdmin(actor);
  // Rendered before the turn of writing begins: others needn't wait for it.
  const edited = await current(ctx.db, id, changes.version);
  const { content = edited.content, content_format = edited.content_format } = changes;
  const isRewritten = changes.content !== undefined || changes.content_format !== undefined;
  const writing = isRewritten ? await derive(ctx, content, content_format, ownHost) : {};

  const save = exclusively(ctx.db, CONTENT_WRITES, async (db) => {
    const before = await current(db, id, changes.version, { lock: true });
    await requireCategory(db, changes.category_id);
    await requirePicture(db, changes.featured_image);
    const tagIds = changes.tags && (await ensureTags(db, tagsFromNames(changes.tags)));
    await storeChanges(db, id, { ...columns(before, changes, ctx.clock.now()), ...writing });
    if (tagIds) {
      await unlinkOtherTags(db, id, tagIds);
      await linkTags(db, id, tagIds);
    }
    const after = await findForEditing(db, id);
    if (!after) throw notFound("Post");
    const entry = { entity: "post", entityId: id, label: after.title, action: actionOf(before, after) } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: auditedPost(before), after: auditedAfter(before, after) });
    const change = { before, after, authorId: actor.id, kind: kind ?? revisionKind(before.status, after.status) };
    await recordRevision({ ...ctx, db }, change);
    return presentForEditing(after);
  });
  return save.catch((error: unknown) => {
    throw isSlugTaken(error) ? duplicate(POST_MESSAGES.slugTaken, error) : error;
  });
}
