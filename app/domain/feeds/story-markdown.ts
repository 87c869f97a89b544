import { routes } from "../../routes.ts";
import { contentMarkdown } from "../content/render-content.ts";
import type { Context } from "../context.ts";
import { POST_SLUG } from "../posts/post-rules.ts";
import type { Site } from "../settings/settings.ts";
import { findWriting, type WritingRow } from "./feeds.sql.ts";

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
