import { parse as parseToml } from "smol-toml";
import type { Zip } from "../../../../platform/zip/read-zip.ts";
import { webAddress } from "../convert-html.ts";
import { looseYaml, textIn } from "../front-matter.ts";
import { pythonSettings } from "./python-settings.ts";

export type Generator =
  | "jekyll"
  | "hugo"
  | "hexo"
  | "zola"
  | "astro"
  | "eleventy"
  | "gatsby"
  | "pelican"
  | "nikola"
  | "docusaurus"
  | "next"
  | "notion"
  | "logseq"
  | "obsidian"
  | "plain";

/** Folders end with a slash, or are empty. */
export type Blog = {
  generator: Generator;
  /** the one folder that holds the whole archive, such as `repo-main/` */
  top: string;
  root: string;
  /** its configuration, with the names of its fields in lower case */
  config: Record<string, unknown>;
  site: URL | null;
  /** what precedes all its paths, such as `/blog` */
  basePath: string;
  timezone: string;
  /** of Astro: the folders of `src/pages` whose pages are made from a collection */
  routes: string[];
};

const OWN_FOLDERS = /^(?:_posts|_drafts|content|source|src)\/$/;
const RUBBISH = /^(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$)/i;

function topFolder(entries: Iterable<string>): string {
  let top: string | null = null;
  for (const entry of entries) {
    if (RUBBISH.test(entry)) continue;
    const folder = entry.slice(0, entry.indexOf("/") + 1);
    if (folder === "" || (top !== null && folder !== top)) return "";
    top = folder;
  }
  return top === null || OWN_FOLDERS.test(top) || top === ".obsidian/" ? "" : top;
}

const ELSEWHERE = /(?:^|\/)(?:node_modules|themes|vendor|examplesite|tests?|spec|fixtures|\.git)\//i;

/** A file or folder that shows the generator, below the folder before it. The first kind at the least depth counts. */
const MARKS: [Generator | "config.toml" | "_config.yml" | "conf.py", RegExp][] = [
  ["astro", /^((?:[^/]+\/)*?)astro\.config\.(?:[mc]?[jt]s)$/],
  ["eleventy", /^((?:[^/]+\/)*?)(?:\.eleventy\.[mc]?js|eleventy\.config\.[mc]?[jt]s)$/],
  ["gatsby", /^((?:[^/]+\/)*?)gatsby-config\.(?:[mc]?[jt]s)$/],
  ["hugo", /^((?:[^/]+\/)*?)(?:config\/_default\/)?hugo\.(?:toml|ya?ml|json)$/i],
  ["config.toml", /^((?:[^/]+\/)*?)(?:config\/_default\/)?config\.(?:toml|ya?ml|json)$/i],
  ["_config.yml", /^((?:[^/]+\/)*?)_config\.(?:ya?ml|toml)$/],
  ["docusaurus", /^((?:[^/]+\/)*?)docusaurus\.config\.(?:[mc]?[jt]s)$/],
  ["next", /^((?:[^/]+\/)*?)(?:next|contentlayer)\.config\.(?:[mc]?[jt]s)$/],
  ["logseq", /^((?:[^/]+\/)*?)logseq\/config\.edn$/],
  ["pelican", /^((?:[^/]+\/)*?)pelicanconf\.py$/],
  ["conf.py", /^((?:[^/]+\/)*?)conf\.py$/],
  ["obsidian", /^((?:[^/]+\/)*?)\.obsidian\/[^/]+$/],
];

type Mark = { kind: (typeof MARKS)[number][0]; entry: string; root: string };

function findMark(paths: readonly string[]): Mark | null {
  let best: { mark: Mark; rank: number } | null = null;
  for (const entry of paths) {
    if (ELSEWHERE.test(entry)) continue;
    for (const [order, [kind, pattern]] of MARKS.entries()) {
      const found = pattern.exec(entry);
      if (!found) continue;
      const root = found[1] ?? "";
      // A vault can hold the sources of a site.
      const rank = (root.split("/").length - 1) * 10 + order + (kind === "obsidian" ? 100 : 0);
      if (!best || rank < best.rank) best = { mark: { kind, entry, root }, rank };
    }
  }
  return best?.mark ?? null;
}

const shortest = (found: string[]) => found.toSorted((a, b) => a.length - b.length)[0];

/** Notion adds an id to the name of every page. */
const NOTION_NAME = / [0-9a-f]{32}\.md$/i;

function byFolders(paths: readonly string[]): { generator: Generator; root: string } {
  const before = (pattern: RegExp) => shortest(paths.flatMap((path) => pattern.exec(path)?.[1] ?? []));
  const hexo = before(/^((?:[^/]+\/)*?)source\/_(?:posts|drafts)\//);
  if (hexo !== undefined) return { generator: "hexo", root: hexo };
  const jekyll = before(/^((?:[^/]+\/)*?)_(?:posts|drafts)\//);
  if (jekyll !== undefined) return { generator: "jekyll", root: jekyll };
  const astro = before(/^((?:[^/]+\/)*?)src\/content\/[^/]+\//);
  if (astro !== undefined) return { generator: "astro", root: astro };
  const next = before(/^((?:[^/]+\/)*?)(?:data\/(?:blog|authors)\/[^/]+|(?:src\/)?app\/(?:.+\/)?page)\.mdx?$/);
  if (next !== undefined) return { generator: "next", root: next };
  const texts = paths.filter((path) => /\.md$/i.test(path));
  const isNotion = texts.length > 0 && texts.every((path) => NOTION_NAME.test(path));
  return { generator: isNotion ? "notion" : "plain", root: "" };
}

const lowerNames = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name.toLowerCase(), one]))
    : {};

const FILE_MAX = 1024 * 1024;

async function textOf(zip: Zip, entry: string): Promise<string> {
  if (!zip.entries.has(entry)) return "";
  return (await zip.read(entry, FILE_MAX).catch(() => Buffer.alloc(0))).toString("utf8");
}

function configIn(text: string, entry: string): Record<string, unknown> {
  try {
    if (entry.endsWith(".toml")) return lowerNames(parseToml(text));
    if (entry.endsWith(".json")) return lowerNames(JSON.parse(text));
    if (entry.endsWith(".py")) return pythonSettings(text);
    return /\.ya?ml$/.test(entry) ? lowerNames(looseYaml(text).fields) : {};
  } catch {
    return {};
  }
}

/** Octopress, which is Jekyll, has its posts in `source/_posts`, too. */
function isHexo(config: Record<string, unknown>, paths: ReadonlySet<string>, root: string): boolean {
  if ("new_post_name" in config || "skip_render" in config || "source_dir" in config) return true;
  if (paths.has(`${root}Rakefile`) || paths.has(`${root}Gemfile`)) return false;
  return [...paths].some((path) => path.startsWith(`${root}source/_posts/`));
}

function generatorOf({ kind, root }: Mark, config: Record<string, unknown>, paths: ReadonlySet<string>): Generator {
  if (kind === "_config.yml") return isHexo(config, paths, root) ? "hexo" : "jekyll";
  // Sphinx's configuration has the same name as Nikola's.
  if (kind === "conf.py") return "posts" in config || "blog_title" in config ? "nikola" : "plain";
  if (kind !== "config.toml") return kind;
  // Zola calls it base_url, Hugo baseURL. Any other program may have a file of that name.
  if ("base_url" in config) return "zola";
  const isHugo = "baseurl" in config || "theme" in config || "languagecode" in config;
  return isHugo || [...paths].some((path) => path.startsWith(`${root}content/`)) ? "hugo" : "plain";
}

const PLACEHOLDER =
  /(?:^|\.)(?:example\.(?:com|org|net)|localhost|(?:your|my)-?(?:domain|site|website|blog|url)\.[a-z]+|username\.github\.io)$/i;

function siteAt(written: unknown): URL | null {
  const url = webAddress(textIn(written));
  return url && !PLACEHOLDER.test(url.hostname) && !/^\d+\.\d+\.\d+\.\d+$/.test(url.hostname) ? url : null;
}

const SITE_FIELD: Record<string, RegExp> = {
  astro: /\bsite\s*:\s*["'`](https?:\/\/[^"'`\s]{1,300})/,
  docusaurus: /\burl\s*:\s*["'`](https?:\/\/[^"'`\s]{1,300})/,
  gatsby: /\bsiteUrl\s*:\s*["'`](https?:\/\/[^"'`\s]{1,300})/,
  eleventy: /\burl["']?\s*:\s*["'`](https?:\/\/[^"'`\s]{1,300})/,
};
const BASE_FIELD: Record<string, RegExp> = {
  astro: /\bbase\s*:\s*["'`](\/[^"'`\s]{0,100})/,
  docusaurus: /\bbaseUrl\s*:\s*["'`](\/[^"'`\s]{0,100})/,
  gatsby: /\bpathPrefix\s*:\s*["'`](\/[^"'`\s]{0,100})/,
  eleventy: /\bpathPrefix\s*:\s*["'`](\/[^"'`\s]{0,100})/,
};
const BESIDE: Partial<Record<Generator, string[]>> = {
  astro: ["src/config.ts", "src/consts.ts", "src/site.config.ts"],
  eleventy: [
    "_data/metadata.js",
    "_data/metadata.json",
    "_data/site.json",
    "_data/site.js",
    "src/_data/metadata.json",
    "src/_data/site.json",
  ],
};

async function addressOf(zip: Zip, folder: string, generator: Generator, config: Record<string, unknown>, source: string) {
  let site = siteAt(config.url ?? config.baseurl ?? config.base_url ?? (textIn(config.siteurl) || config.site_url));
  if (generator === "hugo") site = siteAt(config.baseurl);
  let base = site?.pathname ?? "/";
  if (generator === "jekyll" && textIn(config.baseurl).startsWith("/")) base = textIn(config.baseurl);
  if (generator === "hexo" && textIn(config.root).startsWith("/")) base = textIn(config.root);
  const pattern = SITE_FIELD[generator];
  if (pattern) {
    const others = await Promise.all((BESIDE[generator] ?? []).map((name) => textOf(zip, folder + name)));
    const written = [source, ...others].map((text) => pattern.exec(text)?.[1]).find(Boolean);
    site = siteAt(written ?? /\bwebsite\s*:\s*["'`](https?:\/\/[^"'`\s]{1,300})/.exec(others.join("\n"))?.[1]);
    base = BASE_FIELD[generator]?.exec(source)?.[1] ?? "/";
  }
  return { site, basePath: base.replace(/\/+$/, "") };
}

const ROUTE = /^src\/pages\/((?:[^[\]]+\/)?)\[(?:\.\.\.)?(?:slug|id|post|path|title)\](?:\/index)?\.astro$/;
const OF_TERMS = /(?:tags?|categor\w+|topics?|authors?|page)\/$/;

/** "Routing" in Astro's documentation. */
const routesIn = (paths: readonly string[], root: string): string[] =>
  paths
    .flatMap((path) => (path.startsWith(root) ? (ROUTE.exec(path.slice(root.length))?.[1] ?? []) : []))
    .filter((folder) => !OF_TERMS.test(folder))
    .map((folder) => folder.replace(/\/$/, ""));

function zoneIn({ timezone }: Record<string, unknown>): string {
  const name = textIn(timezone);
  try {
    return name ? new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone && name : "UTC";
  } catch {
    return "UTC";
  }
}

/** By the files of each generator's documentation (`MARKS`). */
export async function recognizeBlog(zip: Zip): Promise<Blog> {
  const top = topFolder(zip.entries.keys());
  const paths = [...zip.entries.keys()].filter((entry) => entry.startsWith(top)).map((entry) => entry.slice(top.length));
  const mark = findMark(paths);
  const source = mark && mark.kind !== "obsidian" ? await textOf(zip, top + mark.entry) : "";
  const config = mark ? configIn(source, mark.entry) : {};
  // Pelican's address is often only in the configuration that it publishes with.
  if (mark?.kind === "pelican") {
    const published = pythonSettings(await textOf(zip, `${top}${mark.root}publishconf.py`));
    if (textIn(published.siteurl)) config.siteurl = published.siteurl;
  }
  const known = mark && { generator: generatorOf(mark, config, new Set(paths)), root: mark.root };
  const { generator, root } = known && known.generator !== "plain" ? known : byFolders(paths);
  const folder = top + root;
  return {
    generator,
    top,
    root: folder,
    config,
    timezone: zoneIn(config),
    routes: generator === "astro" ? routesIn(paths, root) : [],
    ...(await addressOf(zip, folder, generator, config, source)),
  };
}
