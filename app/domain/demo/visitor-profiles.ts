/** Shares as a small blog sees them. */

type Weighted<Item> = Item & { weight: number };

/** `query`: the campaign's tags. */
export const SOURCES: readonly Weighted<{ referrer?: string; query?: string }>[] = [
  { weight: 30 },
  { weight: 27, referrer: "https://www.google.com/" },
  { weight: 4, referrer: "https://duckduckgo.com/" },
  { weight: 3, referrer: "https://www.bing.com/" },
  { weight: 5, referrer: "https://news.ycombinator.com/" },
  { weight: 4, referrer: "https://www.reddit.com/" },
  { weight: 4, referrer: "https://www.linkedin.com/" },
  { weight: 3, referrer: "https://mastodon.social/" },
  { weight: 2, referrer: "https://bsky.app/" },
  { weight: 3, referrer: "https://chatgpt.com/" },
  { weight: 1, referrer: "https://www.perplexity.ai/" },
  { weight: 2, referrer: "https://mail.google.com/" },
  { weight: 7, query: "utm_source=newsletter&utm_medium=email&utm_campaign=autumn-letter" },
  { weight: 2, query: "utm_source=LinkedIn&utm_medium=social&utm_campaign=reading-week" },
  { weight: 3, referrer: "https://slow-mornings.example/links" },
];

export const PLACES: readonly Weighted<{
  country: string;
  region: string;
  city: string;
  latitude: number;
  longitude: number;
  timezone: string;
}>[] = [
  place(13, "United States", "New York", "New York", 40.7, -74, "America/New_York"),
  place(8, "United States", "California", "San Francisco", 37.8, -122.4, "America/Los_Angeles"),
  place(6, "United States", "Illinois", "Chicago", 41.9, -87.6, "America/Chicago"),
  place(11, "United Kingdom", "England", "London", 51.5, -0.1, "Europe/London"),
  place(4, "United Kingdom", "Scotland", "Edinburgh", 56, -3.2, "Europe/London"),
  place(8, "Germany", "Berlin", "Berlin", 52.5, 13.4, "Europe/Berlin"),
  place(4, "Germany", "Bavaria", "Munich", 48.1, 11.6, "Europe/Berlin"),
  place(5, "France", "Île-de-France", "Paris", 48.9, 2.4, "Europe/Paris"),
  place(5, "Canada", "Ontario", "Toronto", 43.7, -79.4, "America/Toronto"),
  place(4, "India", "Karnataka", "Bengaluru", 13, 77.6, "Asia/Kolkata"),
  place(4, "Netherlands", "North Holland", "Amsterdam", 52.4, 4.9, "Europe/Amsterdam"),
  place(3, "Australia", "Victoria", "Melbourne", -37.8, 145, "Australia/Melbourne"),
  place(3, "Sweden", "Stockholm", "Stockholm", 59.3, 18.1, "Europe/Stockholm"),
  place(2, "Spain", "Madrid", "Madrid", 40.4, -3.7, "Europe/Madrid"),
  place(2, "Brazil", "São Paulo", "São Paulo", -23.6, -46.6, "America/Sao_Paulo"),
  place(2, "Japan", "Tokyo", "Tokyo", 35.7, 139.7, "Asia/Tokyo"),
  place(2, "Ireland", "Leinster", "Dublin", 53.3, -6.3, "Europe/Dublin"),
];

function place(
  weight: number,
  country: string,
  region: string,
  city: string,
  latitude: number,
  longitude: number,
  timezone: string,
) {
  return { weight, country, region, city, latitude, longitude, timezone };
}

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
const SAFARI = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0";

export const BROWSERS: readonly Weighted<{ userAgent: string; screen: string }>[] = [
  {
    weight: 24,
    screen: "1920x1080",
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
  },
  {
    weight: 14,
    screen: "1728x1117",
    userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
  },
  { weight: 8, screen: "1512x982", userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Safari/605.1.15` },
  {
    weight: 19,
    screen: "393x852",
    userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${SAFARI} Mobile/15E148 Safari/604.1`,
  },
  {
    weight: 16,
    screen: "412x915",
    userAgent: `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`,
  },
  { weight: 6, screen: "1920x1080", userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0" },
  {
    weight: 5,
    screen: "1536x864",
    userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0",
  },
  {
    weight: 5,
    screen: "1536x864",
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
  },
  {
    weight: 3,
    screen: "820x1180",
    userAgent: `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${SAFARI} Mobile/15E148 Safari/604.1`,
  },
];

export const TERMS: readonly Weighted<{ term: string }>[] = [
  { weight: 5, term: "mood" },
  { weight: 4, term: "backup" },
  { weight: 3, term: "habits" },
  { weight: 3, term: "walking" },
  { weight: 2, term: "soup" },
  { weight: 2, term: "stoicism" },
  { weight: 2, term: "burnout" },
];

export const LOST: readonly Weighted<{ path: string; referrer: string | null }>[] = [
  { weight: 5, path: "/story/mood-tracking", referrer: "https://slow-mornings.example/links" },
  { weight: 2, path: "/story/the-backup-that-wasnt-there", referrer: null },
  { weight: 1, path: "/newsletter", referrer: null },
];

/** How busy it is, from 0 o'clock UTC on. */
export const HOURS = [3, 2, 2, 2, 2, 3, 5, 8, 9, 9, 8, 8, 9, 10, 10, 10, 9, 9, 10, 11, 11, 9, 7, 5].map((weight, hour) => ({
  weight,
  hour,
}));
/** How busy it is, from Monday on. */
export const WEEKDAYS = [1.1, 1.15, 1.1, 1.05, 0.95, 0.65, 0.7] as const;
