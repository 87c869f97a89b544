import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seededRandom } from "../../../bench/database/vocabulary.ts";
import { openTestContext } from "../../../test/context.ts";
import { listPosts } from "./list-posts.ts";

// The newest know none of the words, so that the index is asked.
const NEWER = 1200;
const OLDER = 600;

const random = seededRandom(20);
const pick = <T>(from: T[]): T => from[Math.floor(random() * from.length)] as T;
const WORDS = [
  "lark",
  "larkspur",
  "a",
  "ö",
  "well",
  "known",
  "e",
  "मन",
  "sea",
  "seaside",
  "10",
  "o'clock",
  "naïve",
  "the",
  "I",
  "機械学習入門",
];
const GAPS = [" ", " ", " ", "-", ", ", " – ", ". ", "  "];

const headings = Array.from({ length: OLDER }, () =>
  Array.from({ length: 3 + Math.floor(random() * 6) }, () => pick(WORDS) + pick(GAPS))
    .join("")
    .trim(),
);

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
  await sql`
    insert into posts (title, slug, description, status, published_at)
    select 'Untitled', 'old-' || n, heading, 'published', timestamptz '2020-01-01' + n * interval '1 hour'
    from unnest(${headings}::text[]) with ordinality as g (heading, n)`.execute(opened.ctx.db);
  await sql`
    insert into posts (title, slug, status, published_at)
    select 'Untitled', 'new-' || n, 'published', timestamptz '2024-01-01' + n * interval '1 hour'
    from generate_series(1, ${NEWER}::int) n`.execute(opened.ctx.db);
  await sql`analyze`.execute(opened.ctx.db);
});
afterAll(() => opened.close());

/** Parts of headings: they begin and end anywhere, also within a word. */
const parts = Array.from({ length: 150 }, () => {
  const heading = pick(headings);
  const start = Math.floor(random() * (heading.length - 4));
  return heading.slice(start, start + 4 + Math.floor(random() * 14)).trim();
}).filter((part) => part.replace(/\s+/g, " ") === part && part.length > 3 && part.isWellFormed());

const plain = (text: string) => text.toLowerCase().replaceAll("ö", "o").replaceAll("ï", "i").replaceAll("–", "-");

test("every part of a heading finds all headings that contain it, whatever separates its words", async () => {
  expect(parts.length).toBeGreaterThan(80);
  for (const part of new Set(parts)) {
    const holding = headings.flatMap((heading, n) => (plain(heading).includes(plain(part)) ? [`old-${n + 1}`] : [])).toReversed();
    const { total, posts } = await listPosts(opened.ctx, { search: part, page: 1, limit: 50 });
    expect(
      posts.slice(0, holding.length).map(({ slug }) => slug),
      part,
    ).toEqual(holding.slice(0, 50));
    expect(total, part).toBeGreaterThanOrEqual(Math.min(holding.length, 200));
  }
});

test("separate words don't make a phrase in quotes", async () => {
  const together = headings.filter((heading) => /larkspur\W+seaside\W+known/i.test(heading)).length;
  const { total } = await listPosts(opened.ctx, { search: '"larkspur seaside known"', page: 1, limit: 1 });
  expect(total).toBe(together);
  const apart = await listPosts(opened.ctx, { search: "larkspur seaside known", page: 1, limit: 1 });
  expect(apart.total).toBeGreaterThan(together);
});
