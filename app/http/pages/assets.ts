import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathTo } from "../../base-path.ts";
import { FONT_PAIR_NAMES, FONT_PAIRS, type FontPair } from "../../domain/appearance/font-rules.ts";
import { LATER, WORDS_ID } from "../../pages/page-state.ts";
import { routes } from "../../routes.ts";
import { wordsFile } from "../../texts/browser-words.ts";
import type { Language } from "../../texts/texts.ts";
import type { SiteSheet } from "./site-sheet.ts";

type Chunk = { file: string; css?: string[]; imports?: string[]; assets?: string[] };

type Manifest = Record<string, Chunk>;

const HYDRATE = "app/browser/hydrate.tsx";

const BEFORE_PAINT = "app/browser/before-paint.ts";

const TRACKER = "app/browser/tracker.ts";

/** The style sheet of a pair of fonts, which the build writes. */
const fontsOf = (pair: FontPair) => `.cache/styles/${FONT_PAIRS[pair].sheet}.css`;

const CRITICAL = "app/browser/critical.css";

const STORY = "app/pages/public/story/page.tsx";

/**
 * The tags that a page needs, from the build's manifest. `head` goes to the start of its <head>, `headEnd` to the end,
 * `beforeFooter` after the content. `inline` is the text of the <style> among them, for the content policy.
 */
type PageTags = { head: string; headEnd: string; beforeFooter: string; inline?: string };

export type PageAssets = {
  /**
   * @param routeIds ids of the matched routes, which are keys of the manifest
   * @param ownLook whether the browser stores its own look, which the first paint must wait for
   * @param language of the page's texts
   */
  tags(routeIds: string[], sheet: SiteSheet, ownLook: boolean, language: Language): PageTags;
  /** The tag of the script that counts visits. */
  tracker: string;
  /** The tag of the file with a language's texts, for scripts; empty for English as it ships, which scripts contain. */
  words(language: Language): string;
  /** For a document that isn't hydrated: style sheets and theme, and the files of `entry`, a key of the manifest, if it has one. */
  staticHead(sheet: SiteSheet, entry?: string): string;
  /** For a document without scripts, whose sheet isn't public. `inline` is the text of its <style>, for the content policy. */
  previewHead(routeIds: string[], sheet: SiteSheet): { head: string; inline: string };
  /** The address of the style sheet with a pair of fonts, for documents that have a style of their own. */
  fontSheet(pair: FontPair): string;
};

const address = (file: string) => pathTo(`/${file}`);

/** The files of `keys` and of all that they import, each file once. */
function filesOf(manifest: Manifest, keys: string[]): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    scripts.add(chunk.file);
    for (const css of chunk.css ?? []) styles.add(css);
    for (const one of chunk.imports ?? []) visit(one);
  };
  keys.forEach(visit);
  return { scripts: [...scripts].map(address), styles: [...styles].map(address) };
}

/** Scripts fetch it before they render anything. @param shipped the address of the built file with the language's texts */
function linkWords({ language, version }: Language, shipped: (language: string) => string): string {
  if (language === "en" && !version) return "";
  const href = version ? pathTo(routes.ownWords(version)) : shipped(language);
  return `<link rel="preload" as="fetch" crossorigin id="${WORDS_ID}" hreflang="${language}" href="${href}">`;
}

const link = (href: string) => `<link rel="stylesheet" href="${href}">`;

const linkLater = (href: string) => `<link rel="stylesheet" href="${href}" fetchpriority="low">`;

/** The tags of the production build in `clientDir`. */
export function builtAssets(clientDir: string): PageAssets {
  const manifest = JSON.parse(readFileSync(join(clientDir, ".vite/manifest.json"), "utf8")) as Manifest;
  const file = (key: string) => address(manifest[key]?.file ?? "");
  const critical = readFileSync(join(clientDir, manifest[CRITICAL]?.file ?? ""), "utf8").trim();
  /** A pair's style sheet and its files of each page. The fonts of other letters are found in the sheet by pages that have such letters. */
  const fontFiles = (pair: FontPair) => {
    const { file: sheet = "", assets: fonts = [] } = manifest[fontsOf(pair)] ?? {};
    return [sheet, ...fonts.filter((font) => /(?<!bold-italic)-latin-[\w-]+\.woff2$/.test(font))].map(address);
  };
  const fonts = Object.fromEntries(FONT_PAIR_NAMES.map((pair) => [pair, fontFiles(pair)])) as Record<FontPair, string[]>;

  /** The only script that the first paint may wait for, because it sets the theme. It loads the other scripts and the fonts afterwards. */
  const scriptTags = (pair: FontPair, scripts: string[], waits = true) =>
    `<meta name="${LATER}" content="${[...fonts[pair], ...scripts].join(" ")}"><script ${waits ? "" : "async "}src="${file(BEFORE_PAINT)}"></script><noscript>${link(fonts[pair][0] ?? "")}</noscript>`;

  const linked = (sheet: SiteSheet, styles: string[]) =>
    [pathTo(routes.categoryColors(sheet.version)), file(CRITICAL), ...styles].map(link).join("");

  const words = (language: Language) => linkWords(language, (code) => file(wordsFile(code)));

  return {
    words,
    staticHead(sheet, entry) {
      const own = entry ? [entry] : [];
      return linked(sheet, filesOf(manifest, [HYDRATE, ...own]).styles) + scriptTags(sheet.fonts, filesOf(manifest, own).scripts);
    },
    tags(routeIds, sheet, ownLook, language) {
      const { scripts, styles } = filesOf(manifest, [HYDRATE, ...routeIds]);
      // On other pages the first paint waits for the style sheet anyway, so waiting for the script costs nothing.
      if (!routeIds.includes(STORY))
        return { head: linked(sheet, styles), headEnd: words(language) + scriptTags(sheet.fonts, scripts), beforeFooter: "" };
      // An article contains the styles of its first screen, and it waits for the script only if the browser stores its own look, so
      // that the text needs no further round trip. The rest of the style sheet styles what is below.
      const inline = critical + sheet.css;
      return {
        head: `<style>${inline}</style>`,
        headEnd: words(language) + scriptTags(sheet.fonts, scripts, ownLook),
        beforeFooter: styles.map(linkLater).join(""),
        inline,
      };
    },
    previewHead(routeIds, sheet) {
      const { styles } = filesOf(manifest, [HYDRATE, ...routeIds]);
      const links = [file(CRITICAL), ...styles, fonts[sheet.fonts][0] ?? ""].map(link).join("");
      const inline = sheet.css + sheet.home;
      return { head: `<style>${inline}</style>${links}`, inline };
    },
    tracker: `<script async src="${file(TRACKER)}"></script>`,
    fontSheet: (pair) => fonts[pair][0] ?? "",
  };
}

const devWords = (language: Language) => linkWords(language, (code) => `/${wordsFile(code)}`);

/** The tags of a page in development, where Vite serves every file on request. */
export const devAssets: PageAssets = {
  words: devWords,
  staticHead: (sheet, entry) => devStyles(sheet) + devTheme + (entry ? `<script type="module" src="/${entry}"></script>` : ""),
  tags: (_, sheet, __, language) => ({
    head: devStyles(sheet) + devTheme + devWords(language) + devScripts,
    headEnd: "",
    beforeFooter: "",
  }),
  previewHead(_, sheet) {
    const inline = sheet.css + sheet.home;
    return { head: `<style>${inline}</style>${devSheets(sheet)}`, inline };
  },
  tracker: `<script type="module" src="/${TRACKER}"></script>`,
  fontSheet: (pair) => `/${fontsOf(pair)}?direct`,
};

const devSheets = ({ fonts }: SiteSheet) =>
  ["app/browser/critical.css", "app/browser/site.css", fontsOf(fonts)].map((path) => link(`/${path}?direct`)).join("");

const devStyles = (sheet: SiteSheet) => link(pathTo(routes.categoryColors(sheet.version))) + devSheets(sheet);

const devTheme = `<script type="module" src="/app/browser/before-paint.ts"></script>`;

const devScripts = [
  `<script type="module">import refresh from "/@react-refresh";refresh.injectIntoGlobalHook(window);`,
  `window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>(type)=>type;</script>`,
  `<script type="module" src="/@vite/client"></script><script type="module" src="/app/browser/hydrate.tsx"></script>`,
].join("");
