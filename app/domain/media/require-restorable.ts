import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { PolicyActor } from "../back-office.policy.ts";
import { invalid } from "../errors.ts";
import { mediaPolicy } from "./media.policy.ts";
import { libraryOf } from "./media.sql.ts";

const ADDRESS = /\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//g;

/** By the name of the field: what is stored there, and what is said if it isn't possible. */
type Shown = Record<string, { text: string | null | undefined; rule: string }>;

/**
 * What a text shows leaves the trash, by triggers. This refuses images there that the actor may not restore. Others aren't moved to the trash
 * until the transaction ends.
 * @throws DomainError invalid_input, which names the field
 */
export async function requireRestorable(db: Db, actor: PolicyActor, shown: Shown): Promise<void> {
  if (mediaPolicy.editAny.admits(actor)) return;
  const idsIn = (text: string | null | undefined) => [...(text ?? "").matchAll(ADDRESS)].flatMap(([, id]) => id ?? []);
  const ids = [...new Set(Object.values(shown).flatMap(({ text }) => idsIn(text)))];
  if (ids.length === 0) return;
  const rows = await db
    .selectFrom("media")
    .select(["id", sql<boolean>`trashed_at is not null and not (${libraryOf(actor)})`.as("is_refused")])
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("id")
    .forKeyShare()
    .execute();
  const refused = new Set(rows.filter(({ is_refused }) => is_refused).map(({ id }) => id));
  const faults = Object.entries(shown).flatMap(([field, { text, rule }]) =>
    idsIn(text).some((id) => refused.has(id)) ? [{ field, rule }] : [],
  );
  if (faults[0]) throw invalid(faults[0].rule, faults);
}
