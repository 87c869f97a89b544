import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { PolicyActor } from "../back-office.policy.ts";
import type { Context } from "../context.ts";
import { DomainError, notFound } from "../errors.ts";
import type { Post } from "../posts/post-shapes.ts";
import { type PublicState, showUnpublished, titleOfPost } from "../posts/preview-post.ts";
import { reachOf } from "../posts/reach.sql.ts";
import { personFor } from "../users/user.policy.ts";
import { previewPolicy } from "./preview.policy.ts";
import type { MadePreview, PreviewInput, PreviewLink, PreviewNote } from "./preview.ts";
import { PREVIEW_SPAN_MS, PREVIEW_TOKEN, PREVIEWS_MAX, previewPath } from "./preview-rules.ts";
import { findLiving, type NoteRow, type Person } from "./previews.sql.ts";

export type OpenedPreview = { id: string; post: Post; expiresAt: Date; mayNote: boolean; standing: PublicState };

/** With the staged edit. @returns null when the link is invalid, has ended or was revoked */
export async function openPreview(ctx: Context, token: string, place: { ownHost?: string }): Promise<OpenedPreview | null> {
  if (!PREVIEW_TOKEN.test(token)) return null;
  const link = await findLiving(ctx.db, hashOf(token), ctx.clock.now());
  const shown = link && (await showUnpublished(ctx, link.post_id, place));
  return shown ? { ...shown, id: link.id, expiresAt: link.expires_at, mayNote: link.may_note } : null;
}

type PreviewRow = Person & {
  id: string;
  created_at: Date;
  expires_at: Date;
  created_by: string | null;
  may_note: boolean;
  notes: number;
};

const presentLink = (row: PreviewRow, reader: PolicyActor): PreviewLink => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  created_by: personFor(reader, { ...row, id: row.created_by }),
  may_note: row.may_note,
  notes: row.notes,
});

export const presentNote = (row: NoteRow, reader: PolicyActor): PreviewNote => ({
  id: row.id,
  author_name: row.writer_name || row.author_name,
  content: row.content,
  quote: row.quote,
  created_at: row.created_at.toISOString(),
  resolved_at: row.resolved_at?.toISOString() ?? null,
  resolved_by: personFor(reader, { ...row, id: row.resolved_by }),
});

const newToken = (ctx: Context): string => ctx.random.hex(32);

export const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

const ENDED_MS = 30 * 24 * 60 * 60_000;

const tooMany = () =>
  new DomainError(
    "conflict",
    "too_many_previews",
    `At most ${PREVIEWS_MAX} links of a post can work at a time. Revoke one first.`,
  );

type NewPreview = {
  post_id: string;
  token_hash: Buffer;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  may_note: boolean;
};

/** The URL can't be read again. @param siteUrl without a trailing slash @throws DomainError `forbidden`; PGRST116; `too_many_previews` */
export async function sharePreview(
  ctx: Context,
  actor: Actor,
  { postId, lasts, may_note }: PreviewInput & { postId: string },
  siteUrl: string,
): Promise<MadePreview> {
  authorize(actor, previewPolicy.create);
  const token = newToken(ctx);
  return ctx.db.transaction().execute(async (db) => {
    const title = await titleOfPost({ db }, postId, reachOf(actor), { hold: true });
    if (title === null) throw notFound("Post");
    const now = ctx.clock.now();
    if ((await livingPreviews(db, postId, now)).length >= PREVIEWS_MAX) throw tooMany();
    await deleteEnded(db, postId, new Date(now.getTime() - ENDED_MS));
    const expires_at = new Date(now.getTime() + PREVIEW_SPAN_MS[lasts]);
    const values = { post_id: postId, created_by: actor.id, created_at: now, expires_at, may_note };
    const id = await insertPreview(db, { ...values, token_hash: hashOf(token) });
    const entry = { entity: "post", entityId: postId, label: title, before: null } as const;
    const after = { expires_at: expires_at.toISOString(), may_note };
    await recordAudit({ ...ctx, db }, actor, { ...entry, action: "preview shared", after });
    const made = (await livingPreviews(db, postId, now)).find((row) => row.id === id);
    if (!made) throw new Error("the link was not stored");
    return { ...presentLink(made, actor), url: siteUrl + previewPath(token) };
  });
}

async function insertPreview(db: Db, values: NewPreview): Promise<string> {
  const row = await db.insertInto("post_previews").values(values).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

async function livingPreviews(db: Db, postId: string, now: Date): Promise<PreviewRow[]> {
  const { rows } = await sql<PreviewRow>`
    select p.id, p.created_at, p.expires_at, p.created_by, p.may_note, u.full_name, u.email,
      (select count(*)::integer from post_preview_notes n where n.preview_id = p.id) as notes
    from post_previews p left join users u on u.id = p.created_by
    where p.post_id = ${postId}::uuid and p.revoked_at is null and p.expires_at > ${now}
    order by p.created_at desc, p.id desc`.execute(db);
  return rows;
}

async function deleteEnded(db: Db, postId: string, end: Date): Promise<void> {
  await db
    .deleteFrom("post_previews")
    .where("post_id", "=", postId)
    .where(({ or, eb }) => or([eb("expires_at", "<", end), eb("revoked_at", "<", end)]))
    .execute();
}

/** Only links that work, the newest first. @throws DomainError `forbidden`; PGRST116 without such a post */
export async function listPreviews(ctx: Context, actor: Actor, postId: string): Promise<{ items: PreviewLink[] }> {
  authorize(actor, previewPolicy.read);
  if ((await titleOfPost(ctx, postId, reachOf(actor))) === null) throw notFound("Post");
  const rows = await livingPreviews(ctx.db, postId, ctx.clock.now());
  return { items: rows.map((row) => presentLink(row, actor)) };
}

/** @throws DomainError `forbidden`; PGRST116 without a link that works */
export async function endPreview(ctx: Context, actor: Actor, { postId, id }: { postId: string; id: string }): Promise<void> {
  authorize(actor, previewPolicy.delete);
  await ctx.db.transaction().execute(async (db) => {
    const title = await titleOfPost({ db }, postId, reachOf(actor));
    if (title === null || !(await revokePreview(db, postId, id, ctx.clock.now()))) throw notFound("Preview link");
    const entry = { entity: "post", entityId: postId, label: title, before: null, after: null } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, action: "preview taken back" });
  });
}

async function revokePreview(db: Db, postId: string, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable("post_previews")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("post_id", "=", postId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
