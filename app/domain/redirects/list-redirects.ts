import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import type { OldAddress, OldAddressPage, Redirect, RedirectPage } from "./redirect.ts";
import { type RedirectSort, siteAddress } from "./redirect-rules.ts";
import {
  allRedirects,
  countOldSlugs,
  countRedirects,
  type OldSlugRow,
  oldSlugRows,
  type RedirectRow,
  redirectRows,
} from "./redirects.sql.ts";

const present = ({ old_slug, slug, status, last_hit_at, created_at, ...row }: OldSlugRow): OldAddress => ({
  ...row,
  from_path: routes.story(old_slug),
  to_path: routes.story(slug),
  is_public: status === "published",
  last_hit_at: last_hit_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});

/**
 * Lists the former paths of articles, the most used first. `page` counts from 1; a page beyond the end is empty. Two SQL statements. The
 * caller checks that this is an admin.
 * @param query `search`: part of either slug or of the title
 */
export async function listOldAddresses(
  ctx: Context,
  { search, page, limit }: { search?: string | undefined; page: number; limit: number },
): Promise<OldAddressPage> {
  const term = search?.trim().replace(/^\/story\//, "") || undefined;
  const total = await countOldSlugs(ctx.db, term);
  const rows = await oldSlugRows(ctx.db, term, { limit, offset: (page - 1) * limit });
  return { items: rows.map(present), total, page, pages: Math.ceil(total / limit), limit };
}

/** A redirect in a response. */
export const presentRedirect = ({ created_at, last_hit_at, ...row }: RedirectRow): Redirect => ({
  ...row,
  last_hit_at: last_hit_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});

/** A search term as typed, and as stored paths spell it. */
function spellings(term: string): string[] {
  const address = siteAddress(term.startsWith("/") ? term : `/${term}`);
  const path = address?.rest === "" && (term.startsWith("/") ? address.path : address.path.slice(1));
  return path && path !== term ? [term, path] : [term];
}

/**
 * Lists redirects. `page` counts from 1; a page beyond the end is empty. Two SQL statements.
 * @param query `search`: part of either path, readable or percent-encoded
 */
export async function listRedirects(
  ctx: Context,
  { search, sort, page, limit }: { search?: string | undefined; sort: RedirectSort; page: number; limit: number },
): Promise<RedirectPage> {
  const term = search?.trim();
  const terms = term ? spellings(term) : undefined;
  const total = await countRedirects(ctx.db, terms);
  const rows = await redirectRows(ctx.db, { search: terms, sort, limit, offset: (page - 1) * limit });
  return { items: rows.map(presentRedirect), total, page, pages: Math.ceil(total / limit), limit };
}

/** All paths with a redirect, decoded. */
export async function redirectedPaths(ctx: Context): Promise<string[]> {
  return (await allRedirects(ctx.db)).map(({ from_path }) => decodeURIComponent(from_path));
}
