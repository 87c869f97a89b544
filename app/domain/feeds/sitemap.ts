import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import type { Site } from "../settings/model.ts";
import { countPublished, publishedAddresses } from "./sitemap-queries.ts";
import { element, textElement, xmlDocument } from "./xml.ts";

/** The most addresses that a sitemap may hold (sitemaps.org). */
export const SITEMAP_LENGTH = 50_000;

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const PAGES = [routes.home(), routes.listing(), routes.about(), routes.privacy(), routes.terms()];

const urlset = (urls: string[]) => xmlDocument(element("urlset", { xmlns: NAMESPACE }, ...urls));

async function articles(ctx: Context, site: Site, offset: number, limit: number): Promise<string[]> {
  const rows = await publishedAddresses(ctx, offset, limit);
  return rows.map(({ slug, updated_at }) =>
    element("url", {}, textElement("loc", site.url + routes.story(slug)), textElement("lastmod", updated_at.toISOString())),
  );
}

const pages = (site: Site) => PAGES.map((path) => element("url", {}, textElement("loc", site.url + path)));

/**
 * Every public page and article. A site with more addresses than one file may hold gets an index of files.
 * @param length the most addresses in one file
 * @returns XML
 */
export async function readSitemap(ctx: Context, site: Site, length = SITEMAP_LENGTH): Promise<string> {
  const total = (await countPublished(ctx)) + PAGES.length;
  if (total <= length) return urlset([...pages(site), ...(await articles(ctx, site, 0, length - PAGES.length))]);
  const files = Array.from({ length: Math.ceil(total / length) }, (_, index) =>
    element("sitemap", {}, textElement("loc", `${site.url}/sitemap-${index + 1}.xml`)),
  );
  return xmlDocument(element("sitemapindex", { xmlns: NAMESPACE }, ...files));
}

/**
 * One file of a long sitemap.
 * @param number from 1
 * @returns XML; null when there is no such file
 */
export async function readSitemapFile(ctx: Context, site: Site, number: number, length = SITEMAP_LENGTH): Promise<string | null> {
  const total = (await countPublished(ctx)) + PAGES.length;
  if (total <= length || number < 1 || number > Math.ceil(total / length)) return null;
  if (number === 1) return urlset([...pages(site), ...(await articles(ctx, site, 0, length - PAGES.length))]);
  return urlset(await articles(ctx, site, (number - 1) * length - PAGES.length, length));
}
