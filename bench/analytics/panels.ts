/** The requests of the screens, each with its range. `live` is a stream and has no range. */
export const PANELS = [
  "overview",
  "timeline",
  "pages",
  "pages?sort=entries",
  "pages?sort=exits",
  ...["source", "channel", "campaign", "country", "city", "device", "browser", "os"].map((name) => `breakdown?dimension=${name}`),
  "sessions",
  "searches",
  "missing",
  "blog",
  "blog/posts",
  "blog/funnel",
];
/** Panels that can be filtered by a page, a source or a country. */
export const DRILLED = PANELS.slice(0, PANELS.indexOf("searches"));

export type Range = { name: string; query: string };

const iso = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

export const RANGES: Range[] = [
  ...["7d", "30d", "90d", "1y"].map((range) => ({ name: range, query: `range=${range}` })),
  { name: "2 years", query: `range=custom&from=${iso(729)}&to=${iso(0)}` },
];

/** The path of a panel. @param drill such as `&country=Country%201` */
export const addressOf = (panel: string, range: Range, drill = ""): string =>
  `/api/admin/analytics/${panel}${panel.includes("?") ? "&" : "?"}${range.query}${drill}`;
