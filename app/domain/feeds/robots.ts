import { routes } from "../../routes.ts";
import { CRAWLER_NAMES, CRAWLERS, type Settings, type Site } from "../settings/settings.ts";

/** The names of the crawlers that are turned away. */
const deniedAgents = (settings: Settings): string[] =>
  CRAWLER_NAMES.filter((name) => !settings.allowAiCrawlers || !settings[name]).map((name) => CRAWLERS[name].agent);

/**
 * What crawlers may fetch (RFC 9309). Who is turned away has a group of its own, which counts for it alone; everybody else finds
 * the site open but for its back office and its interface.
 * @returns plain text
 */
export function robotsText(settings: Settings, site: Pick<Site, "url">): string {
  const denied = deniedAgents(settings);
  return [
    ...(denied.length > 0 ? [...denied.map((agent) => `User-agent: ${agent}`), "Disallow: /", ""] : []),
    "User-agent: *",
    "Allow: /",
    "Allow: /api/docs",
    "Disallow: /admin",
    "Disallow: /api/",
    "",
    `Sitemap: ${site.url}${routes.sitemap()}`,
    "",
  ].join("\n");
}
