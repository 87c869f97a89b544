import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { PostKind } from "../posts/post-rules.ts";

export type RedirectRow = {
  id: string;
  from_path: string;
  to_path: string;
  hits: number;
  last_hit_at: Date | null;
  created_by: string | null;
  created_at: Date;
};

export const columns = sql`r.id, r.from_path, r.to_path, r.hits, r.last_hit_at, u.email as created_by, r.created_at`;
export const joined = sql`redirects r left join users u on u.id = r.created_by`;

/** Any of the spellings of a term. */
export const matching = (search: readonly string[] | undefined) =>
  search === undefined
    ? sql`true`
    : sql`exists (select from unnest(${search}::text[]) term where strpos(lower(r.from_path || E'\n' || r.to_path), lower(term)) > 0)`;

export async function countRedirects(db: Db, search?: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from redirects r where ${matching(search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function targetOf(db: Db, from: string): Promise<string | undefined> {
  const row = await db.selectFrom("redirects").select("to_path").where("from_path", "=", from).executeTakeFirst();
  return row?.to_path;
}

export const allRedirects = (db: Db): Promise<{ from_path: string; to_path: string }[]> =>
  db.selectFrom("redirects").select(["from_path", "to_path"]).execute();

export type Live = { slug: string; kind: PostKind };

export async function redirectsFrom(db: Db, paths: string[]): Promise<{ from_path: string; to_path: string }[]> {
  const { rows } = await sql<{ from_path: string; to_path: string }>`
    select from_path, to_path from redirects where from_path = any(${paths}::text[])`.execute(db);
  return rows;
}
