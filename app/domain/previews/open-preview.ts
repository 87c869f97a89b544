import type { Context } from "../context.ts";
import type { Post } from "../posts/post.ts";
import { type PublicState, showUnpublished } from "../posts/show-unpublished.ts";
import { PREVIEW_TOKEN } from "./preview-model.ts";
import { findLiving } from "./previews.sql.ts";
import { hashOf } from "./tokens.ts";

/** What a link shows. */
export type OpenedPreview = { id: string; post: Post; expiresAt: Date; mayNote: boolean; standing: PublicState };

/**
 * What the link with this token shows: the post with its unpublished changes, as its page would.
 * @param place `ownHost`: host (with port) of the site
 * @returns null when the token is none, or its link has ended or was taken back
 */
export async function openPreview(ctx: Context, token: string, place: { ownHost?: string }): Promise<OpenedPreview | null> {
  if (!PREVIEW_TOKEN.test(token)) return null;
  const link = await findLiving(ctx.db, hashOf(token), ctx.clock.now());
  const shown = link && (await showUnpublished(ctx, link.post_id, place));
  return shown ? { ...shown, id: link.id, expiresAt: link.expires_at, mayNote: link.may_note } : null;
}
