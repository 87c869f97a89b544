import { wordChanges } from "../../content/diff/word-changes.ts";
import type { Context } from "../../context.ts";
import type { EditRow } from "../post-edit.sql.ts";
import type { PostStatus } from "../post-rules.ts";
import { REVISION_STRETCH_MS, REVISIONS_KEPT, type RevisionKind } from "./revision-model.ts";
import {
  findNewest,
  insertRevision,
  type Newest,
  pruneRevisions,
  type RevisionValues,
  repeatNewest,
  replaceRevision,
} from "./revisions.sql.ts";
import { sameSnapshot, snapshotOf } from "./snapshot.ts";

/** A change of a post: `before` is null for a new one; `authorId` is null where nobody in particular did it. */
export type Change = { before: EditRow | null; after: EditRow; authorId: string | null; kind: RevisionKind };

/** What the next save may take the place of: unnamed, never public, by the same person, of the same stretch of editing. */
const isOpen = (newest: Newest, authorId: string | null, now: Date) =>
  newest.name === null &&
  !newest.was_public &&
  newest.kind !== "earlier" &&
  authorId !== null &&
  newest.author_id === authorId &&
  now.getTime() - newest.began_at.getTime() < REVISION_STRETCH_MS;

/** What was saved by hand wasn't saved by itself alone. */
const strongest = (before: RevisionKind, now: RevisionKind) => (before === "autosaved" ? now : before);

/** A post that is created, or taken back, and written on at once was created, or taken back. */
const kindOf = (kind: RevisionKind, replaced: Newest | undefined): RevisionKind =>
  replaced && replaced.kind !== "restored" && (kind === "updated" || kind === "autosaved")
    ? strongest(replaced.kind, kind)
    : kind;

function valuesOf({ before: _, after, authorId, kind }: Change, now: Date, textBefore: string): RevisionValues {
  const words = wordChanges(textBefore, after.content_text);
  return {
    post_id: after.id,
    author_id: authorId,
    kind,
    began_at: now,
    created_at: now,
    was_public: after.status === "published",
    snapshot: snapshotOf(after),
    content_text: after.content_text,
    words_added: words.added,
    words_removed: words.removed,
  };
}

/**
 * Keeps what a post says now, in the transaction of `ctx.db`; writers of posts take turns, so that nobody is at it beside us.
 * What one person saves within ten minutes is one revision, except what readers could see and what was there before a
 * restoration. A post whose first change this is keeps what it said before, too.
 */
export async function recordRevision(ctx: Context, change: Change): Promise<void> {
  const { before, after, authorId, kind } = change;
  if (before && sameSnapshot(snapshotOf(before), snapshotOf(after))) return;
  const now = ctx.clock.now();
  const [newest, previous] = await findNewest(ctx.db, after.id, 2);
  if (!newest && before) {
    const first = { before: null, after: before, authorId: before.author_id, kind: "earlier" } as const;
    await insertRevision(ctx.db, valuesOf(first, before.updated_at, ""));
  }
  const replaced = newest && kind !== "restored" && isOpen(newest, authorId, now) ? newest : undefined;
  const textBefore = replaced ? previous?.content_text : (newest?.content_text ?? before?.content_text);
  const values = valuesOf({ ...change, kind: kindOf(kind, replaced) }, now, textBefore ?? "");
  if (replaced) return replaceRevision(ctx.db, replaced.id, values);
  await insertRevision(ctx.db, values);
  await pruneRevisions(ctx.db, after.id, REVISIONS_KEPT);
}

const STATUS_KINDS: Record<PostStatus, RevisionKind> = { published: "published", archived: "archived", draft: "unpublished" };

/** What a change of a post is called: by its new status where that is another. */
export const revisionKind = (before: PostStatus, after: PostStatus): RevisionKind =>
  before === after ? "updated" : STATUS_KINDS[after];

/** Keeps that posts got another status, in the transaction of `ctx.db`. */
export const recordStatus = (ctx: Context, authorId: string, ids: string[], status: PostStatus): Promise<void> =>
  repeatNewest(ctx.db, ids, { authorId, kind: STATUS_KINDS[status], status, now: ctx.clock.now() });
