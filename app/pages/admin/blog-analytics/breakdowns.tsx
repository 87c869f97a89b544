import { BLOG_LIMITS, type BlogAnalytics, type Share } from "../../../domain/analytics/blog/blog-model.ts";
import { PANEL_LIMIT_MAX } from "../../../domain/analytics/panels/panels-model.ts";
import { BarList } from "../charts/bar-list.tsx";
import { FiguresPanel } from "./figures-panel.tsx";
import { readBlog } from "./queries.ts";
import type { Days } from "./use-blog-filters.ts";

type BreakdownProps = Days & { data: BlogAnalytics };

const figures = new Intl.NumberFormat("en-US");
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
/** What nobody knows is said in words. */
const placeOf = (location: string) => (location === "unknown" ? "Unknown" : location);

const bar = (label: string, { count, percentage }: Share) => ({ label, value: count, percentage });

/** What the visits of these days were made with. */
export function Devices({ data: { deviceBreakdown: items }, asked, period }: BreakdownProps) {
  return (
    <FiguresPanel
      title="Device Breakdown"
      empty={items.length === 0 ? "No device data available" : undefined}
      exports={{ period, load: async () => (await readBlog(asked, PANEL_LIMIT_MAX)).deviceBreakdown, rows: (all) => all }}
    >
      <BarList unit="visits" items={items.slice(0, BLOG_LIMITS.devices).map((item) => bar(capital(item.device), item))} />
    </FiguresPanel>
  );
}

export function Browsers({ data: { browserBreakdown: items }, asked, period }: BreakdownProps) {
  return (
    <FiguresPanel
      title="Browser Breakdown"
      empty={items.length === 0 ? "No browser data available" : undefined}
      exports={{ period, load: async () => (await readBlog(asked, PANEL_LIMIT_MAX)).browserBreakdown, rows: (all) => all }}
    >
      <BarList unit="visits" items={items.slice(0, BLOG_LIMITS.browsers).map((item) => bar(item.browser, item))} />
    </FiguresPanel>
  );
}

/** Where the visits of these days came from. */
export function Locations({ data, asked, period }: BreakdownProps) {
  const items = data.locationBreakdown.slice(0, BLOG_LIMITS.locations);
  const more = data.totalLocations - items.length;
  return (
    <FiguresPanel
      title="Visitor Locations"
      empty={items.length === 0 ? "No location data available yet." : undefined}
      exports={{ period, load: async () => (await readBlog(asked, PANEL_LIMIT_MAX)).locationBreakdown, rows: (all) => all }}
    >
      <BarList ranked unit="visits" items={items.map((item) => bar(placeOf(item.location), item))} />
      {more > 0 ? <p className="blog-more">{`+${figures.format(more)} more locations`}</p> : null}
    </FiguresPanel>
  );
}
