import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LATER } from "../../pages/page-state.ts";
import { routes } from "../../routes.ts";
import type { ColorSheet } from "./category-colors.ts";

type Chunk = { file: string; css?: string[]; imports?: string[]; assets?: string[] };

type Manifest = Record<string, Chunk>;

const HYDRATE = "app/browser/hydrate.tsx";

const BEFORE_PAINT = "app/browser/before-paint.ts";

const FONTS = "app/ui/styles/fonts.css";

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
   */
  tags(routeIds: string[], colors: ColorSheet, ownLook: boolean): PageTags;
  /** For a document that isn't hydrated: style sheets and theme, and the files of `entry`, a key of the manifest, if it has one. */
  staticHead(colors: ColorSheet, entry?: string): string;
};

const address = (file: string) => `/${file}`;

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

const link = (href: string) => `<link rel="stylesheet" href="${href}">`;

const linkLater = (href: string) => `<link rel="stylesheet" href="${href}" fetchpriority="low">`;

/** The tags of the production build in `clientDir`. */
export function builtAssets(clientDir: string): PageAssets {
  const manifest = JSON.parse(readFileSync(join(clientDir, ".vite/manifest.json"), "utf8")) as Manifest;
  const file = (key: string) => `/${manifest[key]?.file ?? ""}`;
  const critical = readFileSync(join(clientDir, file(CRITICAL)), "utf8").trim();
  // The fonts of other letters are found in the sheet by pages that have such letters.
  const ofEachPage = (manifest[FONTS]?.assets ?? []).filter((font) => /(?<!bold-italic)-latin-[\w-]+\.woff2$/.test(font));
  const fonts = [file(FONTS), ...ofEachPage.map(address)];
  const noScript = `<noscript>${link(file(FONTS))}</noscript>`;

  /** The only script that the first paint may wait for, because it sets the theme. It loads the other scripts and the fonts afterwards. */
  const scriptTags = (scripts: string[], waits = true) =>
    `<meta name="${LATER}" content="${[...fonts, ...scripts].join(" ")}"><script ${waits ? "" : "async "}src="${file(BEFORE_PAINT)}"></script>${noScript}`;

  const linked = (colors: ColorSheet, styles: string[]) =>
    [routes.categoryColors(colors.version), file(CRITICAL), ...styles].map(link).join("");

  return {
    staticHead(colors, entry) {
      const own = entry ? [entry] : [];
      return linked(colors, filesOf(manifest, [HYDRATE, ...own]).styles) + scriptTags(filesOf(manifest, own).scripts);
    },
    tags(routeIds, colors, ownLook) {
      const { scripts, styles } = filesOf(manifest, [HYDRATE, ...routeIds]);
      // On other pages the first paint waits for the style sheet anyway, so waiting for the script costs nothing.
      if (!routeIds.includes(STORY)) return { head: linked(colors, styles), headEnd: scriptTags(scripts), beforeFooter: "" };
      // An article contains the styles of its first screen, and it waits for the script only if the browser stores its own look, so
      // that the text needs no further round trip. The rest of the style sheet styles what is below.
      const inline = critical + colors.css;
      return {
        head: `<style>${inline}</style>`,
        headEnd: scriptTags(scripts, ownLook),
        beforeFooter: styles.map(linkLater).join(""),
        inline,
      };
    },
  };
}

/** The tags of a page in development, where Vite serves every file on request. */
export const devAssets: PageAssets = {
  staticHead: (colors, entry) => devStyles(colors) + devTheme + (entry ? `<script type="module" src="/${entry}"></script>` : ""),
  tags: (_, colors) => ({ head: devStyles(colors) + devTheme + devScripts, headEnd: "", beforeFooter: "" }),
};

const DEV_SHEETS = ["/app/browser/critical.css", "/app/browser/site.css", "/app/ui/styles/fonts.css"];

const devStyles = ({ version }: ColorSheet) =>
  [routes.categoryColors(version), ...DEV_SHEETS.map((path) => `${path}?direct`)]
    .map((href) => `<link rel="stylesheet" href="${href}">`)
    .join("");

const devTheme = `<script type="module" src="/app/browser/before-paint.ts"></script>`;

const devScripts = [
  `<script type="module">import refresh from "/@react-refresh";refresh.injectIntoGlobalHook(window);`,
  `window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>(type)=>type;</script>`,
  `<script type="module" src="/@vite/client"></script><script type="module" src="/app/browser/hydrate.tsx"></script>`,
].join("");
