import { type RawBuilder, sql } from "kysely";
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

/** `language`: all versions in it. Without one, a category or tag has the version that its list has. */
export type SearchFilters = { category?: string; tag?: string; featured?: boolean; language?: string };

/** `newest`: all finds by their date. */
export type SearchOrder = "rank" | "newest";

type Slice = { limit: number; offset: number; order?: SearchOrder | undefined; except?: string[] };

/**
 * `in_body`: the title or description doesn't contain the whole term. `total` stops one above the cap. `forms`: the site's words that share a
 * stem with one of the term's; `words`: those of the term without stop words; `stems`: of each of them; `unknown`: those that no article has, if
 * few were found.
 */
export type Matches = {
  total: number;
  page: { id: string; in_body: boolean }[];
  forms: string[];
  words: string[];
  stems: string[][];
  unknown: string[];
};

/** With fewer finds, mistyped words are corrected. */
export const FEW = 3;

/** A phrase in quotes is looked for in the newest articles that have all its words. */
const PHRASE_CANDIDATES = 150;

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
  /** kept as `rank`; those of the index are ordered by it */
  kept?: RawBuilder<unknown>;
};

const tagged = (slug: string) => sql`d.published_at is not null and d.tag_id = (select id from tags where slug = ${slug})`;

/**
 * Articles with the whole term in title or description, newest first, then those that have all its words, by rank. One SQL statement. A total
 * above `SEARCH_TOTAL_CAP` means more.
 */
export async function findPosts(ctx: Context, term: PreparedTerm, filters: SearchFilters, slice: Slice): Promise<Matches> {
  const { limit, order = "rank", except = [] } = slice;
  // Nothing is listed beyond the cap, and the database refuses huge offsets.
  const offset = Math.min(slice.offset, SEARCH_TOTAL_CAP);
  const cap = sql.lit(SEARCH_TOTAL_CAP);
  const isNewest = order === "newest";
  const byOrder = isNewest
    ? sql`order by published_at desc, post_id desc`
    : sql`order by in_body, rank desc, published_at desc, post_id desc`;
  const { rows } = await sql<Matches>`
    with ${termOf(term)},
    ${headingsOf(term, filters)},
    ${bodiesOf(term, filters, isNewest)},
    found as (
      select * from (
        select post_id, published_at, false as in_body, 0::bigint as rank from headings
        union all
        select post_id, published_at, true, rank from bodies
      ) both_kinds
      ${except.length > 0 ? sql`where post_id <> all(${except}::uuid[])` : sql``} ${byOrder} limit ${cap} + 1
    ),
    page as (
      select * from found ${byOrder} limit greatest(least(${limit}::int, ${cap} - ${offset}::int), 0) offset ${offset}::int
    )
    select (select count(*) from found) as total, (
        select coalesce(json_agg(json_build_object('id', post_id, 'in_body', in_body) ${byOrder}), '[]') from page) as page,
      array(select distinct form from parts, unnest(forms) form) as forms,
      array(select word from parts order by n) as words, (select coalesce(json_agg(stems order by n), '[]') from parts) as stems,
      case when (select count(*) from found) < ${sql.lit(FEW)} then array(
        select word from parts p where ${IS_UNKNOWN}) else '{}' end as unknown`.execute(ctx.db);
  return rows[0] ?? { total: 0, page: [], forms: [], words: [], stems: [], unknown: [] };
}

/** Asked of the site's words first: to look for a word that nothing has, the planner would read all texts. */
const IS_UNKNOWN = sql`case
  when exists (select from site_words w where w.word >= p.word and w.word < p.word || chr(1114111)) then false
  when p.forms <> '{}' then false
  else (select count(*) from published_texts s where s.words @@ p.part) = 0 end`;

/** `parts`: what each word is found by. `query`: null if there is no word to look up. */
function termOf(term: PreparedTerm): RawBuilder<unknown> {
  const { words, typed } = term.wanted;
  const groups = term.groups.map((letters) => `'${letters}'`).join(" & ") || null;
  const excluded = term.excluded.map(
    (without) => sql`, (select '!(' || string_agg('(' || part::text || ')', ' & ') || ')'
      from search_parts(search_languages(), ${without}::text[], ${without}::text[]))`,
  );
  return sql`parts as materialized (
      select * from search_parts(search_languages(), ${words}::text[], ${typed}::text[])
    ),
    wanted as materialized (
      select concat_ws(' & ', case when bool_or(length(word) > 1) then string_agg('(' || part::text || ')', ' & ' order by n) end,
          ${groups}::text) as every
      from parts
    ),
    term as materialized (
      select fold_text(${term.pattern}) as pattern, ${sql`array(select fold_text(pattern) from unnest(${term.trigrams}::text[]) pattern)`} as trigrams,
        nullif(every, '') is not null as has_query,
        case when every <> '' then concat_ws(' & ', every ${excluded.length > 0 ? sql.join(excluded, sql` `) : sql``}) end::tsquery as query
        ${isJoined(term) ? sql`, joints_of_term(fold_text(${term.text})) || ${term.pairs}::text[] as joints` : sql``}
      from wanted
    )`;
}

/** Trigrams across the words of a term find phrases whose single words would find thousands of articles. */
const isJoined = ({ words, pairs }: PreparedTerm) => words.length > 1 || pairs.length > 0;

function headingsOf(term: PreparedTerm, filters: SearchFilters): RawBuilder<unknown> {
  const joints = isJoined(term) ? sql`and s.joints @> (select joints from term)` : sql``;
  return matchesIn("headings", filters, {
    table: "published_posts",
    column: "heading",
    indexed: term.indexed,
    match: sql`s.heading like (select pattern from term)`,
    closer: joints,
    columns: isJoined(term) ? ["joints"] : [],
    candidate: sql`s.heading like all((select trigrams from term)::text[]) ${joints}`,
    ...HEADINGS,
    most: sql`(${sql.lit(SEARCH_TOTAL_CAP)} + 1)`,
  });
}

/** As `bodies`, with each one's rank. Where more match than can be listed, the newest of them are ranked. */
function bodiesOf(term: PreparedTerm, filters: SearchFilters, isNewest: boolean): RawBuilder<unknown> {
  const cap = sql.lit(SEARCH_TOTAL_CAP);
  const room = isNewest ? sql`${cap} + 1` : sql`${cap} + 1 - (select count(*) from headings)`;
  const most = term.phrases.length > 0 ? sql.lit(PHRASE_CANDIDATES) : room;
  const all = matchesIn("texts", filters, {
    table: "published_texts",
    column: "words",
    columns: ["ranks"],
    kept: isNewest ? sql`0::bigint` : RANK,
    indexed: true,
    match: sql`s.words @@ (select query from term)`,
    ...BODIES,
    most: sql`(case when (select has_query from term) then ${most} else 0 end)`,
    except: sql`headings`,
  });
  const together = term.phrases.map(
    (phrase) => sql`and fold_text(concat_ws(E'\n', p.title, p.description, p.content_text)) ~ ${phrase}`,
  );
  const phrases = sql`join posts p on p.id = t.post_id ${sql.join(together, sql` `)}`;
  return sql`${all},
    bodies as materialized (select t.post_id, t.published_at, t.rank from texts t ${together.length > 0 ? phrases : sql``})`;
}

/** What each word counts for, by where it stands. The text has what all finds have. */
const RANK = sql`(select sum(case when s.ranks @@ in_title then 8 when s.ranks @@ in_description then 4 when s.ranks @@ in_tags then 2 else 1 end)
  from parts)`;

/** In the cheaper way. The last one is called `name`. */
function matchesIn(
  name: string,
  filters: SearchFilters,
  { table, column, columns = [], match, closer = sql``, indexed, candidate, sample, cost, most, except, kept }: Search,
): RawBuilder<unknown> {
  const is = (suffix: string) => sql.ref(`${name}_${suffix}`);
  const scope = scopeOf(table, filters);
  const fresh = except ? sql`and post_id not in (select post_id from ${except})` : sql``;
  // PostgreSQL computes equal aggregates only once.
  const matched = sql`count(*) filter (where ${match})`;
  const newest = sql`order by published_at desc, post_id desc`;
  const ranked = kept ? sql`order by rank desc, published_at desc, post_id desc` : newest;
  const rank = kept ? sql`, ${kept} as rank` : sql``;
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
      select s.post_id, s.published_at ${rank} from ${scope} and ${match} ${closer} and (select wanted and not reading from ${is("way")})
    ),
    ${sql.ref(name)} as materialized (
      (select post_id, published_at ${rank}
        from (${read} offset 0) s
        where (select wanted and reading from ${is("way")}) and ${match} ${fresh} ${newest} limit ${most})
      union all
      (select post_id, published_at ${kept ? sql`, rank` : sql``} from ${is("indexed")} where true ${fresh} ${ranked} limit ${most})
    )`;
}

/** An article without a language of its own is written in the site's. */
const isWrittenIn = (language: string) => sql`(p.language = ${language} or p.language is null and ${language} = site_language())`;

const hasTag = (slug: string) =>
  sql`exists (select from posts_tags t where t.post_id = p.post_id and t.tag_id = (select id from tags where slug = ${slug}))`;

/** For `p`. Links to tags have the dates of listed articles only, so a language is looked for without them. */
function conditionsOf({ category, tag, featured, language }: SearchFilters): RawBuilder<unknown>[] {
  const narrowing = [
    ...(category === undefined ? [] : [sql`p.category_id = (select id from categories where slug = ${category})`]),
    ...(featured ? [sql`p.featured`] : []),
  ];
  if (language !== undefined) return [...narrowing, isWrittenIn(language), ...(tag === undefined ? [] : [hasTag(tag)])];
  return narrowing.length > 0 ? [...narrowing, sql`not p.shadowed`] : [];
}

/** As `s`; `d` has the columns that order it. More conditions can follow. */
function scopeOf(table: "published_posts" | "published_texts", filters: SearchFilters): RawBuilder<unknown> {
  const conditions = conditionsOf(filters);
  const narrowed = conditions.length > 0;
  const among = sql.join([sql`true`, ...conditions], sql` and `);
  const tag = filters.language === undefined ? filters.tag : undefined;
  const same = (alias: string) => sql`join lateral (select s.*) ${sql.ref(alias)} on true`;
  if (table === "published_posts") {
    if (tag === undefined) return sql`published_posts s ${same("d")} ${same("p")} where ${among}`;
    return sql`posts_tags d join published_posts s on s.post_id = d.post_id ${same("p")} where ${tagged(tag)} and ${among}`;
  }
  if (tag !== undefined) {
    const posts = narrowed ? sql`join published_posts p on p.post_id = d.post_id` : sql``;
    return sql`posts_tags d join published_texts s on s.post_id = d.post_id ${posts} where ${tagged(tag)} and ${among}`;
  }
  if (!narrowed) return sql`published_texts s ${same("d")} where true`;
  return sql`published_posts d join published_texts s on s.post_id = d.post_id
    join lateral (select d.post_id, d.category_id, d.featured, d.language, d.shadowed) p on true where ${among}`;
}
