import { sql } from "kysely";
import type { Context } from "../context.ts";
import { SCOPES } from "./token-rules.ts";

const POST_SCOPES = SCOPES.filter((scope) => scope.startsWith("posts:"));

/** Whether any token that hasn't expired reads or writes posts. */
export async function hasPostToken({ db, clock }: Pick<Context, "db" | "clock">): Promise<boolean> {
  const found = await db
    .selectFrom("api_tokens")
    .select("id")
    .where(sql<boolean>`scopes && ${POST_SCOPES}::text[]`)
    .where(({ or, eb }) => or([eb("expires_at", "is", null), eb("expires_at", ">", clock.now())]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
