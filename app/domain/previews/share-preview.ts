import { recordAudit } from "../audit/record-audit.ts";
import type { Actor } from "../auth/model.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, notFound } from "../errors.ts";
import { titleOfPost } from "../posts/show-unpublished.ts";
import { presentLink } from "./present-preview.ts";
import { previewPolicy } from "./preview.policy.ts";
import { type MadePreview, PREVIEW_SPAN_MS, PREVIEWS_MAX, type PreviewLink, previewPath } from "./preview-model.ts";
import { deleteEnded, insertPreview, livingPreviews, revokePreview } from "./previews.sql.ts";
import type { PreviewInput } from "./schema.ts";
import { hashOf, newToken } from "./tokens.ts";

/** How long what has ended is kept, in ms. */
const ENDED_MS = 30 * 24 * 60 * 60_000;

const tooMany = () =>
  new DomainError(
    "conflict",
    "too_many_previews",
    `At most ${PREVIEWS_MAX} links of a post work at a time. Take one back first.`,
  );

/**
 * Makes a link that shows a post, whatever its status, to whoever has it.
 * @param input how long it works, and whether notes may be left
 * @param siteUrl of the site, without a trailing slash
 * @returns the link with its address, which nobody can ask for again
 * @throws DomainError `forbidden`; PGRST116 without such a post; `too_many_previews`
 */
export async function sharePreview(
  ctx: Context,
  actor: Actor,
  { postId, lasts, may_note }: PreviewInput & { postId: string },
  siteUrl: string,
): Promise<MadePreview> {
  authorize(actor, previewPolicy.create);
  const token = newToken(ctx);
  return ctx.db.transaction().execute(async (db) => {
    const title = await titleOfPost({ ...ctx, db }, postId, { hold: true });
    if (title === null) throw notFound("Post");
    const now = ctx.clock.now();
    if ((await livingPreviews(db, postId, now)).length >= PREVIEWS_MAX) throw tooMany();
    await deleteEnded(db, postId, new Date(now.getTime() - ENDED_MS));
    const expires_at = new Date(now.getTime() + PREVIEW_SPAN_MS[lasts]);
    const kept = { post_id: postId, created_by: actor.id, created_at: now, expires_at, may_note };
    const id = await insertPreview(db, { ...kept, token_hash: hashOf(token) });
    const entry = { entity: "post", entityId: postId, label: title, before: null } as const;
    const after = { expires_at: expires_at.toISOString(), may_note };
    await recordAudit({ ...ctx, db }, actor, { ...entry, action: "preview shared", after });
    const made = (await livingPreviews(db, postId, now)).find((row) => row.id === id);
    if (!made) throw new Error("the link was not stored");
    return { ...presentLink(made), url: siteUrl + previewPath(token) };
  });
}

/** A post's links that still work, the newest first. @throws DomainError `forbidden`; PGRST116 without such a post */
export async function listPreviews(ctx: Context, actor: Actor, postId: string): Promise<{ items: PreviewLink[] }> {
  authorize(actor, previewPolicy.read);
  if ((await titleOfPost(ctx, postId)) === null) throw notFound("Post");
  return { items: (await livingPreviews(ctx.db, postId, ctx.clock.now())).map(presentLink) };
}

/** Takes a link back: from now on it shows nothing. @throws DomainError `forbidden`; PGRST116 without such a living link */
export async function endPreview(ctx: Context, actor: Actor, { postId, id }: { postId: string; id: string }): Promise<void> {
  authorize(actor, previewPolicy.delete);
  await ctx.db.transaction().execute(async (db) => {
    const title = await titleOfPost({ ...ctx, db }, postId);
    if (title === null || !(await revokePreview(db, postId, id, ctx.clock.now()))) throw notFound("Preview link");
    const entry = { entity: "post", entityId: postId, label: title, before: null, after: null } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, action: "preview taken back" });
  });
}
