import type { Pool } from "pg";

/** Ids of a dictionary's rows, each as often as it is frequent, so that a random draw follows the frequencies. */
type Slots = number[];
export type Dictionaries = { paths: Slots; origins: Slots; agents: Slots; places: Slots };

const SLOTS = 4096;
const SOURCES = 60;
const COUNTRIES = 60;
const CITIES = 300;

/** Shares among `ids`: the first is the most frequent, number k in proportion to 1 / (k + offset). */
function zipfSlots(ids: readonly number[], offset = 1): Slots {
  const weights = ids.map((_, k) => 1 / (k + offset));
  return weightedSlots(ids, weights);
}

function weightedSlots(ids: readonly number[], weights: readonly number[]): Slots {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const slots: Slots = [];
  let until = 0;
  ids.forEach((id, k) => {
    until += ((weights[k] ?? 0) / sum) * SLOTS;
    while (slots.length < Math.round(until)) slots.push(id);
  });
  return slots;
}

const idsOf = async (pool: Pool, query: string, values: unknown[] = []): Promise<number[]> =>
  (await pool.query<{ id: number }>(query, values)).rows.map(({ id }) => id);

/** Fills in what visits share: the site's paths, 60 sources with campaigns, 300 cities in 60 countries, and browsers. */
export async function addDictionaries(pool: Pool): Promise<Dictionaries> {
  const stories = await idsOf(
    pool,
    `insert into analytics_paths (path, title, post_id)
     select '/story/' || slug, title, id from posts where status = 'published' order by md5(id::text) returning id`,
  );
  const pages = await idsOf(
    pool,
    `insert into analytics_paths (path, title) values ('/', 'Home'), ('/view-all', 'All Articles'), ('/about', 'About') returning id`,
  );
  const origins = await idsOf(pool, addOrigins, [SOURCES]);
  const agents = await idsOf(pool, addAgents);
  const places = await idsOf(pool, addPlaces, [COUNTRIES, CITIES]);
  const storyWeights = stories.map((_, k) => 0.78 / (k + 2.7) / harmonic(stories.length));
  return {
    paths: weightedSlots([...pages, ...stories], [0.12, 0.08, 0.02, ...storyWeights]),
    origins: zipfSlots(origins),
    agents: zipfSlots(agents, 3),
    places: zipfSlots(places, 2),
  };
}

const harmonic = (size: number): number => Array.from({ length: size }, (_, k) => 1 / (k + 2.7)).reduce((a, b) => a + b, 0);

const addOrigins = `
  insert into analytics_origins (key, source, channel, referrer_url, utm_source, utm_campaign)
  select sha256(convert_to('origin ' || n, 'UTF8')),
    case when n = 1 then 'Direct' when n <= 11 then (array['Google', 'Bing', 'DuckDuckGo', 'X', 'Facebook', 'LinkedIn', 'Mastodon',
      'ChatGPT', 'Perplexity', 'Claude'])[n - 1] when n % 6 = 0 then 'letter-' || n else 'site-' || n || '.example' end,
    case when n = 1 then 'direct' when n <= 4 then 'search' when n <= 8 then 'social' when n <= 11 then 'ai'
      when n % 6 = 0 then 'campaign' else 'referral' end,
    case when n > 11 and n % 6 <> 0 then 'https://site-' || n || '.example/' end,
    case when n > 11 and n % 6 = 0 then 'letter-' || n end, case when n > 11 and n % 6 = 0 then 'campaign-' || n end
  from generate_series(1, $1::int) n order by n returning id`;

const addAgents = `
  insert into analytics_agents (key, user_agent, browser, browser_version, operating_system, device_type, screen_resolution)
  select sha256(convert_to('agent ' || row_number() over (), 'UTF8')), 'Mozilla/5.0 (' || os || ') ' || browser || '/' || version, browser,
    version || '.0', os, device, screen
  from (values ('Chrome', 'Windows', 'desktop', '1920x1080'), ('Safari', 'iOS', 'mobile', '390x844'),
      ('Chrome', 'Android', 'mobile', '412x915'), ('Firefox', 'Linux', 'desktop', '2560x1440'), ('Safari', 'macOS', 'desktop', '1728x1117'),
      ('Edge', 'Windows', 'desktop', '1920x1080'), ('Samsung Internet', 'Android', 'tablet', '800x1280'),
      ('Opera', 'Windows', 'desktop', '1366x768'), ('Vivaldi', 'Linux', 'desktop', '1920x1200')) b (browser, os, device, screen)
    cross join generate_series(140, 120, -1) version
  order by version desc returning id`;

const addPlaces = `
  insert into analytics_places (key, country, region, city, latitude, longitude, timezone)
  select sha256(convert_to('place ' || n, 'UTF8')), 'Country ' || (1 + (n - 1) % $1), 'Region ' || n, 'City ' || n, n % 90, n % 180,
    'Europe/Berlin'
  from generate_series(1, $2::int) n order by n returning id`;
