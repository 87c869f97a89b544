import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { build } from "vite";
import type { createApp as createAppFunction } from "../app/app.ts";
import { openBackups } from "../app/boot/open-backups.ts";
import { createIntake } from "../app/domain/analytics/collect/intake.ts";
import type { Context } from "../app/domain/context.ts";
import { createCurrentSettings } from "../app/domain/settings/read-settings.ts";
import { builtAssets } from "../app/http/pages/assets.ts";
import { systemClock, systemRandom } from "../app/platform/clock.ts";
import { connectDatabase } from "../app/platform/database/connect.ts";
import { createLog } from "../app/platform/log.ts";
import { startEmbeddedPostgres } from "../app/platform/postgres/start.ts";
import { createFolderStore } from "../app/platform/storage/folder-store.ts";
import type { DB } from "../db/schema.gen.ts";
import { quantile, type Row } from "./row.ts";
import { using, withScratch } from "./scratch.ts";
import { allPages, startSite } from "./site.ts";

export const title = "A page that isn't cached yet, and a change until everybody sees it";

const RENDERS = 600;
const WARM_UP = 200;
const CHANGES = 10;
/** How long a change may take before it counts as lost, in ms. */
const LOST = 10_000;

const log = createLog({ level: "warn" });

/** The bench has its own database, so that the site and this process both reach it. */
export async function run(): Promise<Row[]> {
  return withScratch((folder) =>
    using(
      startEmbeddedPostgres({ dataDir: join(folder, "postgres"), log: { info: () => {}, warn: () => {} } }),
      async ({ connection }) => {
        const query = new URLSearchParams({ host: String(connection.host), user: String(connection.user) });
        if (connection.password) query.set("password", String(connection.password));
        if (connection.port) query.set("port", String(connection.port));
        const DATABASE_URL = `postgres:///${connection.database}?${query}`;
        return using(startSite(join(folder, "data"), { DATABASE_URL }), async ({ address }) => [
          ...(await renders(connection, join(folder, "data"))),
          ...(await changes(connection, address)),
        ]);
      },
    ),
  );
}

/** The app as built for production, but without a page cache: every request is rendered from the database. */
async function renders(connection: pg.PoolConfig, dataDir: string): Promise<Row[]> {
  const { db, close } = connectDatabase<DB>(connection, { log });
  try {
    const context: Context = { db, clock: systemClock, random: systemRandom, log };
    const clientDir = join(process.cwd(), "build", "current", "client");
    const assets = builtAssets(clientDir);
    const createApp = await builtApp();
    const settings = await createCurrentSettings(context, { siteUrl: "http://127.0.0.1" });
    const places = { find: () => null };
    const app = createApp({
      deps: {
        context,
        settings,
        trustProxy: 0,
        clientDir,
        cacheDir: join(dataDir, "cache"),
        installation: () => Promise.reject(new Error("Nothing is checked here")),
        projectDir: process.cwd(),
        media: createFolderStore(join(dataDir, "media")),
        importsDir: join(dataDir, "imports"),
        backups: await openBackups({ config: { dataDir }, projectDir: process.cwd() }),
        places,
        analytics: createIntake(context, { places, settings }),
      },
      health: { schemaState: async () => "current" },
      machine: { version: "", pool: { totalCount: 0, idleCount: 0, waitingCount: 0, options: {} }, folders: {} },
      assets: () => assets,
      file: () => undefined,
      ttlMs: 0,
    });
    const posts = await db.selectFrom("posts").select("slug").where("status", "=", "published").execute();
    const articles = posts.map(({ slug }) => `/story/${slug}`);
    const measure = async (paths: string[]) => {
      const times: number[] = [];
      for (let i = 0; i < WARM_UP + RENDERS; i++) {
        const began = performance.now();
        const answer = await app.fetch(
          new Request(`http://127.0.0.1${paths[i % paths.length]}`, { headers: { "accept-encoding": "br" } }),
        );
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`${paths[i % paths.length]} answers ${answer.status}`);
        if (i >= WARM_UP) times.push(performance.now() - began);
      }
      return times;
    };
    const article = await measure(articles);
    const listing = await measure(["/", "/view-all"]);
    return [
      { measure: "an article, half of the renders", value: quantile(article, 0.5), unit: "ms" },
      { measure: "an article, 95 % of the renders", value: quantile(article, 0.95), unit: "ms", target: "≤ 15" },
      { measure: "home and listing, 95 % of the renders", value: quantile(listing, 0.95), unit: "ms" },
    ];
  } finally {
    await close();
  }
}

/** Builds the app as a module, with the configuration of the product's build, because Node alone can't read JSX. */
async function builtApp(): Promise<typeof createAppFunction> {
  // Packages also read it at run time.
  process.env.NODE_ENV = "production";
  const outDir = join(process.cwd(), "build", "bench");
  await build({
    mode: "production",
    logLevel: "error",
    build: { ssr: "app/app.ts", outDir, emptyOutDir: true, sourcemap: false },
  });
  const module = (await import(pathToFileURL(join(outDir, "app.js")).href)) as { createApp: typeof createAppFunction };
  return module.createApp;
}

/** Renames an article in the database and waits until no page of the running site shows the old name. */
async function changes(connection: pg.PoolConfig, address: string): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const rename = async (name: string) => {
    await client.query("update posts set title = $1 where slug = 'mood-tracking-guide'", [name]);
  };
  try {
    await rename("Renamed 0 times");
    const pages = await allPages(address);
    const showing = await pagesWith(pages, "Renamed 0 times");
    const times: number[] = [];
    for (let n = 1; n <= CHANGES; n++) {
      await Promise.all(pages.map(read));
      const began = performance.now();
      await rename(`Renamed ${n} times`);
      await Promise.all(showing.map((page) => untilShown(page, `Renamed ${n} times`)));
      times.push(performance.now() - began);
    }
    return [
      {
        measure: "a new title on every page that shows it, the slowest of ten changes",
        value: Math.max(...times),
        unit: "ms",
        target: "≤ 1,000",
      },
      { measure: "pages and feeds that show it", value: showing.length, unit: "pages" },
    ];
  } finally {
    await client.end();
  }
}

const read = async (page: string) => (await fetch(page)).text();

/** The pages that show `text`, once their number has been stable for a while. */
async function pagesWith(pages: string[], text: string): Promise<string[]> {
  await pause(2_000);
  const texts = await Promise.all(pages.map(read));
  const showing = pages.filter((_, i) => texts[i]?.includes(text));
  if (showing.length < 3) throw new Error(`Only ${showing.join(", ") || "no page"} shows the new title`);
  return showing;
}

async function untilShown(page: string, text: string): Promise<void> {
  const began = performance.now();
  while (!(await read(page)).includes(text)) {
    if (performance.now() - began > LOST) throw new Error(`${page} still shows the old title after ${LOST / 1000} s`);
    await pause(5);
  }
}
