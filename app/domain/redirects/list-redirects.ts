import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { holdsText } from "../../platform/database/text-search.ts";
import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { paged } from "../schema-fields.ts";
import type { OldAddress, OldAddressPage, Redirect, RedirectPage } from "./redirect.ts";
import { type RedirectSort, siteAddress } from "./redirect-rules.ts";
import { allRedirects, columns, countRedirects, joined, matching, type RedirectRow } from "./redirects.sql.ts";

type OldSlugRow = {
  old_slug: string;
  slug: string;
  post_id: string;
  title: string;
  status: string;
  hits: number;
  last_hit_at: Date | null;
  created_at: Date;
};

const present = ({ old_slug, slug, status, last_hit_at, created_at, ...row }: OldSlugRow): OldAddress => ({
  ...row,
  from_path: routes.story(old_slug),
  to_path: routes.story(slug),
  is_public: status === "published",
  last_hit_at: last_hit_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});

const leading = sql`
  from post_slugs s join posts p on p.id = s.post_id and p.status <> 'trashed'
  where not exists (select from posts o where o.slug = s.slug and o.status = 'published')`;

const matchingSlug = (search: string | undefined) =>
  search === undefined ? sql`true` : holdsText(sql`s.slug || E'\n' || p.slug || E'\n' || p.title`, sql`${search}::text`);

/** The most used first. A page (from 1) beyond the end is empty. Two SQL statements. The caller checks that this is an admin. */
export async function listOldAddresses(
  ctx: Context,
  { search, page, limit }: { search?: string | undefined; page: number; limit: number },
): Promise<OldAddressPage> {
  const term = search?.trim().replace(/^\/story\//, "") || undefined;
  const total = await countOldSlugs(ctx.db, term);
  const { rows } = await sql<OldSlugRow>`
    select s.slug as old_slug, p.slug, p.id as post_id, p.title, p.status, s.hits, s.last_hit_at, s.created_at
    ${leading} and ${matchingSlug(term)} order by s.hits desc, s.created_at desc, s.slug
    limit ${limit} offset ${(page - 1) * limit}`.execute(ctx.db);
  return paged(rows.map(present), total, page, limit);
}

async function countOldSlugs(db: Db, search: string | undefined): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${leading} and ${matchingSlug(search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export const presentRedirect = ({ created_at, last_hit_at, ...row }: RedirectRow): Redirect => ({
  ...row,
  last_hit_at: last_hit_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});

function spellings(term: string): string[] {
  const address = siteAddress(term.startsWith("/") ? term : `/${term}`);
  const path = address?.rest === "" && (term.startsWith("/") ? address.path : address.path.slice(1));
  return path && path !== term ? [term, path] : [term];
}

const ORDERS: Record<RedirectSort, ReturnType<typeof sql>> = {
  "-created_at": sql`r.created_at desc, r.id desc`,
  created_at: sql`r.created_at, r.id`,
  "-hits": sql`r.hits desc, r.from_path`,
  hits: sql`r.hits, r.from_path`,
  from_path: sql`r.from_path`,
  "-from_path": sql`r.from_path desc`,
};

/** A page (from 1) beyond the end is empty. Two SQL statements. @param query `search`: part of either path, readable or percent-encoded */
export async function listRedirects(
  ctx: Context,
  { search, sort, page, limit }: { search?: string | undefined; sort: RedirectSort; page: number; limit: number },
): Promise<RedirectPage> {
  const term = search?.trim();
  const terms = term ? spellings(term) : undefined;
  const total = await countRedirects(ctx.db, terms);
  const { rows } = await sql<RedirectRow>`
    select ${columns} from ${joined} where ${matching(terms)} order by ${ORDERS[sort]}
    limit ${limit} offset ${(page - 1) * limit}`.execute(ctx.db);
  return paged(rows.map(presentRedirect), total, page, limit);
}

/** Decoded. */
export async function redirectedPaths(ctx: Context): Promise<string[]> {
  return (await allRedirects(ctx.db)).map(({ from_path }) => decodeURIComponent(from_path));
}
