import type { Context } from "../context.ts";
import { type RedirectPage, type RedirectSort, siteAddress } from "./model.ts";
import { presentRedirect } from "./present-redirect.ts";
import { allRedirects, countRedirects, redirectRows } from "./redirects.sql.ts";

/** A term as it was typed, and as it stands in stored addresses. */
function spellings(term: string): string[] {
  const address = siteAddress(term.startsWith("/") ? term : `/${term}`);
  const path = address && (term.startsWith("/") ? address.path : address.path.slice(1));
  return path && path !== term ? [term, path] : [term];
}

/**
 * The redirects; a page (from 1) beyond the end is empty. Two SQL statements.
 * @param asked `search`: part of either address, as people or as browsers write it
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

/** Every path that leads elsewhere, decoded. */
export async function redirectedPaths(ctx: Context): Promise<string[]> {
  return (await allRedirects(ctx.db)).map(({ from_path }) => decodeURIComponent(from_path));
}
