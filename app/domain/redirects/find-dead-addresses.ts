import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { isRuled, listsAround } from "./follow-rule.ts";
import { isOfSite, pageNamed, storyNamed } from "./judge-redirect.ts";
import { type Live, redirectsFrom } from "./redirects.sql.ts";

/** Two SQL statements. @param addresses as `startAddress` spells them @param known addresses of the current import, which lead on */
export async function deadAddresses(db: Db, addresses: string[], known: ReadonlySet<string>, folder = ""): Promise<string[]> {
  const around = (address: string) => [address, ...listsAround(address, folder)];
  const isKnown = (address: string) => around(address).some((one) => known.has(one));
  const unknown = addresses.filter((one) => !isOfSite(one) && !isRuled(one, folder) && !isKnown(one));
  if (unknown.length === 0) return [];
  const redirects = await redirectsFrom(db, [...new Set(unknown.flatMap(around))]);
  const redirected = new Set(redirects.map(({ from_path }) => from_path));
  const slugs = unknown.flatMap((one) => storyNamed(one) ?? pageNamed(one) ?? []);
  const { rows } = await sql<Live>`
    select s.slug, p.kind from post_slugs s join posts p on p.id = s.post_id and p.status = 'published'
    where s.slug = any(${slugs}::text[])
    union all select slug, kind from posts where slug = any(${slugs}::text[]) and status = 'published'`.execute(db);
  const live = new Map(rows.map(({ slug, kind }) => [slug, kind]));
  return unknown.filter((one) => {
    if (around(one).some((path) => redirected.has(path))) return false;
    const [story, page] = [storyNamed(one), pageNamed(one)];
    // A page's article path leads on to the page.
    if (story !== null) return !live.has(story);
    return page === null || live.get(page) !== "page";
  });
}
