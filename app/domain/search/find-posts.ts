import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { foldWithPlaces } from "../../platform/fold-text.ts";
import type { Context } from "../context.ts";
import { cutText } from "../text-rules.ts";
import type { PreparedTerm } from "./prepare-term.ts";
import { SEARCH_TOTAL_CAP } from "./search-rules.ts";

const BEFORE = 60;
const LENGTH = 180;

/** About 180 characters around the first match, cut between words, with `…`. @param words folded @param runs folded, without spaces */
export function snippetOf(text: string, words: string[], runs: string[] = []): string | undefined {
  const { folded, at } = foldWithPlaces(text);
  const begun = words.length > 0 ? [`(?<![\\p{L}\\p{M}\\p{N}])(?:${words.join("|")})`] : [];
  const found = begun.length + runs.length > 0 ? new RegExp([...begun, ...runs].join("|"), "iu").exec(folded) : null;
  if (!found) return undefined;
  const index = at[found.index] ?? 0;
  const start = index <= BEFORE ? 0 : wordStart(text, index - BEFORE, index);
  const end = start + LENGTH >= text.length ? text.length : wordEnd(text, start + LENGTH, at[found.index + found[0].length] ?? 0);
  const body = cutText(text.slice(start), end - start)
    .replace(/\s+/g, " ")
    .trim();
  return `${start > 0 ? "…" : ""}${body}${end < text.length ? "…" : ""}`;
}

function wordStart(text: string, from: number, limit: number): number {
  const space = text.slice(from, limit).search(/\s/);
  return space < 0 ? limit : from + space + 1;
}

function wordEnd(text: string, from: number, limit: number): number {
  for (let at = from; at > limit; at--) if (/\s/.test(text.charAt(at))) return at;
  return Math.max(from, limit);
}

type SearchFilters = { category?: string; tag?: string; featured?: boolean };

/** `in_body`: only the body contains the words. `total` stops one above the cap. */
type Matches = { total: number; page: { id: string; in_body: boolean }[] };

// There are two ways to search: reading articles from the newest until there are enough matches, which is fast for frequent terms, or
// asking the index, checking its candidates and sorting them, which is fast for rare ones. The share of matches among the newest
// articles tells which way is cheaper. `cost` is the time for a candidate of the index relative to reading an article, measured at
// 100 000 articles.
const HEADINGS = { sample: 1000, cost: 10 };

const BODIES = { sample: 300, cost: 0.6 };

type Search = {
  table: "published_posts" | "published_texts";
  column: "heading" | "words";
  match: RawBuilder<unknown>;
  /** weaker conditions that help the index, with the columns that they read */
  closer?: RawBuilder<unknown>;
  columns?: string[];
  /** else all rows are read */
  indexed: boolean;
  /** for candidates of the index; default: the match itself */
  candidate?: RawBuilder<unknown> | undefined;
  sample: number;
  cost: number;
  /** 0: no search */
  most: RawBuilder<unknown>;
  except?: RawBuilder<unknown>;
};

const tagged = (slug: string) => sql`d.published_at is not null and d.tag_id = (select id from tags where slug = ${slug})`;

/** Matches in title or description, then in bodies; both newest first. One SQL statement. A total above `SEARCH_TOTAL_CAP` means more. */
export function findPosts(
  ctx: Context,
  term: PreparedTerm,
  filters: SearchFilters,
  slice: { limit: number; offset: number },
): Promise<Matches> {
  // Nothing is listed beyond the cap, and the database refuses huge offsets.
  return findMatches(ctx.db, term, filters, { ...slice, offset: Math.min(slice.offset, SEARCH_TOTAL_CAP) });
}

async function findMatches(
  db: Db,
  term: PreparedTerm,
  filters: SearchFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<Matches> {
  const cap = sql.lit(SEARCH_TOTAL_CAP);
  // Trigrams across the words of a term find phrases whose single words would find thousands of articles.
  const joined = term.words.length > 1 || term.pairs.length > 0;
  const joints = joined ? sql`and s.joints @> (select joints from term)` : sql``;
  const { rows } = await sql<Matches>`
    with term as materialized (
      select fold_text(${term.pattern}) as pattern, ${sql`array(select fold_text(pattern) from unnest(${term.trigrams}::text[]) pattern)`} as trigrams, ${queryOf(term)} as query
        ${joined ? sql`, joints_of_term(fold_text(${term.text})) || ${term.pairs}::text[] as joints` : sql``}
    ),
    ${matchesIn("headings", filters, {
      table: "published_posts",
      column: "heading",
      indexed: term.indexed,
      match: sql`s.heading like (select pattern from term)`,
      closer: joints,
      columns: joined ? ["joints"] : [],
      candidate: sql`s.heading like all((select trigrams from term)::text[]) ${joints}`,
      ...HEADINGS,
      most: sql`(${cap} + 1)`,
    })},
    ${matchesIn("bodies", filters, {
      table: "published_texts",
      column: "words",
      indexed: true,
      match: sql`s.words @@ (select query from term)`,
      ...BODIES,
      most: sql`(${cap} + 1 - (select count(*) from headings))`,
      except: sql`headings`,
    })},
    found as (
      select post_id, published_at, false as in_body from headings
      union all
      select post_id, published_at, true from bodies
    ),
    page as (
      select * from found order by in_body, published_at desc, post_id desc
      limit greatest(least(${limit}::int, ${cap} - ${offset}::int), 0) offset ${offset}::int
    )
    select (select count(*) from found) as total, coalesce(
      json_agg(json_build_object('id', post_id, 'in_body', in_body) order by in_body, published_at desc, post_id desc), '[]') as page
    from page`.execute(db);
  return rows[0] ?? { total: 0, page: [] };
}

/** In the cheaper way. The last one is called `name`. */
function matchesIn(
  name: string,
  filters: SearchFilters,
  { table, column, columns = [], match, closer = sql``, indexed, candidate, sample, cost, most, except }: Search,
): RawBuilder<unknown> {
  const is = (suffix: string) => sql.ref(`${name}_${suffix}`);
  const scope = scopeOf(table, filters);
  const fresh = except ? sql`and post_id not in (select post_id from ${except})` : sql``;
  // PostgreSQL computes equal aggregates only once.
  const matched = sql`count(*) filter (where ${match})`;
  const newest = sql`order by published_at desc, post_id desc`;
  const read = sql`select d.post_id, d.published_at, ${sql.join([column, ...columns].map((name) => sql.ref(`s.${name}`)))} from ${scope} order by d.published_at desc, d.post_id desc`;
  return sql`
    ${is("sample")} as materialized (
      select count(*) as seen, ${matched} as matched, ${candidate ? sql`count(*) filter (where ${candidate})` : matched} as candidates
      from (${read} limit ${sql.lit(sample)}) s
      where ${most} > 0
    ),
    ${is("way")} as materialized (
      select ${most} > 0 as wanted, ${sql.lit(!indexed)} or seen < ${sql.lit(sample)}
        or matched * candidates * ${sql.lit(cost)} * n.count >= ${most} * seen ^ 2 as reading
      from ${is("sample")}, site_counts n where n.name = 'published'
    ),
    ${is("indexed")} as materialized (
      select s.post_id, s.published_at from ${scope} and ${match} ${closer} and (select wanted and not reading from ${is("way")})
    ),
    ${sql.ref(name)} as materialized (
      (select post_id, published_at
        from (${read} offset 0) s
        where (select wanted and reading from ${is("way")}) and ${match} ${fresh} ${newest} limit ${most})
      union all
      (select post_id, published_at from ${is("indexed")} where true ${fresh} ${newest} limit ${most})
    )`;
}

function queryOf({ words, groups }: PreparedTerm): RawBuilder<unknown> {
  const begun = sql`to_tsquery('simple', fold_text(${words.map((word) => `${word}:*`).join(" & ")}))`;
  if (groups.length === 0) return begun;
  const contained = sql`(${groups.map((letters) => `'${letters}'`).join(" & ")})::tsquery`;
  return words.length === 0 ? contained : sql`${begun} && ${contained}`;
}

/** As `s`; `d` has the columns that order it. More conditions can follow. */
function scopeOf(table: "published_posts" | "published_texts", { category, tag, featured }: SearchFilters): RawBuilder<unknown> {
  const inCategory =
    category === undefined ? sql`` : sql`and p.category_id = (select id from categories where slug = ${category})`;
  const among = sql`${inCategory} ${featured ? sql`and p.featured` : sql``}`;
  const narrowed = category !== undefined || featured;
  const same = (alias: string) => sql`join lateral (select s.*) ${sql.ref(alias)} on true`;
  if (table === "published_posts") {
    if (tag === undefined) return sql`published_posts s ${same("d")} ${same("p")} where true ${among}`;
    return sql`posts_tags d join published_posts s on s.post_id = d.post_id ${same("p")} where ${tagged(tag)} ${among}`;
  }
  if (tag !== undefined) {
    const posts = narrowed ? sql`join published_posts p on p.post_id = d.post_id` : sql``;
    return sql`posts_tags d join published_texts s on s.post_id = d.post_id ${posts} where ${tagged(tag)} ${among}`;
  }
  if (!narrowed) return sql`published_texts s ${same("d")} where true`;
  return sql`published_posts d join published_texts s on s.post_id = d.post_id
    join lateral (select d.category_id, d.featured) p on true where true ${among}`;
}
