/** The people and things of the scripted month. Everything that a figure may be made of is written down here by hand. */

/** The site's timezone: its clocks go back by an hour on 1 November 2026, a day of 25 hours. */
export const ZONE = { setting: "Eastern", name: "America/New_York" };
/** The time at which the owner looks: the afternoon of 10 November there. */
export const NOW = Date.parse("2026-11-10T20:00:00Z");

type Agent = { userAgent: string; browser: string; version: string; os: string; device: "mobile" | "tablet" | "desktop" };
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";

/** `device` is what the user agent says, for pages that report no screen. */
const AGENTS = {
  chrome: {
    userAgent: `${WINDOWS} Chrome/142.0.0.0 Safari/537.36`,
    browser: "Chrome",
    version: "142.0.0.0",
    os: "Windows",
    device: "desktop",
  },
  edge: {
    userAgent: `${WINDOWS} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
    browser: "Microsoft Edge",
    version: "141.0.0.0",
    os: "Windows",
    device: "desktop",
  },
  firefox: {
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
    browser: "Firefox",
    version: "144.0",
    os: "Linux",
    device: "desktop",
  },
  mac: {
    userAgent:
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15",
    browser: "Safari",
    version: "18.4",
    os: "macOS",
    device: "desktop",
  },
  iphone: {
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    browser: "Safari",
    version: "18.5",
    os: "iOS",
    device: "mobile",
  },
  pixel: {
    userAgent:
      "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
    browser: "Chrome",
    version: "142.0.0.0",
    os: "Android",
    device: "mobile",
  },
  galaxy: {
    userAgent:
      "Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Safari/537.36",
    browser: "Samsung Internet for Android",
    version: "27.0",
    os: "Android",
    device: "tablet",
  },
  chromebook: {
    userAgent:
      "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0",
    browser: "Opera",
    version: "120.0.0.0",
    os: "Linux",
    device: "desktop",
  },
  googlebot: {
    userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    browser: "Googlebot",
    version: "2.1",
    os: "Unknown",
    device: "desktop",
  },
  friendly: {
    userAgent: `${WINDOWS} Chrome/140.0.0.0 Safari/537.36 FriendlyBot/1.0`,
    browser: "Chrome",
    version: "140.0.0.0",
    os: "Windows",
    device: "desktop",
  },
  nameless: { userAgent: "", browser: "Unknown", version: "Unknown", os: "Unknown", device: "desktop" },
} satisfies Record<string, Agent>;

export type Place = { country: string | null; region: string | null; city: string | null };
/** What the database of places knows; it has no other addresses. */
export const PLACES: Record<string, Place> = {
  "203.0.113.7": { country: "Germany", region: "Berlin", city: "Berlin" },
  "203.0.113.8": { country: "Germany", region: "Berlin", city: "Berlin" },
  "203.0.113.9": { country: "Germany", region: "Bavaria", city: null },
  "198.18.0.21": { country: "United States", region: "New York", city: "New York" },
  "198.18.0.22": { country: "United States", region: "Illinois", city: "Chicago" },
  "198.18.0.23": { country: "United States", region: "New York", city: "New York" },
  "198.18.7.24": { country: "Canada", region: "Ontario", city: "Toronto" },
  "2001:db8:7:8::9": { country: "Iceland", region: null, city: null },
  "198.18.9.30": { country: "India", region: "Kerala", city: "Kochi" },
  "198.51.100.40": { country: "France", region: null, city: "Lyon" },
};

/** `screen`: as its browser reports it; the device follows from it. */
export type Person = { address: string; agent: Agent; screen?: string; device: Agent["device"]; network: string };
const person = (address: string, agent: Agent, screen?: string, device: Agent["device"] = agent.device): Person => ({
  address,
  agent,
  ...(screen && { screen }),
  device,
  network: address.includes(":") ? "2001:db8:7::/48" : `${address.replace(/\d+$/, "0")}/24`,
});

/** The visitors. The second and third share a home, the fourth has two machines, the fifth a second network. */
export const READERS: Person[] = [
  person("203.0.113.7", AGENTS.chrome, "1920x1080"),
  person("203.0.113.8", AGENTS.iphone, "390x844"),
  person("203.0.113.8", AGENTS.firefox, "1440x900"),
  person("198.18.0.21", AGENTS.mac, "1512x982"),
  person("198.18.0.21", AGENTS.iphone, "393x852"),
  person("198.18.0.22", AGENTS.pixel, "412x915"),
  person("198.18.0.23", AGENTS.edge, "2560x1440"),
  person("198.18.7.24", AGENTS.galaxy, "800x1280"),
  person("2001:db8:7:8::9", AGENTS.firefox, "1024x768", "tablet"),
  person("198.18.9.30", AGENTS.pixel, "360x800"),
  person("203.0.113.9", AGENTS.chrome, "769x1024", "tablet"),
  person("192.0.2.50", AGENTS.chrome, "1366x768"),
  person("192.0.2.51", AGENTS.chromebook, "1366x768"),
  person("198.18.0.22", AGENTS.pixel),
];
/** A visitor without scripts, and those who aren't counted, or not at once. */
export const PLAIN_READER = person("198.18.7.24", AGENTS.firefox);
export const BLOCKED = person("198.51.100.40", AGENTS.chrome, "1920x1080");
export const HASTY = person("192.0.2.60", AGENTS.chrome, "1920x1080");
export const PROBER = person("192.0.2.61", AGENTS.firefox, "1920x1080");
export const SKIMMER = person("192.0.2.62", AGENTS.edge, "1920x1080");
export const GOOGLEBOT = person("192.0.2.70", AGENTS.googlebot);
export const FRIENDLY = person("192.0.2.71", AGENTS.friendly);
export const NAMELESS = person("192.0.2.72", AGENTS.nameless);
export const SILENT = person("192.0.2.73", AGENTS.firefox, "1920x1080");
export const SPAMMED = person("192.0.2.74", AGENTS.mac, "1512x982");
export const PRIVATE = person("198.18.99.99", AGENTS.firefox, "1920x1080");

/** How a visit begins: what its first page reports, and what should be made of it. */
export type Way = {
  query?: string;
  referrer?: string;
  source: string;
  channel: string;
  campaign: string | null;
  stored: string | null;
};
const way = (source: string, channel: string, parts: Partial<Way> = {}): Way => ({
  source,
  channel,
  campaign: null,
  stored: parts.referrer ?? null,
  ...parts,
});
export const DIRECT = way("Direct", "direct");
export const WAYS: Way[] = [
  DIRECT,
  way("Google", "search", { referrer: "https://www.google.com/", stored: "https://www.google.com" }),
  way("Google", "search", { referrer: "https://www.google.de/search?q=larks", stored: "https://www.google.de/search" }),
  way("DuckDuckGo", "search", { referrer: "https://duckduckgo.com/", stored: "https://duckduckgo.com" }),
  way("ChatGPT", "ai", { query: "utm_source=chatgpt.com" }),
  way("Perplexity", "ai", {
    referrer: "https://www.perplexity.ai/search/larks",
    stored: "https://www.perplexity.ai/search/larks",
  }),
  way("X", "social", { referrer: "https://t.co/AbC", stored: "https://t.co/AbC" }),
  way("news.example", "referral", {
    referrer: "https://www.news.example/links?who=anna",
    stored: "https://www.news.example/links",
  }),
  way("letter", "mail", { query: "utm_source=letter&utm_medium=email&utm_campaign=autumn", campaign: "autumn" }),
  way("Facebook", "campaign", { query: "utm_source=facebook&utm_medium=cpc&utm_campaign=launch", campaign: "launch" }),
  way("Direct", "internal", { referrer: "http://blog.test/about", stored: null }),
];
export const SPAM = way("forum.semalt.com", "referral", {
  referrer: "http://forum.semalt.com/crawler?u=blog.test",
  stored: "http://forum.semalt.com/crawler",
});

/** `from`/`until`: when it is public, in ms since 1970; `dated`: its publication date at the end. */
export type Post = {
  slug: string;
  oldSlug?: string;
  title: string;
  category: "Calm" | "Work" | null;
  minutes: number;
  from: number;
  until?: number;
  dated: number;
};
const post = (
  slug: string,
  title: string,
  category: Post["category"],
  minutes: number,
  date: string,
  more: Partial<Post> = {},
) => ({
  slug,
  title,
  category,
  minutes,
  from: Date.parse(date),
  dated: Date.parse(date),
  ...more,
});
export const POSTS: Post[] = [
  post("heron", "The heron waits", "Calm", 4, "2025-05-01T12:00:00Z"),
  post("mood-diary", "A diary of moods", "Calm", 7, "2025-07-01T12:00:00Z", { oldSlug: "feelings-notebook" }),
  post("deep-work", "Deep work", "Work", 9, "2026-09-20T12:00:00Z"),
  post("inbox", "An empty inbox", "Work", 3, "2026-10-30T02:30:00Z"),
  post("loose-ends", "Loose ends", null, 5, "2026-11-05T15:00:00Z"),
  post("never-read", "Never read by anybody", null, 6, "2026-03-01T15:00:00Z"),
  // Written in the back office during the month: see PUBLISHED, REWRITTEN, ARCHIVED.
  post("larks-rise", "Larks rise", "Calm", 4, "2026-10-20T13:00:00Z", { dated: Date.parse("2026-11-03T13:00:00Z") }),
  post("withdrawn", "Withdrawn", "Work", 8, "2026-01-01T12:00:00Z", { until: Date.parse("2026-10-29T12:00:00Z") }),
];
export const LARKS = POSTS[6] as Post;
export const WITHDRAWN = POSTS[7] as Post;
/** Words of the article written in the month, before and after it was rewritten: 3 and 4 minutes at 200 a minute. */
export const LARKS_WORDS = { first: 410, rewritten: 650 };

/** The pages that exist at some time, by path. */
export type Page = { path: string; title: string; post: Post | null };
export const PAGES: Page[] = [
  { path: "/", title: "Home", post: null },
  { path: "/view-all", title: "All Articles", post: null },
  { path: "/about", title: "About", post: null },
  { path: "/privacy", title: "Privacy", post: null },
  ...POSTS.flatMap((one) =>
    [one.slug, ...(one.oldSlug ? [one.oldSlug] : [])].map((slug) => ({ path: `/story/${slug}`, title: one.title, post: one })),
  ),
];

/** The search terms, and how many articles there are for each. */
export const SEARCHES = [
  { term: "heron", results: 1 },
  { term: "diary", results: 1 },
  { term: "xylophone", results: 0 },
];
/** Missing pages, each with the page that was probably meant. */
export const LOST = [
  { path: "/2019/05/mood-diary.html", nearest: { path: "/story/mood-diary", title: "A diary of moods" } },
  { path: "/archives", nearest: { path: "/view-all", title: "All Articles" } },
  { path: "/qqqq", nearest: null },
];
