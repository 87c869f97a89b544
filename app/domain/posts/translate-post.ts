import { sql } from "kysely";
import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { Db } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { PolicyActor } from "../back-office.policy.ts";
import type { Context } from "../context.ts";
import { DomainError, invalid } from "../errors.ts";
import type { Language } from "../settings/language-rules.ts";
import { type EditRow, findForEditing } from "./admin-posts.sql.ts";
import { type RenderOptions, storePost } from "./create-post.ts";
import { CONTENT_WRITES, EDITING_LIMITS, POST_MESSAGES } from "./edit-rules.ts";
import { freeSlug } from "./free-slug.ts";
import { postPolicy } from "./post.policy.ts";
import { missingPost } from "./post-references.ts";
import type { AdminPost } from "./post-shapes.ts";
import { auditedPost, fieldsOf, presentForEditing } from "./present-post.ts";
import { reachOf } from "./reach.sql.ts";
import { requireGroupChangeable } from "./require-change.ts";
import { recordRevision } from "./revisions/record-revision.ts";

/** The unique index of `posts`. */
const TRANSLATION_KEY = "posts_translations";

function translationExists(cause?: unknown): DomainError {
  const rule = POST_MESSAGES.translationExists;
  return new DomainError("conflict", "translation_exists", rule, { details: [{ field: "language", rule }], cause });
}

/** For `catch`: what the unique index refuses becomes a DomainError `translation_exists`. */
export function refuseSecondVersion(error: unknown): never {
  throw (error as { constraint?: string }).constraint === TRANSLATION_KEY ? translationExists(error) : error;
}

const refusedAt = (field: string, rule: string) => invalid(rule, [{ field, rule }]);

/** A trigger names the language of a post that joins a group. @returns the post's group, a new one if it has none */
async function groupOf(db: Db, id: string): Promise<string> {
  const { translation_group } = await db
    .updateTable("posts")
    .set({ translation_group: sql<string>`coalesce(translation_group, gen_random_uuid())` })
    .where("id", "=", id)
    .returning("translation_group")
    .executeTakeFirstOrThrow();
  return translation_group as string;
}

const joinGroup = (
  db: Db,
  id: string,
  set: { translation_group: string | null; comments_open?: boolean; comments_stay_open?: boolean; listed?: boolean },
) => db.updateTable("posts").set(set).where("id", "=", id).execute();

/**
 * `of` null: the post is no translation any more. Its language stays.
 * @throws DomainError `forbidden` where `of` or a translation of it was published; `invalid` at `translation_of`; `translation_exists`
 */
export async function linkTranslation(db: Db, actor: PolicyActor, post: EditRow, of: string | null): Promise<void> {
  if (of === null) return void (await joinGroup(db, post.id, { translation_group: null }));
  if (of === post.id) throw refusedAt("translation_of", POST_MESSAGES.translationOfItself);
  const original = await findForEditing(db, of, reachOf(actor), { lock: true });
  if (!original) throw refusedAt("translation_of", POST_MESSAGES.translationOfMissing);
  requireGroupChangeable(actor, original);
  if (post.kind === "page" || original.kind === "page") throw refusedAt("translation_of", POST_MESSAGES.pageTranslated);
  await joinGroup(db, post.id, { translation_group: await groupOf(db, of) }).catch(refuseSecondVersion);
}

/** With a number if it is taken. */
const slugIn = (db: Db, slug: string, language: Language) => {
  const ending = `-${language.toLowerCase()}`;
  return freeSlug(db, slug.slice(0, EDITING_LIMITS.nameMax - ending.length) + ending);
};

/**
 * A draft with everything that the post says, to be written over, in the group of the post.
 * @throws DomainError `forbidden`; PGRST116; `invalid` for a page; `translation_exists`
 */
export async function createTranslation(
  ctx: Context,
  actor: Actor,
  id: string,
  { language }: { language: Language },
  place: RenderOptions = {},
): Promise<AdminPost> {
  authorize(actor, postPolicy.create);
  const reach = reachOf(actor);
  const add = withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const original = await findForEditing(db, id, reach, { lock: true });
    if (!original) throw await missingPost(db, id, reach);
    requireGroupChangeable(actor, original);
    if (original.kind === "page") throw refusedAt("id", POST_MESSAGES.pageTranslated);
    const { comments_open, comments_stay_open, listed } = original;
    const translation_group = await groupOf(db, id);
    const added = await storePost(
      { ...ctx, db },
      {
        ...fieldsOf(original),
        language,
        slug: await slugIn(db, original.slug, language),
        status: "draft",
        featured: false,
        author_id: actor.id,
        ...place,
      },
    );
    await joinGroup(db, added.id, { translation_group, comments_open, comments_stay_open, listed });
    const stored = (await findForEditing(db, added.id, reach)) as EditRow;
    const entry = { entity: "post", entityId: stored.id, label: stored.title, after: auditedPost(stored) } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, action: "created", before: null });
    await recordRevision(
      { ...ctx, db },
      { before: null, after: stored, authorId: actor.id, tokenName: actor.token?.name, kind: "created" },
    );
    return presentForEditing(stored, actor);
  });
  return add.catch(refuseSecondVersion);
}
