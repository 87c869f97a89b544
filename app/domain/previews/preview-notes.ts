import { sql } from "kysely";
import { adminRoutes } from "../../admin-routes.ts";
import type { Db } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, notFound } from "../errors.ts";
import type { NoticeSettings } from "../notifications/notification.ts";
import { notifyAdmin } from "../notifications/notify-admin.ts";
import { titleOfPost } from "../posts/preview-post.ts";
import { everyPost, reachOf } from "../posts/reach.sql.ts";
import type { Site } from "../settings/settings.ts";
import { previewPolicy } from "./preview.policy.ts";
import type { NoteInput, PreviewNote, PreviewNotes } from "./preview.ts";
import { NOTES_MAX, PREVIEW_TOKEN, PREVIEWS_MAX } from "./preview-rules.ts";
import { findLiving, type NoteRow } from "./previews.sql.ts";
import { hashOf, presentNote } from "./share-preview.ts";

type NewNote = {
  post_id: string;
  preview_id: string;
  author_name: string;
  content: string;
  quote: string;
  created_at: Date;
};

/** Notifies the admin. @returns false when the link has ended or takes no notes @throws DomainError `too_many_notes` */
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
  const title = await titleOfPost(ctx, link.post_id, everyPost);
  const isStored = await ctx.db.transaction().execute(async (db) => {
    if (!(await insertNote(db, note, NOTES_MAX))) return false;
    const message = { title: `A note by ${name} on “${title}”`, text, path: adminRoutes.editPost(link.post_id) };
    await notifyAdmin({ ...ctx, db }, of.settings, of.site, { kind: "note", ...message });
    return true;
  });
  if (isStored) return true;
  throw new DomainError(
    "limited",
    "too_many_notes",
    "This link accepts no more notes. Please write to the person who sent it to you.",
  );
}

async function insertNote(db: Db, note: NewNote, most: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into post_preview_notes (post_id, preview_id, author_name, content, quote, created_at)
    select ${note.post_id}::uuid, ${note.preview_id}::uuid, ${note.author_name}::text, ${note.content}::text, ${note.quote}::text,
      ${note.created_at}::timestamptz
    where (select count(*) from post_preview_notes where preview_id = ${note.preview_id}::uuid) < ${most}::integer`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

const notes = (db: Db) =>
  db
    .selectFrom("post_preview_notes as n")
    .leftJoin("users as u", "u.id", "n.resolved_by")
    .leftJoin("users as w", "w.id", "n.author_id")
    .select([
      "n.id",
      "n.post_id",
      "n.author_name",
      "n.content",
      "n.quote",
      "n.created_at",
      "n.resolved_at",
      "n.resolved_by",
      "u.full_name",
      "u.email",
      "w.full_name as writer_name",
    ]);

const notesOfPost = (db: Db, postId: string, most: number): Promise<NoteRow[]> =>
  notes(db)
    .where("n.post_id", "=", postId)
    .orderBy(sql`n.resolved_at is not null`)
    .orderBy("n.created_at", "desc")
    .orderBy("n.id", "desc")
    .limit(most)
    .execute();

/** Open ones first. @throws DomainError `forbidden`; PGRST116 without such a post */
export async function listNotes(ctx: Context, actor: Actor, postId: string): Promise<PreviewNotes> {
  authorize(actor, previewPolicy.read);
  if ((await titleOfPost(ctx, postId, reachOf(actor))) === null) throw notFound("Post");
  const rows = await notesOfPost(ctx.db, postId, NOTES_MAX * PREVIEWS_MAX);
  const items = rows.map((row) => presentNote(row, actor));
  return { items, open: items.filter(({ resolved_at }) => resolved_at === null).length };
}

type Place = { postId: string; id: string };

const findNote = (db: Db, postId: string, id: string): Promise<NoteRow | undefined> =>
  notes(db).where("n.post_id", "=", postId).where("n.id", "=", id).executeTakeFirst();

async function change(
  ctx: Context,
  actor: Actor,
  { postId, id }: Place,
  { action, work }: { action: string; work(own: Context, note: NoteRow): Promise<void> },
): Promise<void> {
  authorize(actor, previewPolicy.settleNotes);
  await ctx.db.transaction().execute(async (db) => {
    const own = { ...ctx, db };
    const [note, title] = [await findNote(db, postId, id), await titleOfPost(own, postId, reachOf(actor))];
    if (!note || title === null) throw notFound("Note");
    await work(own, note);
    const before = { name: note.author_name, note: note.content };
    await recordAudit(own, actor, { action, entity: "post", entityId: postId, label: title, before, after: null });
  });
}

/** @throws DomainError `forbidden`; PGRST116 without such a note */
export async function resolveNote(ctx: Context, actor: Actor, place: Place, resolved: boolean): Promise<PreviewNote> {
  authorize(actor, previewPolicy.settleNotes);
  const by = resolved ? actor.id : null;
  const at = resolved ? ctx.clock.now() : null;
  const action = resolved ? "note resolved" : "note opened again";
  await change(ctx, actor, place, { action, work: ({ db }, { id }) => setResolved(db, id, by, at) });
  const note = await findNote(ctx.db, place.postId, place.id);
  if (!note) throw notFound("Note");
  return presentNote(note, actor);
}

async function setResolved(db: Db, id: string, by: string | null, at: Date | null): Promise<void> {
  await db.updateTable("post_preview_notes").set({ resolved_at: at, resolved_by: by }).where("id", "=", id).execute();
}

/** @throws DomainError `forbidden`; PGRST116 without such a note */
export const deleteNote = (ctx: Context, actor: Actor, place: Place): Promise<void> =>
  change(ctx, actor, place, { action: "note deleted", work: ({ db }, { id }) => deleteNoteRow(db, id) });

async function deleteNoteRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom("post_preview_notes").where("id", "=", id).execute();
}
