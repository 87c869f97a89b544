import { adminRoutes } from "../../admin-routes.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, notFound } from "../errors.ts";
import type { NoticeSettings } from "../notifications/notification.ts";
import { notifyAdmin } from "../notifications/notify-admin.ts";
import { titleOfPost } from "../posts/preview-post.ts";
import type { Site } from "../settings/settings.ts";
import { previewPolicy } from "./preview.policy.ts";
import type { NoteInput, PreviewNote, PreviewNotes } from "./preview.ts";
import { NOTES_MAX, PREVIEW_TOKEN, PREVIEWS_MAX } from "./preview-rules.ts";
import { deleteNoteRow, findLiving, findNote, insertNote, type NoteRow, notesOfPost, setResolved } from "./previews.sql.ts";
import { hashOf, presentNote } from "./share-preview.ts";

/**
 * Stores a note of a preview's reader and notifies the admin.
 * @param of the current `settings` and `site`
 * @returns false when the link has ended or takes no notes
 * @throws DomainError `too_many_notes` at the limit of notes of a link
 */
export async function leaveNote(
  ctx: Context,
  token: string,
  { name, text, quote }: NoteInput,
  of: { settings: NoticeSettings; site: Site },
): Promise<boolean> {
  if (!PREVIEW_TOKEN.test(token)) return false;
  const now = ctx.clock.now();
  const link = await findLiving(ctx.db, hashOf(token), now);
  if (!link?.may_note) return false;
  const note = { post_id: link.post_id, preview_id: link.id, author_name: name, content: text, quote, created_at: now };
  const title = await titleOfPost(ctx, link.post_id);
  const isKept = await ctx.db.transaction().execute(async (db) => {
    if (!(await insertNote(db, note, NOTES_MAX))) return false;
    const message = { title: `A note by ${name} on “${title}”`, text, path: adminRoutes.editPost(link.post_id) };
    await notifyAdmin({ ...ctx, db }, of.settings, of.site, { kind: "note", ...message });
    return true;
  });
  if (isKept) return true;
  throw new DomainError(
    "limited",
    "too_many_notes",
    "This link accepts no more notes. Please write to the person who sent it to you.",
  );
}

/** Lists the notes of a post, open ones first. @throws DomainError `forbidden`; PGRST116 without such a post */
export async function listNotes(ctx: Context, actor: Actor, postId: string): Promise<PreviewNotes> {
  authorize(actor, previewPolicy.read);
  if ((await titleOfPost(ctx, postId)) === null) throw notFound("Post");
  const items = (await notesOfPost(ctx.db, postId, NOTES_MAX * PREVIEWS_MAX)).map(presentNote);
  return { items, open: items.filter(({ resolved_at }) => resolved_at === null).length };
}

/** A note of a post. */
type Place = { postId: string; id: string };

/** Changes a note and writes the activity log. @throws DomainError `forbidden`; PGRST116 without such a note */
async function change(
  ctx: Context,
  actor: Actor,
  { postId, id }: Place,
  { action, work }: { action: string; work(own: Context, note: NoteRow): Promise<void> },
): Promise<void> {
  authorize(actor, previewPolicy.settleNotes);
  await ctx.db.transaction().execute(async (db) => {
    const own = { ...ctx, db };
    const [note, title] = [await findNote(db, postId, id), await titleOfPost(own, postId)];
    if (!note || title === null) throw notFound("Note");
    await work(own, note);
    const before = { name: note.author_name, note: note.content };
    await recordAudit(own, actor, { action, entity: "post", entityId: postId, label: title, before, after: null });
  });
}

/**
 * Resolves a note or opens it again.
 * @returns the changed note
 * @throws DomainError `forbidden`; PGRST116 without such a note
 */
export async function resolveNote(ctx: Context, actor: Actor, place: Place, resolved: boolean): Promise<PreviewNote> {
  authorize(actor, previewPolicy.settleNotes);
  const by = resolved ? actor.id : null;
  const at = resolved ? ctx.clock.now() : null;
  const action = resolved ? "note resolved" : "note opened again";
  await change(ctx, actor, place, { action, work: ({ db }, { id }) => setResolved(db, id, by, at) });
  const note = await findNote(ctx.db, place.postId, place.id);
  if (!note) throw notFound("Note");
  return presentNote(note);
}

/** Deletes a note. @throws DomainError `forbidden`; PGRST116 without such a note */
export const deleteNote = (ctx: Context, actor: Actor, place: Place): Promise<void> =>
  change(ctx, actor, place, { action: "note deleted", work: ({ db }, { id }) => deleteNoteRow(db, id) });
