import { routes } from "../../routes.ts";
import { UNCATEGORIZED } from "../categories/model.ts";
import type { Context } from "../context.ts";
import type { Site } from "../settings/settings.ts";
import { articlesByCategory, type ListedRow } from "./markdown.sql.ts";

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
