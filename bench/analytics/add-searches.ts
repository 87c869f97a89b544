import type { Pool } from "pg";

/** Adds searches without results and missing pages: some 40 terms and 25 paths a day. */
export async function addFound(pool: Pool, days: number): Promise<void> {
  await pool.query(
    `insert into analytics_searches (day, term, searches, results)
     select current_date - d, 'term ' || floor(power(random(), 3) * 2000)::int, 1 + floor(random() * 9)::int, floor(random() * 4)::int
     from generate_series(0, $1::int - 1) d cross join generate_series(1, 40) on conflict do nothing`,
    [days],
  );
  await pool.query(
    `insert into analytics_missing (day, path, hits)
     select current_date - d, '/story/lost-' || floor(power(random(), 3) * 2000)::int, 1 + floor(random() * 9)::int
     from generate_series(0, $1::int - 1) d cross join generate_series(1, 25) on conflict do nothing`,
    [days],
  );
}
