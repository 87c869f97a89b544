import { wallTime } from "../../../platform/time/zone.ts";
import { decoded, webAddress } from "./convert-html.ts";

/** The default of posts, and always that of pages (Ghost's documentation, "Routing"). */
const DEFAULT = "/:slug/";
const SITE = "__GHOST_URL__";

const isZone = (name: string): boolean => {
  try {
    wallTime(new Date(0), name);
    return true;
  } catch {
    return false;
  }
};

type Facts = { id: string; slug: string; isPage: boolean; at: Date | null; tag: string; author: string };

/** By `permalinks` of versions before 2 (`/:year/:month/:slug/`); no export has that of later ones. Null if something is missing. */
export function ghostPath(settings: ReadonlyMap<string, string>, { id, slug, isPage, at, tag, author }: Facts): string | null {
  const template = settings.get("permalinks") ?? "";
  const pattern = !isPage && template.startsWith("/") && /:(?:slug|id)\b/.test(template) ? template : DEFAULT;
  const zone = settings.get("timezone") ?? settings.get("active_timezone") ?? settings.get("activeTimezone") ?? "";
  const [year, month, day] = at ? wallTime(at, isZone(zone) ? zone : "UTC").split(/\D/) : [];
  const parts: Record<string, string | undefined> = {
    id,
    slug,
    year,
    month,
    day,
    author,
    primary_author: author,
    primary_tag: tag || "all",
  };
  let isKnown = true;
  const path = pattern.replace(/:([a-z_]{2,20})/g, (_, name: string) => {
    if (!parts[name]) isKnown = false;
    return encodeURIComponent(parts[name] ?? "");
  });
  return isKnown && slug ? path : null;
}

/** `/content/images/size/w1000/2021/a.png` is a smaller copy. */
const whole = (address: string): string =>
  address.replace(/\/content\/images\/size\/(?:w\d{1,5})?(?:h\d{1,5})?(?:\/format\/\w{1,6})?\//, "/content/images/");

const IMAGES = /(?:^|\/)content\/images\//;

/** In the archive, or on the old blog where its URL is known. */
export function createPictureFinder(entries: string[], oldSite: string | null) {
  const site = (oldSite ?? "").replace(/\/+$/, "");
  const files = new Map(
    entries.filter((name) => IMAGES.test(name)).map((name) => [name.replace(/^.*?(?=content\/images\/)/, ""), name]),
  );
  return {
    settle: (text: string): string => text.replaceAll(SITE, site),
    find(written: string): string | null {
      const address = whole(written);
      const path = /content\/images\/.*$/.exec(address.replace(/[?#].*$/, ""))?.[0] ?? "";
      return files.get(decoded(path)) ?? webAddress(address, oldSite ?? undefined)?.href ?? null;
    },
  };
}
export type PictureFinder = ReturnType<typeof createPictureFinder>;
