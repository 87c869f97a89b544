import { addressOfPath } from "../../../redirects/redirect-rules.ts";
import { webAddress } from "../convert-html.ts";
import { textIn } from "../front-matter.ts";
import { baseOf, DATED, dateParts, type Facts, fillPermalink, folderOf, slugify } from "./fill-permalink.ts";
import { nikolaPaths, pelicanPath } from "./python-paths.ts";
import type { Blog } from "./recognize-blog.ts";

const STYLES: Record<string, string> = {
  date: "/:categories/:year/:month/:day/:title:output_ext",
  pretty: "/:categories/:year/:month/:day/:title/",
  weekdate: "/:categories/:year/W:week/:short_day/:title:output_ext",
  ordinal: "/:categories/:year/:y_day/:title:output_ext",
  none: "/:categories/:title:output_ext",
};

const prettify = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}._~!$&'()+,;=@]+/gu, "-").replace(/^-+|-+$/g, "");

type Scoped = { scope?: { path?: unknown; type?: unknown }; values?: { permalink?: unknown } };

function jekyllTemplate({ config }: Blog): string {
  const defaults = Array.isArray(config.defaults) ? (config.defaults as Scoped[]) : [];
  const isOfPosts = ({ scope }: Scoped) => textIn(scope?.type) === "posts" || textIn(scope?.path).startsWith("_posts");
  const scoped = defaults.filter(isOfPosts).map(({ values }) => textIn(values?.permalink));
  const posts = (config.collections as Record<string, { permalink?: unknown }> | undefined)?.posts?.permalink;
  return scoped.find(Boolean) || textIn(posts) || textIn(config.permalink) || "date";
}

const jekyllParts = (facts: Facts) => {
  const { fields, place, entry, categories } = facts;
  const name = textIn(fields.slug) || baseOf(place.within).replace(DATED, "");
  const folders = (/^(.*)\/_(?:posts|drafts)\//.exec(`/${entry}`)?.[1] ?? "").split("/").filter((one) => one && one !== "source");
  const all = [...new Set([...folders, ...categories].map((one) => one.toLowerCase()))];
  return {
    ...dateParts(facts),
    title: prettify(name),
    slug: slugify(name),
    name,
    basename: baseOf(place.within),
    path: place.within,
    categories: all.join("/"),
    slugified_categories: [...new Set(all.map(slugify))].join("/"),
    output_ext: ".html",
  };
};

/** "Permalinks" in Jekyll's documentation; for pages `Page#template`. @param template null takes that of the configuration */
function jekyllPath(facts: Facts, template: string | null): string | null {
  const { blog, place } = facts;
  const style = jekyllTemplate(blog);
  if (place.role !== "page") return fillPermalink(template ?? STYLES[style] ?? style, jekyllParts(facts));
  if (template !== null) return fillPermalink(template, jekyllParts(facts));
  if (place.isBundle) return `/${place.within}/`;
  const tail = style === "pretty" || style.endsWith("/") ? "/" : STYLES[style] || style.endsWith(":output_ext") ? ".html" : "";
  return `/${place.within}${tail}`;
}

/** Hugo's `URLize`: lower case, hyphens for spaces, without signs. */
const urlize = (text: string) =>
  text
    .toLowerCase()
    .trim()
    .replace(/\s+/g, "-")
    .replace(/[^\p{L}\p{M}\p{N}./\\_#+~@%-]/gu, "");

/** `[permalinks]` by section; since 0.115 also by kind of page. */
function hugoTemplate({ blog: { config }, place: { section } }: Facts): string {
  const all = (config.permalinks ?? {}) as Record<string, unknown>;
  const ofPages = all.page !== null && typeof all.page === "object" ? (all.page as Record<string, unknown>) : {};
  return textIn(ofPages[section]) || textIn(all[section]) || (section === "" ? textIn(ofPages["/"] ?? all["/"]) : "");
}

const isUgly = ({ blog: { config }, place: { section } }: Facts) =>
  config.uglyurls === true || (config.uglyurls as Record<string, unknown> | undefined)?.[section] === true;

/** "URL management" and "Configure permalinks" in Hugo's documentation. */
function hugoPath(facts: Facts): string | null {
  const { blog, place, fields, title } = facts;
  const { within, section, language } = place;
  const [slug, name, folder] = [textIn(fields.slug), baseOf(within), folderOf(within)];
  const parts = {
    ...dateParts(facts),
    section: urlize(section),
    sections: urlize(folder),
    title: urlize(title),
    slug: urlize(slug || title),
    filename: urlize(name),
    contentbasename: urlize(name),
    slugorfilename: urlize(slug || name),
    slugorcontentbasename: urlize(slug || name),
  };
  const template = hugoTemplate(facts);
  const path = template ? fillPermalink(template, parts) : `/${urlize(folder)}/${urlize(slug || name)}/`.replace(/\/{2,}/g, "/");
  const main = textIn(blog.config.defaultcontentlanguage) || "en";
  const prefix = language && (language !== main || blog.config.defaultcontentlanguageinsubdir === true) ? `/${language}` : "";
  return path && prefix + (isUgly(facts) ? `${path.replace(/\/$/, "")}.html` : path);
}

/** "Permalinks" in Hexo's documentation; the default of its `_config.yml` is `:year/:month/:day/:title/`. */
function hexoPath(facts: Facts): string | null {
  const { blog, place, fields, title, categories } = facts;
  if (place.role === "page") return place.isBundle ? `/${place.within}/` : `/${place.within}.html`;
  const isDated = /:year.*:title/.test(textIn(blog.config.new_post_name));
  const own = [folderOf(place.within), isDated ? baseOf(place.within).replace(DATED, "") : baseOf(place.within)];
  const named = own.filter(Boolean).join("/");
  const slug = (text: string) =>
    text
      .trim()
      .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'<>,.?/]+/g, "-")
      .replace(/^-+|-+$/g, "");
  const parts = {
    ...dateParts(facts),
    title: named,
    name: own[1],
    post_title: slug(title),
    category: categories.map(slug).join("/") || textIn(blog.config.default_category) || "uncategorized",
  };
  const defaults = (blog.config.permalink_defaults ?? {}) as Record<string, unknown>;
  return fillPermalink(`/${textIn(blog.config.permalink) || ":year/:month/:day/:title/"}`, parts, { ...defaults, ...fields });
}

/** Zola: "Page" in its documentation. A date before a file's name isn't in the path. */
function zolaPath({ place: { within, language }, fields, blog }: Facts): string {
  const last = textIn(fields.slug) || baseOf(within).replace(/^\d{4}-\d{2}-\d{2}(?:T[\d:+Z-]*)?[-_]/, "");
  const prefix = language && language !== (textIn(blog.config.default_language) || "en") ? `/${language}` : "";
  return [
    prefix,
    ...folderOf(within)
      .split("/")
      .map(slugify)
      .filter(Boolean)
      .map((one) => `/${one}`),
    `/${slugify(last)}/`,
  ].join("");
}

/** A text of a collection, by the one route that shows collections, or by that of its name; or a page. */
function astroPath({ blog: { routes }, place: { within, section, role } }: Facts, slug: string): string {
  if (role !== "post" && role !== "dated") return `/${within}/`;
  const folder = folderOf(within).slice(section.length + 1);
  const own = slug.includes("/") ? slug : [folder, slug || baseOf(within)].filter(Boolean).join("/");
  const id = own.split("/").map(slugify).join("/");
  const route = routes.includes(section) || routes.length !== 1 ? section : routes[0];
  return `/${route ? `${route}/` : ""}${id}/`;
}

/** Paths by the folders alone, as the starters of Astro (`/blog/slug/`), Eleventy ("Permalinks") and Gatsby have them. */
function folderPaths(facts: Facts): string[] {
  const { blog, place, fields } = facts;
  const { within, section, isBundle } = place;
  const { generator } = blog;
  const slug = textIn(fields.slug);
  const folder = folderOf(within);
  if (generator === "astro") return [astroPath(facts, slug)];
  if (generator === "eleventy") return [`/${[folder, baseOf(within).replace(DATED, "")].filter(Boolean).join("/")}/`];
  if (generator !== "gatsby") return [];
  // The file's path begins at the folder that the configuration names: mostly `content/blog`, sometimes `content`.
  const short = section === "" ? within : within.slice(section.length + 1);
  const named = slug ? [slug.replace(/^\/|\/$/g, "")] : [];
  return [...named, ...(isBundle || section !== "" ? [short] : []), within].filter(Boolean).map((path) => `/${path}/`);
}

/** Docusaurus: "Blog" and "Docs" in its documentation. The date in the name of a post is part of its path. */
function docusaurusPath({ place: { within }, fields }: Facts): string {
  const slug = textIn(fields.slug).replace(/^\/+/, "");
  const [, section = "", rest = ""] = /^(blog|docs)\/(.*)$/.exec(within) ?? [];
  if (section === "blog") {
    const [, before = "", date = "", name = ""] = /^(.*?)(\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(.*)$/.exec(rest) ?? [];
    return `/blog/${slug || (date ? `${date.replaceAll("-", "/")}/${before}${name}` : rest)}`;
  }
  if (section === "") return `/${within}`;
  const numbered = rest.replace(/(^|\/)\d{1,3}\s?[-_.]+\s?(?=[^\d/])/g, "$1");
  const id = textIn(fields.id);
  return `/docs/${slug || (id ? [folderOf(numbered), id].filter(Boolean).join("/") : numbered)}`;
}

/** A path that a field names: from the root of the site, without an `index.html` at its end. */
function writtenPath(raw: unknown, { blog }: Facts, isRelative: boolean): string | null {
  const text = textIn(raw).replace(/[?#].*$/, "");
  if (text === "" || /[{}\\\n]|<%/.test(text)) return null;
  const url = /^https?:\/\//i.test(text) ? webAddress(text) : null;
  if (url) return url.host === blog.site?.host ? url.pathname : null;
  if (text.startsWith("//") || /^[a-z][a-z0-9+.-]*:/i.test(text)) return null;
  const path = text.startsWith("/") ? text : isRelative ? `/${text}` : null;
  return path && blog.basePath + path.replace(/(?:^|\/)index\.html?$/i, "/");
}

const encoded = (path: string, { basePath }: Blog) => {
  try {
    return basePath + addressOfPath(decodeURIComponent(path));
  } catch {
    return basePath + addressOfPath(path);
  }
};

function ownPaths(facts: Facts): (string | null)[] {
  const { fields, blog, place } = facts;
  const permalink = textIn(fields.permalink);
  if (blog.generator === "jekyll" && permalink) {
    const path = jekyllPath(facts, STYLES[permalink] ?? permalink);
    return [path && writtenPath(path, facts, true)];
  }
  if (blog.generator === "pelican") return [writtenPath(fields.url ?? fields.save_as, facts, true)];
  const isZola = blog.generator === "zola";
  return [
    writtenPath(permalink, facts, blog.generator === "hexo" || place.role !== "note"),
    writtenPath(fields.url, facts, blog.generator === "hugo"),
    writtenPath(fields.path, facts, isZola),
  ];
}

/**
 * The paths on the old site: those that the file sets itself first, then the generator's, then aliases. Each with the base path
 * of the site.
 */
export function oldPaths(facts: Facts): string[] {
  const { blog, fields } = facts;
  const own = ownPaths(facts).filter((path) => path !== null);
  const made = {
    jekyll: () => [jekyllPath(facts, null)],
    hugo: () => [hugoPath(facts)],
    hexo: () => [hexoPath(facts)],
    zola: () => [zolaPath(facts)],
    astro: () => folderPaths(facts),
    eleventy: () => folderPaths(facts),
    gatsby: () => folderPaths(facts),
    pelican: () => [pelicanPath(facts)],
    nikola: () => nikolaPaths(facts),
    docusaurus: () => [docusaurusPath(facts)],
    next: () => [`/${facts.place.within}`],
    notion: () => [],
    logseq: () => [],
    obsidian: () => [],
    plain: () => [],
  }[blog.generator]();
  const isSet = own.length > 0 && blog.generator !== "astro";
  const derived = isSet ? [] : made.filter((path) => path !== null).map((path) => encoded(path, blog));
  const isVault = /^(?:obsidian|notion|logseq|plain)$/.test(blog.generator);
  const aliases = [fields.aliases, fields.alias, fields.redirect_from, fields.redirectFrom].flat(2);
  const led = aliases.map((one) => writtenPath(one, facts, !isVault)).filter((path) => path !== null);
  // jekyll-import notes where WordPress had the post.
  const before = webAddress(textIn(fields.wordpress_url))?.pathname;
  if (before && (!blog.site || blog.site.host === webAddress(textIn(fields.wordpress_url))?.host)) led.push(before);
  return [...new Set([...own, ...derived, ...led])].filter((path) => path !== "/" && path !== `${blog.basePath}/`);
}
