import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";

/** The secret of a purpose, made with the database. */
export async function findSecret(db: Kysely<DB>, purpose: string): Promise<string> {
  const { secret } = await db
    .selectFrom("link_secrets")
    .select("secret")
    .where("purpose", "=", purpose)
    .executeTakeFirstOrThrow();
  return secret;
}
