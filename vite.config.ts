import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, parse, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type Plugin, type Rolldown } from "vite";
import { FONT_PAIRS } from "./app/domain/appearance/font-rules.ts";
import { browserWords, wordsFile } from "./app/texts/browser-words.ts";
import { builtStyles } from "./app/ui/styles/built-styles.ts";
import { bundleCommand } from "./bin/setup/bundle-command.mjs";

/** Where the style sheets that the product computes are written, for the others to import. */
const STYLES = ".cache/styles";

const withBuiltStyles: Plugin = {
  name: "built-styles",
  configResolved({ root }) {
    mkdirSync(join(root, STYLES), { recursive: true });
    for (const [name, css] of Object.entries(builtStyles())) {
      const path = join(root, STYLES, name);
      if (!existsSync(path) || readFileSync(path, "utf8") !== css) writeFileSync(path, css);
    }
  },
};

/** Compresses the built files at the highest level, so that the server never has to. */
const precompress = (dir = ""): Plugin => ({
  name: "precompress",
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  configResolved({ root, build: { outDir } }) {
    dir = resolve(root, outDir);
  },
  closeBundle() {
    for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
      if (!/\.(m?js|css|svg|txt|json)$/.test(name)) continue;
      const path = join(dir, name);
      const body = readFileSync(path);
      if (body.length < 512) continue;
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      writeFileSync(`${path}.br`, brotliCompressSync(body, { params }));
      writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
    }
  },
});

/** Writes a file with the texts of each language but English, which the scripts contain. In development it is made when it is asked for. */
const words: Plugin = {
  name: "words",
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  generateBundle() {
    for (const { language, json } of browserWords())
      this.emitFile({ type: "asset", name: `words-${language}.json`, originalFileName: wordsFile(language), source: json });
  },
  configureServer({ middlewares, ssrLoadModule }) {
    middlewares.use(async (request, response, next) => {
      const path = request.url?.slice(1) ?? "";
      const fresh = path.startsWith("app/texts/words-") ? await ssrLoadModule("/app/texts/browser-words.ts") : null;
      const found = (fresh?.browserWords() as ReturnType<typeof browserWords>)?.find(
        ({ language }) => path === wordsFile(language),
      );
      if (!found) return next();
      response.setHeader("content-type", "application/json");
      response.end(found.json);
    });
  },
};

/** Writes the command line tool, `/cli.mjs`. In development it is made when it is asked for. */
const command = (root = ""): Plugin => ({
  name: "command",
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  configResolved: (config) => {
    root = config.root;
  },
  async generateBundle() {
    this.emitFile({ type: "asset", fileName: "cli.mjs", source: await bundleCommand(root) });
  },
  configureServer({ middlewares }) {
    middlewares.use(async (request, response, next) => {
      if (request.url !== "/cli.mjs") return next();
      response.setHeader("content-type", "text/javascript");
      response.end(await bundleCommand(root));
    });
  },
});

/**
 * Tells browsers to compile all of these chunks while they load. Otherwise each function is compiled when it is first called,
 * while somebody waits for a screen. (Chromium's explicit compile hints: v8.dev/blog/explicit-compile-hints)
 */
const compiledWhole = (names: string[]): Plugin => ({
  name: "compiled-whole",
  apply: (_, { isSsrBuild, command }) => command === "build" && !isSsrBuild,
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk" || !names.includes(chunk.name)) continue;
        chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
        if (chunk.map) chunk.map.mappings = `;${chunk.map.mappings}`;
      }
    },
  },
});

/** Builds scripts that wait for no other file: each a classic script without imports. */
const scriptsOfTheirOwn = (...entries: string[]): Plugin => ({
  name: "scripts-of-their-own",
  apply: (_, { isSsrBuild, command }) => command === "build" && !isSsrBuild,
  async generateBundle() {
    for (const entry of entries) {
      const built = await build({
        configFile: false,
        publicDir: false,
        logLevel: "warn",
        build: {
          write: false,
          target: "es2022",
          modulePreload: false,
          rolldownOptions: { input: entry, output: { format: "iife" }, checks: QUIET, optimization: { inlineConst: true } },
        },
      });
      const { output } = built as Rolldown.RolldownOutput;
      this.emitFile({
        type: "asset",
        name: `${parse(entry).name}.js`,
        originalFileName: entry,
        source: output[0].code,
      });
    }
  },
});

/** A build on a slow machine needs no advice about plugins. */
const QUIET: Rolldown.InputOptions["checks"] = { bundlerTimings: false };

/** Stops zod from trying to compile its checks in the browser, because the content policy forbids that and reports the attempt. */
const withoutCompiling: Plugin = {
  name: "zod-without-compiling",
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  transform: {
    filter: { id: /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/ },
    handler: (code) => ({ code: `globalThis.__zod_globalConfig ??= { jitless: true }; ${code}`, map: null }),
  },
};

/** Parts of the router that this site doesn't use: fetchers, actions, middleware, routes that are added later. */
const UNUSED_ROUTING: [text: string, without: string][] = [
  ["\t\tfetch,\n", ""],
  ["\t\tgetFetcher,\n\t\tresetFetcher,\n\t\tdeleteFetcher: queueFetcherForDeletion,\n", ""],
  ["\t\tpatchRoutes,\n", ""],
  ["else if (opts && opts.submission && isMutationMethod(opts.submission.formMethod)) {", "else if (false) {"],
  ["if (!opts || !isSubmissionNavigation(opts)) return { path };", "return { path };"],
  ["init.dataStrategy || defaultDataStrategyWithMiddleware", "defaultDataStrategy"],
];

/** Removes unused parts of React Router that the bundler can't drop itself: components, and options that are never set. */
const withoutUnusedRouting: Plugin = {
  name: "react-router-without-the-unused",
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  transform: {
    filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/](dom[\\/]lib|router[\\/]router)\.js$/ },
    handler(code, id) {
      let kept = code
        .replaceAll("= React$1.forwardRef(", "= /* @__PURE__ */ React$1.forwardRef(")
        .replace(/^\w+\.displayName = "\w+";$/gm, "")
        .replace(/\binit\.(instrumentations|patchRoutesOnNavigation)\b/g, "undefined");
      for (const [text, without] of /[\\/]router\.js/.test(id) ? UNUSED_ROUTING : []) {
        if (!kept.includes(text)) this.error(`React Router has changed: it no longer contains ${JSON.stringify(text)}`);
        kept = kept.replace(text, without);
      }
      return { code: kept, map: null };
    },
  },
};

const serverEntry: Rolldown.InputOptions & { output?: Rolldown.OutputOptions } = {
  // The thread that renders long texts is a program of its own.
  input: {
    server: "server.ts",
    thread: "app/domain/content/thread.ts",
    // So are those that the server starts for backups, demo content and imports.
    "backup-command": "app/boot/backup-command.ts",
    "restore-command": "app/boot/restore-command.ts",
    "demo-command": "app/boot/demo-command.ts",
    "import-program": "app/boot/import-program.ts",
  },
  // `strictExecutionOrder`: otherwise, code that several chunks share would run before the packages that it needs.
  // Source maps exclude the sources, which are next to the build and would take up memory.
  output: { strictExecutionOrder: true, sourcemapExcludeSources: true },
};

/**
 * Modules that only the back office needs, so that they don't end up in a chunk that readers load. Of the domain, that is everything
 * but policies, figures (pictures and embeds) and the rules of accounts; what all public pages need of it is in the chunk `site` already.
 */
const OFFICE_ONLY =
  /[\\/]app[\\/](pages[\\/]admin[\\/](?!admin-login)|admin-routes|browser[\\/]auth[\\/]admin-api|texts[\\/]shipped|http[\\/]api[\\/]admin(?![\\/]client)|platform[\\/]time[\\/](?!time-format)|domain[\\/](?!content[\\/]markup[\\/]figures|(auth|users|redirects)[\\/][\w-]*rules|.*policy))/;
/** What the screens of accounts share and public pages don't need. */
const ACCOUNT_ONLY =
  /[\\/]app[\\/](pages[\\/]account|pages[\\/]public[\\/]layout[\\/]signed-up-texts|ui[\\/]form|browser[\\/]auth[\\/]reader-api|http[\\/]api[\\/]admin[\\/]client|domain[\\/](auth|users|redirects)[\\/])|[\\/]@tanstack[\\/].*[mM]utation/;
const inReadersPages = (id: string) => /[\\/]app[\\/]/.test(id) && !OFFICE_ONLY.test(id) && !ACCOUNT_ONLY.test(id);

const browserEntries: typeof serverEntry = {
  input: {
    hydrate: "app/browser/hydrate.tsx",
    "preview-notes": "app/browser/preview-notes.ts",
    setup: "app/browser/setup.ts",
    restore: "app/browser/restore.ts",
    maintenance: "app/browser/maintenance.ts",
    // A pair of fonts each; a page loads one of them.
    ...Object.fromEntries(Object.values(FONT_PAIRS).map(({ sheet }) => [sheet, `${STYLES}/${sheet}.css`])),
    critical: "app/browser/critical.css",
  },
  output: {
    // One chunk for packages: fewer requests, and it stays in the browser's cache from one release to the next.
    codeSplitting: {
      groups: [
        {
          name: "vendor",
          priority: 3,
          test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]/,
          tags: ["$initial"],
        },
        // What every page needs.
        {
          name: "site",
          priority: 2,
          test: /[\\/]app[\\/](browser[\\/]hydrate|pages[\\/]public[\\/](cards[\\/]|use-like|meta)|ui[\\/]icon|domain[\\/](comments[\\/]comment-rules|back-office\.policy))/,
        },
        // Only signed-in readers and the back office load the policies.
        { name: "policies", priority: 1, test: /[\\/]app[\\/]domain[\\/].*policy\.ts$/ },
        // What several pages share: one request instead of one for each module.
        { name: "shared", priority: 1, test: inReadersPages, minShareCount: 2 },
        { name: "account", priority: 1, test: (id) => ACCOUNT_ONLY.test(id) && !OFFICE_ONLY.test(id), minShareCount: 2 },
        // The same for the back office, whose screens are in several chunks.
        { name: "office", test: /[\\/]app[\\/]/, minShareCount: 2 },
      ],
    },
  },
};

/**
 * Packages of hundreds of small modules, which the server's build contains: to find and read each of them took a sixth of the processor time
 * of a start. Other packages stay in node_modules, and a package that is used by one of these has to be listed with it.
 */
const BUNDLED = ["kysely", "jose", "zod", /^hono/, /^@hono\//, "@asteasolutions/zod-to-openapi", "openapi3-ts"];

// Two builds from one configuration: the browser's (`vite build`) and the server's (`vite build --ssr`).
export default defineConfig(({ isSsrBuild }) => ({
  appType: "custom",
  plugins: [
    withBuiltStyles,
    react(),
    words,
    command(),
    scriptsOfTheirOwn("app/browser/before-paint.ts", "app/browser/tracker.ts"),
    compiledWhole(["back-office", "office"]),
    precompress(),
    withoutCompiling,
    withoutUnusedRouting,
  ],
  // The site may be under a path, which the build doesn't know: built files name each other by their place beside each other, and code
  // gives the path to the other files that it shows (`pathTo`).
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === "css" || /\.(js|css)$/.test(file) ? { relative: true } : `/${file}`),
  },
  publicDir: isSsrBuild ? false : "public",
  // Lightning CSS supports named break points (@custom-media). It transforms nothing else here; the minifier does, for `cssTarget`.
  css: { transformer: "lightningcss", lightningcss: { targets: {}, drafts: { customMedia: true } } },
  build: {
    target: isSsrBuild ? "node24" : "es2022",
    // These browsers support light-dark(), so it needs no fallback.
    cssTarget: ["chrome123", "safari17.5", "firefox121"],
    // `npm run build` names a folder for each release (`bin/setup/releases.mjs`).
    emptyOutDir: true,
    // Nothing is inlined: the content policy allows no data: URLs for scripts and few for anything else.
    assetsInlineLimit: 0,
    manifest: !isSsrBuild,
    sourcemap: isSsrBuild ? true : "hidden",
    minify: !isSsrBuild,
    modulePreload: {
      polyfill: false,
      // Every page has loaded these chunks already, so the lists of preloads leave them out.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === "js" ? files.filter((file) => !/\/(vendor|hydrate|rolldown-runtime)-/.test(file)) : files,
    },
    // The editor is large, and it is only loaded when somebody writes.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      ...(isSsrBuild ? serverEntry : browserEntries),
      checks: QUIET,
      // A text of a `texts.ts` is written where it is used, so that the file costs readers nothing.
      optimization: { inlineConst: true },
    },
  },
  server: { middlewareMode: true },
  ...(isSsrBuild ? { ssr: { noExternal: BUNDLED } } : {}),
}));
