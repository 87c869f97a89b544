import { siteAddress, withSingleSlashes } from "../../redirects/redirect-rules.ts";
import { tagsFromNames } from "../../tags/tag-rules.ts";

/** The first parts of the paths that a system gives to lists: of categories, of tags, of an author's posts; and whether it has lists by date. */
type ListPaths = { category: string[]; tag: string[]; author: string[]; hasDates: boolean };

/**
 * By the kind of a source: WordPress's defaults (its documentation, "Using Permalinks"), Ghost's ("routes.yaml": one kind of tags,
 * which may be categories here), those of Jekyll and its archive plugin, Hugo and Hexo, and Blogger's labels and its archive by date.
 */
const LISTS: Record<string, ListPaths> = {
  wordpress: { category: ["category"], tag: ["tag"], author: ["author"], hasDates: true },
  ghost: { category: ["tag"], tag: ["tag"], author: ["author"], hasDates: false },
  markdown: { category: ["categories", "category"], tag: ["tags", "tag"], author: [], hasDates: false },
  blogger: { category: [], tag: ["search/label"], author: [], hasDates: true },
};

/** The path that an old blog is under, such as `/blog`; empty at the root of its host. @param site its address */
export const folderOf = (site: string | null): string =>
  siteAddress(withSingleSlashes(URL.parse(site ?? "")?.pathname ?? "/"))?.path.replace(/^\/$/, "") ?? "";

/** The paths of lists on the old blog; undefined for systems without known ones. @param source the name of a source, which begins with its kind */
export const listPaths = (source: string): ListPaths | undefined => LISTS[source.split(":", 1)[0] ?? ""];

/** The path of a list on the old blog. @param slug decoded */
export const listPath = (base: string, slug: string): string => `/${base}/${encodeURIComponent(slug)}/`;

/** The slugs of some tags on the old blog, where they have others here. @param terms `slug`: decoded; empty where it isn't known */
export const oldTagsOf = (terms: { name: string; slug: string }[]): { old: string; slug: string }[] =>
  terms.flatMap(({ name, slug: old }) => {
    const slug = tagsFromNames([name])[0]?.slug;
    return slug === undefined || old === "" || old === slug ? [] : [{ old, slug }];
  });

/** The paths of the lists of a year and of a month. */
export function datePaths(at: Date): string[] {
  const [year = "", month = ""] = at.toISOString().split("-");
  return /^\d{4}$/.test(year) ? [`/${year}/`, `/${year}/${month}/`] : [];
}

const IN_HTML = /<a\b[^<>]{0,3000}?\shref\s{0,9}=\s{0,9}(?:"(\/[^"<>]{0,1000})"|'(\/[^'<>]{0,1000})')/gi;
const IN_MARKDOWN = /(?<!!)\[[^\][]{0,1000}\]\(\s{0,9}<?(\/[^()\s<>]{0,1000})/g;

/** The links of a writing to paths of its own site, as they are written. */
export function ownLinks(content: string, format: "html" | "markdown"): string[] {
  const found = [...content.matchAll(IN_HTML)].map(([, double, single]) => double ?? single ?? "");
  if (format === "markdown") for (const [, link = ""] of content.matchAll(IN_MARKDOWN)) found.push(link);
  return found.map((link) => link.replaceAll("&amp;", "&"));
}
