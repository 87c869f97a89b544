import { sql } from "kysely";
import { basePath, pathTo } from "../../base-path.ts";
import { firstOfMonth } from "../../platform/time/month.ts";
import { localDay, startOfDay } from "../../platform/time/zone.ts";
import { routes } from "../../routes.ts";
import { UNCATEGORIZED } from "../categories/category-rules.ts";
import { contentMarkdown } from "../content/render-content.ts";
import type { Context } from "../context.ts";
import { POST_SLUG } from "../posts/post-rules.ts";
import { CRAWLER_NAMES, CRAWLERS, type Settings, type Site } from "../settings/settings.ts";

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
const quoted = (text: string) => JSON.stringify(oneLine(text));

/** Targets in Markdown (links, pictures, lists of targets) and in tags that begin at the site's own root. */
const OWN_TARGET = /(\]\(<?|^ {0,3}\[[^\]\n]+\]: *<?|<[a-z][^<>]* (?:href|src)=")\/(?!\/)/gm;
const OWN_POSTER = /(<video [^<>]*?poster=")\/(?!\/)/g;

/** Markdown whose links name the path that the site is under. */
const underBase = (text: string): string =>
  basePath() ? text.replace(OWN_TARGET, `$1${pathTo("/")}`).replace(OWN_POSTER, `$1${pathTo("/")}`) : text;

type WritingRow = {
  title: string;
  slug: string;
  description: string;
  content: string;
  content_format: string;
  published_at: Date;
  updated_at: Date;
  authors: string[];
};

const bodyOf = async ({ content, content_format }: WritingRow, address: string): Promise<string> =>
  content_format === "markdown" ? underBase(content.trim()) : contentMarkdown(content, address);

/** YAML front matter, then the title and the content. Null when no published article has this current slug. */
export async function readStoryMarkdown(ctx: Context, slug: string, site: Site): Promise<{ text: string; updated: Date } | null> {
  const row = POST_SLUG.test(slug) ? await findWriting(ctx, slug) : undefined;
  if (!row) return null;
  const address = site.url + routes.story(row.slug);
  const updated = new Date(Math.max(row.updated_at.getTime(), row.published_at.getTime()));
  const head = [
    "---",
    `title: ${quoted(row.title)}`,
    `author: ${quoted(row.authors.join(", ") || site.defaultAuthor)}`,
    `published: ${row.published_at.toISOString()}`,
    `updated: ${updated.toISOString()}`,
    `canonical: ${address}`,
    ...(row.description ? [`description: ${quoted(row.description)}`] : []),
    "---",
  ].join("\n");
  return { text: `${head}\n\n# ${oneLine(row.title)}\n\n${await bodyOf(row, address)}\n`, updated };
}

function findWriting(ctx: Context, slug: string): Promise<WritingRow | undefined> {
  return ctx.db
    .selectFrom("posts")
    .select(["posts.title", "posts.slug", "posts.description", "posts.content", "posts.content_format"])
    .select((eb) => eb.ref("posts.published_at").$notNull().as("published_at"))
    .select(["posts.updated_at", sql<string[]>`author_names(posts.id)`.as("authors")])
    .where("posts.slug", "=", slug)
    .where("posts.status", "=", "published")
    .executeTakeFirst();
}

/** RFC 9116 recommends less than a year. */
const GOOD_DAYS = 180;

/** RFC 9116. Expires half a year after the first of this month, so that it can be cached. @param contact an email or https address */
export function writeSecurityText(contact: string, site: Pick<Site, "url">, now: Date): string | null {
  if (contact === "") return null;
  const month = firstOfMonth(localDay(now.getTime(), "UTC"));
  return [
    `Contact: ${/^https:/i.test(contact) ? contact : `mailto:${contact}`}`,
    `Expires: ${startOfDay(month, "UTC", GOOD_DAYS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${site.url}${routes.securityTxt()}`,
    "",
  ].join("\n");
}

const LLMS_LENGTH = 2000;

const plain = (text: string) =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<]/g, "\\$&");

type ListedRow = { slug: string; title: string; summary: string; category: string | null };

const line = (site: Site, { slug, title, summary }: ListedRow) =>
  `- [${plain(title)}](${site.url}${routes.storyMarkdown(slug)})${summary ? `: ${plain(summary)}` : ""}`;

/** llmstxt.org: articles by category with the URLs of their Markdown versions. One SQL statement. */
export async function readLlms(ctx: Context, site: Site): Promise<string> {
  const sections = Map.groupBy(await articlesByCategory(ctx, LLMS_LENGTH), ({ category }) => category ?? UNCATEGORIZED);
  const parts = [...sections].map(
    ([category, rows]) => `## ${plain(category)}\n\n${rows.map((row) => line(site, row)).join("\n")}`,
  );
  return `${[`# ${plain(site.name)}`, `> ${plain(site.description)}`, ...parts].join("\n\n")}\n`;
}

/** By category in the order of names, then those without one; newest first in each group. */
async function articlesByCategory(ctx: Context, limit: number): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select p.slug, p.title, coalesce(nullif(p.description, ''), p.excerpt) as summary, c.name as category
    from (select post_id, published_at from published_posts where not shadowed order by published_at desc, post_id desc limit ${limit}) n
    join posts p on p.id = n.post_id and p.status = 'published' left join categories c on c.id = p.category_id
    order by c.name is null, lower(c.name), c.slug, n.published_at desc, n.post_id desc`.execute(ctx.db);
  return rows;
}

const deniedAgents = (settings: Settings): string[] =>
  CRAWLER_NAMES.filter((name) => !settings.allowAiCrawlers || !settings[name]).map((name) => CRAWLERS[name].agent);

/** RFC 9309. Blocked crawlers have their own group; all others may fetch everything except the back office and the API. */
export function robotsText(settings: Settings, site: Pick<Site, "url">): string {
  const denied = deniedAgents(settings);
  return [
    ...(denied.length > 0 ? [...denied.map((agent) => `User-agent: ${agent}`), `Disallow: ${pathTo("/")}`, ""] : []),
    "User-agent: *",
    `Allow: ${pathTo("/")}`,
    `Allow: ${pathTo("/api/docs")}`,
    `Disallow: ${pathTo("/admin")}`,
    `Disallow: ${pathTo("/api/")}`,
    "",
    `Sitemap: ${site.url}${routes.sitemap()}`,
    "",
  ].join("\n");
}
