import { firstOfMonth } from "../../platform/time/month.ts";
import { localDay, startOfDay } from "../../platform/time/zone.ts";
import { routes } from "../../routes.ts";
import { UNCATEGORIZED } from "../categories/category-rules.ts";
import { contentMarkdown } from "../content/render-content.ts";
import type { Context } from "../context.ts";
import { POST_SLUG } from "../posts/post-rules.ts";
import { CRAWLER_NAMES, CRAWLERS, type Settings, type Site } from "../settings/settings.ts";
import { articlesByCategory, findWriting, type ListedRow, type WritingRow } from "./feeds.sql.ts";

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
/** A value of the head, in quotes: whatever stands in it is part of it. */
const quoted = (text: string) => JSON.stringify(oneLine(text));

/** What was written: Markdown as it is, HTML as what the page lets through of it, in Markdown. */
const bodyOf = async ({ content, content_format }: WritingRow, address: string): Promise<string> =>
  content_format === "markdown" ? content.trim() : contentMarkdown(content, address);

/**
 * A published article as Markdown: a head (YAML) with title, author, dates and its address, then its title and what was written.
 * @returns null when nothing public has the slug; old slugs lead nowhere here
 */
export async function readStoryMarkdown(ctx: Context, slug: string, site: Site): Promise<{ text: string; updated: Date } | null> {
  const row = POST_SLUG.test(slug) ? await findWriting(ctx, slug) : undefined;
  if (!row) return null;
  const address = site.url + routes.story(row.slug);
  const updated = new Date(Math.max(row.updated_at.getTime(), row.published_at.getTime()));
  const head = [
    "---",
    `title: ${quoted(row.title)}`,
    `author: ${quoted(row.author ?? site.defaultAuthor)}`,
    `published: ${row.published_at.toISOString()}`,
    `updated: ${updated.toISOString()}`,
    `canonical: ${address}`,
    ...(row.description ? [`description: ${quoted(row.description)}`] : []),
    "---",
  ].join("\n");
  return { text: `${head}\n\n# ${oneLine(row.title)}\n\n${await bodyOf(row, address)}\n`, updated };
}

/** RFC 9116 asks for less than a year. */
const GOOD_DAYS = 180;

/**
 * Where to report a weakness of the site (RFC 9116). It is good for half a year from the first of this month, so that it stays the same for a
 * month and can be kept.
 * @param contact an email or https address
 * @returns plain text; null without a contact
 */
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

/** The most articles that the list names, the newest ones. */
const LLMS_LENGTH = 2000;

/** Text as it may stand in a line of Markdown. */
const plain = (text: string) =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<]/g, "\\$&");

const line = (site: Site, { slug, title, summary }: ListedRow) =>
  `- [${plain(title)}](${site.url}${routes.storyMarkdown(slug)})${summary ? `: ${plain(summary)}` : ""}`;

/**
 * What the site says of itself to language models (llmstxt.org): its name, what it is about, and its articles by category, each by
 * its address as Markdown. One statement.
 */
export async function readLlms(ctx: Context, site: Site): Promise<string> {
  const sections = Map.groupBy(await articlesByCategory(ctx, LLMS_LENGTH), ({ category }) => category ?? UNCATEGORIZED);
  const parts = [...sections].map(
    ([category, rows]) => `## ${plain(category)}\n\n${rows.map((row) => line(site, row)).join("\n")}`,
  );
  return `${[`# ${plain(site.name)}`, `> ${plain(site.description)}`, ...parts].join("\n\n")}\n`;
}

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
