import type { Selectable } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import { authorize, type SignedIn } from "../authorize.ts";
import { isAdmin, type PolicyActor } from "../back-office.policy.ts";
import type { Context } from "../context.ts";
import { paged } from "../schema-fields.ts";
import { personFor } from "../users/user.policy.ts";
import type { Person } from "../users/user.ts";
import { tokenPolicy } from "./token.policy.ts";
import type { ApiToken, ApiTokenPage } from "./token.ts";
import type { Scope } from "./token-rules.ts";

type Row = Omit<Selectable<DB["api_tokens"]>, "hash" | "has_code" | "mailed_at"> & { full_name: string | null; email: string };

const present = (reader: PolicyActor, row: Row): ApiToken => ({
  id: row.id,
  name: row.name,
  owner: personFor(reader, { id: row.user_id, full_name: row.full_name, email: row.email }) as Person,
  scopes: row.scopes as Scope[],
  ending: row.ending,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  last_used_from: row.last_used_from,
  mails_publishing: row.mails_publishing,
});

const within = (db: Db, actor: SignedIn) =>
  db
    .selectFrom("api_tokens as t")
    .innerJoin("users as u", "u.id", "t.user_id")
    .$if(!isAdmin(actor), (query) => query.where("t.user_id", "=", actor.id));

const rowsOf = (db: Db, actor: SignedIn) =>
  within(db, actor)
    .select(["t.id", "t.user_id", "t.name", "t.scopes", "t.ending", "t.created_at", "t.expires_at"])
    .select(["t.last_used_at", "t.last_used_from", "t.mails_publishing", "u.full_name", "u.email"]);

/** One's own, for admins everybody's, the newest first; expired ones stay until they are revoked. @throws DomainError `forbidden` */
export async function listTokens(
  { db }: Context,
  actor: SignedIn,
  { page, limit }: { page: number; limit: number },
): Promise<ApiTokenPage> {
  authorize(actor, tokenPolicy.read);
  const newest = rowsOf(db, actor).orderBy("t.created_at", "desc").orderBy("t.id");
  const [rows, { count }] = await Promise.all([
    newest
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    within(db, actor)
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow(),
  ]);
  return paged(
    rows.map((row) => present(actor, row)),
    Number(count),
    page,
    limit,
  );
}

export const readToken = async (db: Db, actor: SignedIn, id: string): Promise<ApiToken> =>
  present(actor, await rowsOf(db, actor).where("t.id", "=", id).executeTakeFirstOrThrow());
