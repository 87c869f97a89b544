import { routes } from "../../routes.ts";
import { deniedAgents } from "../settings/crawlers-model.ts";
import type { Settings, Site } from "../settings/model.ts";

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
