import { localDay } from "../../platform/time/zone.ts";
import type { PublicSite, Site } from "./model.ts";

/** The site as the API shows it. The year is that of `now` in the site's time zone. */
export const presentSite = (site: Site, now: Date): PublicSite => ({
  ...site,
  year: Number(localDay(now.getTime(), site.timezone).slice(0, 4)),
});
