import { siteAddress, withSingleSlashes } from "../../redirects/redirect-rules.ts";
import { tagsFromNames } from "../../tags/tag-rules.ts";

type ListPaths = { category: string[]; tag: string[]; author: string[]; hasDates: boolean };

/**
 * Documentation of WordPress ("Using Permalinks"), Ghost ("routes.yaml": one kind of tags, which may be categories here), Jekyll's archive
 * plugin, Hugo, Hexo and Blogger.
 */
const LISTS: Record<string, ListPaths> = {
  wordpress: { category: ["category"], tag: ["tag"], author: ["author"], hasDates: true },
  ghost: { category: ["tag"], tag: ["tag"], author: ["author"], hasDates: false },
  markdown: { category: ["categories", "category"], tag: ["tags", "tag"], author: [], hasDates: false },
  blogger: { category: [], tag: ["search/label"], author: [], hasDates: true },
};

/** Such as `/blog`; empty at the root of the host. @param site the old blog's address */
export const folderOf = (site: string | null): string =>
  siteAddress(withSingleSlashes(URL.parse(site ?? "")?.pathname ?? "/"))?.path.replace(/^\/$/, "") ?? "";

export const listPaths = (source: string): ListPaths | undefined => LISTS[source.split(":", 1)[0] ?? ""];

/** @param slug decoded */
export const listPath = (base: string, slug: string): string => `/${base}/${encodeURIComponent(slug)}/`;

/** Slugs of tags that have others here. @param terms `slug`: decoded; empty where it isn't known */
export const oldTagsOf = (terms: { name: string; slug: string }[]): { old: string; slug: string }[] =>
  terms.flatMap(({ name, slug: old }) => {
    const slug = tagsFromNames([name])[0]?.slug;
    return slug === undefined || old === "" || old === slug ? [] : [{ old, slug }];
  });

export function datePaths(at: Date): string[] {
  const [year = "", month = ""] = at.toISOString().split("-");
  return /^\d{4}$/.test(year) ? [`/${year}/`, `/${year}/${month}/`] : [];
}

const IN_HTML = /<a\b[^<>]{0,3000}?\shref\s{0,9}=\s{0,9}(?:"(\/[^"<>]{0,1000})"|'(\/[^'<>]{0,1000})')/gi;
const IN_MARKDOWN = /(?<!!)\[[^\][]{0,1000}\]\(\s{0,9}<?(\/[^()\s<>]{0,1000})/g;

export function ownLinks(content: string, format: "html" | "markdown"): string[] {
  const found = [...content.matchAll(IN_HTML)].map(([, double, single]) => double ?? single ?? "");
  if (format === "markdown") for (const [, link = ""] of content.matchAll(IN_MARKDOWN)) found.push(link);
  return found.map((link) => link.replaceAll("&amp;", "&"));
}
