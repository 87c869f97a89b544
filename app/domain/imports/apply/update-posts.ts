import type { Transaction } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { type EditRow, findForEditing } from "../../posts/admin-posts.sql.ts";
import { everyPost } from "../../posts/reach.sql.ts";
import { holdRevision, recordRevision, revisionKind } from "../../posts/revisions/record-revision.ts";
import type { ImportJob } from "../import-job.ts";
import { recordUpdate } from "../undo.sql.ts";

type Trx = Transaction<DB>;

export type Replaced = { before: EditRow; revisionId: string };

/** Stores what the post says as a revision. @returns undefined if it was edited or deleted in the meantime */
export async function lockPost({ ctx }: ImportJob, db: Trx, id: string, version: number): Promise<Replaced | undefined> {
  const before = await findForEditing(db, id, everyPost, { lock: true });
  if (before?.version !== version) return undefined;
  return { before, revisionId: await holdRevision({ ...ctx, db }, before) };
}

/** As revisions, and so that the import can be undone. */
export async function recordReplaced(job: ImportJob, db: Trx, replaced: Replaced[]): Promise<void> {
  const authorId = job.actor.kind === "user" ? job.actor.id : null;
  for (const { before, revisionId } of replaced) {
    const after = await findForEditing(db, before.id, everyPost);
    if (!after) continue;
    await recordRevision({ ...job.ctx, db }, { before, after, authorId, kind: revisionKind(before.status, after.status) });
    await recordUpdate(db, job, before, revisionId);
  }
}
