import type { Insertable, Transaction } from "kysely";
import { sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";

/** A demo reader's id; an account that has the address already is left as it is. */
export async function ensureReader(
  trx: Transaction<DB>,
  reader: { full_name: string; email: string; since: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into users (email, full_name, is_demo, created_at, updated_at)
    values (${reader.email}, ${reader.full_name}, true, ${reader.since}, ${reader.since})
    on conflict ((lower(email))) do update set email = users.email
    returning id`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("the reader was not stored");
  return row.id;
}

/** Stores one comment of the demo; nobody is told of it. @returns its id */
export async function insertDemoComment(trx: Transaction<DB>, values: Insertable<DB["comments"]>): Promise<string> {
  const { id } = await trx
    .insertInto("comments")
    .values({ ...values, is_demo: true, notified_at: values.created_at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
