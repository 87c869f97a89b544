import { posix } from "node:path";
import { isForeignText } from "../foreign-texts.ts";
import { namesIn, textIn } from "../front-matter.ts";
import type { Blog, Generator } from "./recognize-blog.ts";

/** `dated`: a post if it has a date, else a page. `note`: of a vault or a plain folder. `other`: nothing that the generator publishes. */
type Role = "post" | "draft" | "page" | "dated" | "note" | "other";

/** `within`: the path from the generator's folder of texts, without extension; for `dawn/index.md` its folder. */
export type Place = { role: Role; folder: string; section: string; within: string; language: string | null; isBundle: boolean };

const IS_TEXT = /\.(?:md|markdown|mdown|mkd|mdx|html?)$/i;
const IS_HTML = /\.html?$/i;
const IS_TEMPLATE = /\.(?:haml|njk|liquid|pug|slim)$/i;

const MACHINERY =
  /(?:^|\/)(?:__MACOSX|node_modules|bower_components|\.(?!well-known)[^/]+|layouts|themes|_includes|_layouts|_sass|_data|_plugins|archetypes|scaffolds|vendor|_site|exampleSite)\//i;
const ABOUT = /^(?:readme|claude|agents|gemini|copilot-instructions|404|50\dd?)(?:[._-][a-z]{2}(?:[-_][a-z]{2,4})?)?\.[a-z]+$/i;
const ABOUT_AT_TOP =
  /^(?:licen[cs]e|copying|changelog|contributing|contributors|code[_-]of[_-]conduct|codeowners|pull_request_template|issue_template)\.[a-z]+$/i;
const GITHUB = /^(?:SECURITY|SUPPORT|AUTHORS|UPGRADING|ROADMAP|THANKS|CREDITS)\.md$/;

function isAbout(shown: string, { root, top }: Blog): boolean {
  const name = posix.basename(shown);
  const isAtTop = name === shown || shown === root.slice(top.length) + name;
  return ABOUT.test(name) || (isAtTop && (ABOUT_AT_TOP.test(name) || GITHUB.test(name)));
}

const POSTS =
  /^_?(?:posts?|blogs?|articles?|news|writings?|essays?|journal|entries|stories|notes?|weblog|diary|til|thoughts|log|blog-?posts?)$/i;
const TEMPLATES = /^(?:_?templates?|extras\/templates)$/i;

export const isHtml = (entry: string): boolean => IS_HTML.test(entry);

const FOLDERS: Record<Generator, (path: string, config: Blog["config"]) => { role: Role; rest: string } | null> = {
  jekyll: (path) => {
    const [whole, kind] = /^(?:.*\/)?_(posts|drafts)\//.exec(path) ?? [];
    if (whole) return { role: kind === "posts" ? "post" : "draft", rest: path.slice(whole.length) };
    if (/^_pages\//.test(path)) return { role: "page", rest: path.slice("_pages/".length) };
    return /(?:^|\/)_/.test(path) ? null : { role: "page", rest: path.replace(/^source\//, "") };
  },
  hexo: (path) => {
    const [whole, kind] = /^source\/_(posts|drafts)\//.exec(path) ?? [];
    if (whole) return { role: kind === "posts" ? "post" : "draft", rest: path.slice(whole.length) };
    return /^source\/[^_]/.test(path) ? { role: "page", rest: path.slice("source/".length) } : null;
  },
  hugo: (path) => (path.startsWith("content/") ? { role: "dated", rest: path.slice("content/".length) } : null),
  zola: (path) => (path.startsWith("content/") ? { role: "dated", rest: path.slice("content/".length) } : null),
  astro: (path) => {
    const [whole, kind, collection = ""] = /^(src\/(?:content|data)\/|content\/|src\/pages\/)(?:([^/]+)\/)?/.exec(path) ?? [];
    if (!whole || /(?:^|\/)_/.test(path)) return null;
    const isPost = POSTS.test(collection);
    if (kind === "src/pages/") return { role: isPost ? "dated" : "page", rest: path.slice(kind.length) };
    if (collection === "" || /^(?:pages?)$/.test(collection)) return { role: "page", rest: path.slice(whole.length) };
    return { role: isPost ? "post" : "other", rest: path.slice(kind?.length ?? 0) };
  },
  eleventy: (path) => ({ role: "dated", rest: path.replace(/^(?:src|content|source|input|views)\//, "") }),
  gatsby: (path) => {
    const [whole] = /^(?:content|src\/(?:pages|content|posts)|(?=blog\/|posts\/|_posts\/|pages\/))\/?/.exec(path) ?? [];
    return whole === undefined ? null : { role: "dated", rest: path.slice(whole.length) };
  },
  pelican: (path, config) => {
    const folder = textIn(config.path).replace(/^\.?\/|\/+$/g, "") || (path.startsWith("content/") ? "content" : "");
    if (folder !== "" && folder !== "." && !path.startsWith(`${folder}/`)) return null;
    const rest = folder === "" || folder === "." ? path : path.slice(folder.length + 1);
    if (folder !== "content" && /^(?:output|theme)\//.test(rest)) return null;
    const pages = namesIn(config.page_paths ?? config.page_dir);
    const isPage = (pages.length > 0 ? pages : ["pages"]).some((one) => rest.startsWith(`${one}/`));
    return { role: isPage ? "page" : "post", rest };
  },
  nikola: (path, config) => {
    const placesIn = (setting: unknown, usual: string) => (Array.isArray(setting) ? (setting as string[][]) : [[usual, usual]]);
    const within = (places: string[][]) => places.find(([folder]) => path.startsWith(`${folder}/`));
    const post = within(placesIn(config.posts, "posts"));
    const [folder = "", to = ""] =
      post ?? within([...placesIn(config.pages, "pages"), ...placesIn(config.stories, "stories")]) ?? [];
    if (folder === "") return null;
    return { role: post ? "post" : "page", rest: [to, path.slice(folder.length + 1)].filter(Boolean).join("/") };
  },
  docusaurus: (path) => {
    const [whole = "", kind] = /^(blog|docs|src\/pages)\//.exec(path) ?? [];
    if (whole === "") return null;
    if (/(?:^|\/)_/.test(path)) return { role: "other", rest: path };
    return { role: kind === "blog" ? "post" : "page", rest: kind === "src/pages" ? path.slice(whole.length) : path };
  },
  next: (path) => {
    const [ofApp, folders = ""] = /^(?:src\/)?app\/((?:.+\/)?)page\.mdx?$/.exec(path) ?? [];
    // Folders in parentheses aren't part of the path.
    if (ofApp) return { role: "dated", rest: `${folders.replace(/\([^()/]{1,100}\)\//g, "")}index.mdx` };
    const [beside, section = ""] =
      /^(?:src\/)?app\/(?:\([^()/]{1,100}\)\/)?([^/()]+)\/(?:posts|content)\/(?=[^/]+$)/.exec(path) ?? [];
    if (beside) return { role: "dated", rest: `${section}/${path.slice(beside.length)}` };
    const [whole] = /^(?:src\/)?(?:pages|data|contents?)\/|^(?:src\/)?(?=_?(?:posts|blog|articles)\/)/.exec(path) ?? [];
    if (whole === undefined || /(?:^|\/)_(?!posts\/)/.test(path)) return null;
    return { role: "dated", rest: path.slice(whole.length).replace(/^_posts\//, "posts/") };
  },
  notion: (path) => ({ role: "note", rest: path.replace(/ [0-9a-f]{32}(?=\/|\.\w+$)/g, "") }),
  logseq: (path) => (/^(?:pages|journals)\//.test(path) ? { role: "note", rest: path } : null),
  obsidian: (path) => ({ role: "note", rest: path }),
  plain: (path) => ({ role: "note", rest: path }),
};

const sectionOf = (within: string) => (within.includes("/") ? within.slice(0, within.indexOf("/")) : "");

const codes = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** From the configuration, and codes at the end of names whose rest names another text (`dawn.md`, `dawn.de.md`). */
function languagesOf({ config }: Blog, entries: readonly string[]): Set<string> {
  const { languages: named } = config;
  const all = new Set(named && typeof named === "object" && !Array.isArray(named) ? Object.keys(named) : []);
  const texts = new Set(entries);
  for (const entry of entries) {
    const [whole, code = ""] = /\.([a-z]{2})(?=\.(?:md|markdown|mdx)$)/.exec(entry) ?? [];
    if (whole && !all.has(code) && texts.has(entry.replace(whole, "")) && codes.of(code) !== undefined) all.add(code);
  }
  return all;
}

/** The configured sections, those of the usual names, or the largest one. */
function postSections({ config, generator }: Blog, sections: ReadonlyMap<string, number>): (section: string) => boolean {
  if (generator !== "hugo" && generator !== "zola") return (section) => POSTS.test(section);
  const params = (config.params ?? {}) as Record<string, unknown>;
  const main = new Set(namesIn(config.mainsections ?? params.mainSections ?? params.mainsections));
  const usual = [...sections.keys()].filter((section) => POSTS.test(section));
  if (main.size === 0 && usual.length === 0) {
    const [largest] = [...sections].filter(([section]) => section !== "").toSorted((a, b) => b[1] - a[1]);
    if (largest) main.add(largest[0]);
  }
  return (section) => main.has(section) || POSTS.test(section);
}

const isTemplates = (path: string, named: readonly string[]) =>
  named.some((folder) => path.startsWith(`${folder}/`)) ||
  path
    .split("/")
    .slice(0, -1)
    .some((part) => TEMPLATES.test(part));

const withoutExtension = (path: string) => path.replace(/\.[a-z]+$/i, "");

/** `collections` in Jekyll's configuration, those with `output: true`. */
function collectionOf({ generator, config }: Blog, path: string): string | null {
  const name = generator === "jekyll" ? /^_([^/]+)\//.exec(path)?.[1] : undefined;
  const all = config.collections;
  if (!name || !all || typeof all !== "object" || Array.isArray(all)) return null;
  const own = (all as Record<string, unknown>)[name];
  return own && typeof own === "object" && (own as Record<string, unknown>).output === true ? name : null;
}

export type SortedTexts = { places: ReadonlyMap<string, Place>; about: string[]; foreign: string[] };

/** @param listed folders that Zola lists as posts @returns `about`: files about the archive; `foreign`: formats that aren't read */
export function sortTexts(
  blog: Blog,
  entries: readonly string[],
  templates: readonly string[] = [],
  listed: ReadonlySet<string> = new Set(),
): SortedTexts {
  const places = new Map<string, Place>();
  const [about, foreign]: [string[], string[]] = [[], []];
  const sections = new Map<string, number>();
  const languages = languagesOf(blog, entries);
  const bundles = new Set<string>();
  for (const entry of entries) {
    if (!entry.startsWith(blog.top)) continue;
    const path = entry.startsWith(blog.root) ? entry.slice(blog.root.length) : null;
    const shown = entry.slice(blog.top.length);
    if (MACHINERY.test(`/${shown}`) || posix.basename(entry).startsWith("._")) continue;
    const found = path === null ? null : FOLDERS[blog.generator](path, blog.config);
    const isPost = found && (found.role === "post" || /(?:^|\/)_?posts\//.test(shown));
    if (isPost && IS_TEMPLATE.test(entry)) foreign.push(entry);
    if (found && found.role !== "other" && isForeignText(entry) && !isAbout(shown, blog)) foreign.push(entry);
    if (!IS_TEXT.test(entry)) continue;
    if (entries.length > 1 && isAbout(shown, blog)) {
      about.push(entry);
      continue;
    }
    const collection = path === null ? null : collectionOf(blog, path);
    // HTML in other folders is a file of the site, not a text.
    if (!found && !collection && IS_HTML.test(entry)) continue;
    if (IS_HTML.test(entry) && (blog.generator === "plain" || blog.generator === "obsidian")) continue;
    const place = collection
      ? { role: "page" as Role, rest: (path ?? "").slice(1) }
      : (found ?? { role: "other" as Role, rest: shown });
    const isTemplate = isTemplates(shown, templates) && place.role !== "post" && blog.generator !== "jekyll";
    const settled = settle(place.rest, languages);
    if (settled.isBundle) bundles.add(posix.dirname(entry));
    if (place.role === "dated") sections.set(settled.section, (sections.get(settled.section) ?? 0) + 1);
    const folder = settled.isBundle && settled.within !== "" ? posix.dirname(posix.dirname(shown)) : posix.dirname(shown);
    places.set(entry, { role: isTemplate ? "other" : place.role, folder, ...settled });
  }
  for (const place of places.values()) if (place.role === "dated" && listed.has(posix.dirname(place.within))) place.role = "post";
  refine(blog, places, postSections(blog, sections), bundles);
  return { places, about, foreign };
}

function settle(rest: string, languages: ReadonlySet<string>) {
  let within = withoutExtension(rest);
  let language: string | null = null;
  const [first = ""] = within.split("/", 1);
  const ending = /\.([a-z]{2}(?:-[a-z]{2,4})?)$/i.exec(within)?.[1];
  const [, second = ""] = within.split("/", 2);
  if (within.includes("/") && languages.has(first)) [language, within] = [first, within.slice(first.length + 1)];
  else if (within.split("/").length > 2 && languages.has(second))
    [language, within] = [second, within.replace(`/${second}/`, "/")];
  else if (ending && (languages.has(ending) || /(?:^|\/)index\.[a-z-]+$/i.test(within)))
    [language, within] = [ending, within.slice(0, -ending.length - 1)];
  const isBundle = /(?:^|\/)index$/i.test(within);
  if (isBundle) within = within.replace(/\/?index$/i, "");
  return { within, language, section: sectionOf(within), isBundle };
}

/** Where the starters of Next.js and Astro describe their authors. */
export const PEOPLE = /(?:^|\/)(?:data|content|src)\/_?authors\/[^/]+\.mdx?$/;

function refine(
  { generator }: Blog,
  places: Map<string, Place>,
  isPosts: (section: string) => boolean,
  bundles: ReadonlySet<string>,
): void {
  const isHugo = generator === "hugo" || generator === "zola";
  for (const [entry, place] of places) {
    // What is said of a person is no article.
    if (PEOPLE.test(entry)) places.delete(entry);
    if (isHugo && /^_index(?:\.[a-z-]+)?\.\w+$/i.test(posix.basename(entry))) places.delete(entry);
    // Texts beside the index file of a bundle are its resources.
    else if (isHugo && !place.isBundle && bundles.has(posix.dirname(entry))) places.delete(entry);
    else if (place.role === "dated") place.role = roleIn(generator, place, isPosts);
  }
}

function roleIn(generator: Generator, { section, within }: Place, isPosts: (section: string) => boolean): Role {
  if (section === "") return /^(?:gatsby|eleventy|next)$/.test(generator) ? "dated" : "page";
  if (isPosts(section)) return "post";
  // `content/blog/…` below a folder of another name, such as `src/en/blog/…`.
  if (
    generator !== "hugo" &&
    generator !== "zola" &&
    within
      .split("/")
      .slice(0, -1)
      .some((part) => POSTS.test(part))
  )
    return "post";
  return /^pages?$/i.test(section) ? "page" : "dated";
}

const PAGE_LAYOUT =
  /^(?:tags?|tag_?page|tagpage|tag_?index|categor(?:y|ies)|category_?page|archives?|archive-.*|search|posts|home|index|blog|rss|feed|sitemap|redirect(?:ed)?|autopage_.*)$/i;
const LOOP =
  /\{%-?\s*for\s+\w+\s+in\s+\(?\s*(?:site|paginator|collections|pagination|page|tag|posts)\b|\{%-?\s*(?:include|include_cached|render)\s[^%]{0,200}%\}\s{0,9}$/;
const TAGS =
  /\{%[^%]{0,2000}%\}|\{\{[^{}]{0,2000}\}\}|<[^<>]{0,2000}>|^[ \t]{0,9}!\[\[[^\]\n]{1,300}\.base(?:#[^\]\n]{0,200})?\]\]|^```(?:dataview|base|query)\n[^`]{0,5000}```/gm;

/** Whether a page holds nothing but what its generator fills in, such as the list of a tag's posts. */
export function isGenerated(fields: Record<string, unknown>, body: string): boolean {
  const isList = [fields.layout, fields.type, fields.template].some((name) => PAGE_LAYOUT.test(textIn(name)));
  const beginning = body.slice(0, 200_000);
  return isList ? isBlank(beginning) || LOOP.test(beginning) : LOOP.test(beginning) || isBlank(beginning);
}

const isBlank = (body: string) =>
  !/[\p{L}\p{N}]/u.test(body.replace(TAGS, " ")) && !/<img\b|!\[/.test(body.replace(/!\[\[[^\]\n]{1,300}\.base/g, ""));

export const isPlaceholder = (source: string): boolean =>
  /^\s{0,9}["']?title["']?\s{0,9}[:=]\s{0,9}["']?(?:\{\{[^\n]{1,300}\}\}|<%[^\n]{1,300}%>)["']?\s*$/m.test(source.slice(0, 4000));
