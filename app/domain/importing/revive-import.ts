import type { Context } from "../context.ts";
import { moveImport } from "./imports.sql.ts";

/**
 * Puts an import that was given up back to work, for its job is about to be done once more. What it has stored is passed over. One
 * that an admin has started again or forgotten meanwhile stays as it is.
 */
export async function reviveImport({ db, clock }: Context, id: string): Promise<void> {
  const values = { done: 0, finished_at: null, updated_at: clock.now() };
  if (await moveImport(db, id, ["failed"], { ...values, state: "importing" })) return;
  await moveImport(db, id, ["refused"], { ...values, state: "checking" });
}
