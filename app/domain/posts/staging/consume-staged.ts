import type { Kysely } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { staleEdit } from "./stage-edit.ts";
import { deleteStaged, findStaged, findUnfinished } from "./staging.sql.ts";

/**
 * Ends the changes of a post, because they are saved in this transaction.
 * @param version of the changes that the save contains, 0 for none. undefined: the save knows of no changes and leaves them
 * @throws DomainError `stale_edit` when somebody else has kept newer ones
 */
export async function consumeStagedEdit(db: Kysely<DB>, postId: string, version: number | undefined): Promise<void> {
  if (version === undefined) return;
  const row = await findStaged(db, postId, { lock: true });
  if ((row?.version ?? 0) !== version) throw staleEdit();
  if (row) await deleteStaged(db, row.id);
}

/** Ends what was kept of a new post, because it is saved in this transaction. One that isn't there is no error. */
export async function consumeUnfinished(db: Kysely<DB>, authorId: string, id: string | undefined): Promise<void> {
  if (id === undefined || !(await findUnfinished(db, authorId, id, { lock: true }))) return;
  await deleteStaged(db, id);
}
