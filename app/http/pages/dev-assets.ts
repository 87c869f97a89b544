import { routes } from "../../routes.ts";
import type { PageAssets } from "./assets.ts";
import type { ColorSheet } from "./colors.ts";

/** The tags of a page in development: everything comes from Vite as it is asked for. */
export const devAssets: PageAssets = {
  staticHead: (colors, entry) => styles(colors) + theme + (entry ? `<script type="module" src="/${entry}"></script>` : ""),
  tags: (_, colors) => ({ head: styles(colors) + theme + scripts, headEnd: "", beforeFooter: "" }),
};

const SHEETS = ["/app/browser/critical.css", "/app/browser/site.css", "/app/ui/styles/fonts.css"];
const styles = ({ version }: ColorSheet) =>
  [routes.categoryColors(version), ...SHEETS.map((path) => `${path}?direct`)]
    .map((href) => `<link rel="stylesheet" href="${href}">`)
    .join("");
const theme = `<script type="module" src="/app/browser/before-paint.ts"></script>`;
const scripts = [
  `<script type="module">import refresh from "/@react-refresh";refresh.injectIntoGlobalHook(window);`,
  `window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>(type)=>type;</script>`,
  `<script type="module" src="/@vite/client"></script><script type="module" src="/app/browser/hydrate.tsx"></script>`,
].join("");
