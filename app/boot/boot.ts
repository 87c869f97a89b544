import { join } from "node:path";
import type pg from "pg";
import type { ViteDevServer } from "vite";
import type { DB } from "../../db/schema.gen.ts";
import { adminRoutes } from "../admin-routes.ts";
import { createApp } from "../app.ts";
import { basePath, basePathOf, setBasePath } from "../base-path.ts";
import { lookUpSearches } from "../domain/analytics/found/read-searches.ts";
import { dropOldRecords } from "../domain/analytics/rollups/partitions.ts";
import { rollUp } from "../domain/analytics/rollups/roll-up.ts";
import type { Context } from "../domain/context.ts";
import { replaceOffsitePictures } from "../domain/posts/replace-offsite-pictures.ts";
import { createCurrentSettings } from "../domain/settings/read-settings.ts";
import { productVersion } from "../domain/system/read-system.ts";
import { enterBasePath } from "../http/base-path.ts";
import { isIconPath } from "../http/brand-files.ts";
import { createFastPath } from "../http/fast-path.ts";
import { loadFiles } from "../http/load-files.ts";
import { securityHeadersFor } from "../http/middleware/security-headers.ts";
import { createOtherReleases } from "../http/other-releases.ts";
import { builtAssets, devAssets } from "../http/pages/assets.ts";
import type { ServedPage } from "../http/pages/serve.ts";
import { systemClock, systemRandom } from "../platform/clock.ts";
import type { Config } from "../platform/config/config.ts";
import { connectDatabase } from "../platform/database/connect.ts";
import { hearsNotifications } from "../platform/database/hear-notifications.ts";
import { type Listener, listen } from "../platform/database/listen.ts";
import { openMigrationCheck } from "../platform/database/migrate.ts";
import { createOutage } from "../platform/database/outage.ts";
import { openReplica } from "../platform/database/replica.ts";
import { createTimeLimits } from "../platform/database/time-limits.ts";
import { freeIdleMemory } from "../platform/idle-memory.ts";
import { type Log, leaveOut } from "../platform/log.ts";
import { checkHearing } from "./check-hearing.ts";
import { checkPort } from "./check-port.ts";
import { heardDowntime } from "./database-downtime.ts";
import { gatherAsWorker } from "./gather-metrics.ts";
import { addressOf, greet } from "./greet.ts";
import { openAnalytics, startAnalyticsTicker } from "./open-analytics.ts";
import { openBackups } from "./open-backups.ts";
import { givenConnection, isWorker, type OpenDatabase, openDatabase } from "./open-database.ts";
import { importsDir, openImports, sharedImports } from "./open-imports.ts";
import { embeddedFolder, openInstallation } from "./open-installation.ts";
import { openJobs } from "./open-jobs.ts";
import { openMedia } from "./open-media.ts";
import { openMetricsPort } from "./open-metrics-port.ts";
import { openPlacesOf, outsideOf } from "./open-places.ts";
import { type Handlers, type OpenPort, openPort } from "./open-port.ts";
import { migrationsDir, prepareDatabase } from "./prepare.ts";
import { queuePurges } from "./queue-purges.ts";
import { startBackups } from "./start-backups.ts";
import { startScheduler } from "./start-scheduler.ts";
import { readContentVersion, watchContent } from "./watch-content.ts";

export type BootOptions = {
  config: Config;
  /** the folder that holds packages, migrations and documents: in production the release's own */
  projectDir: string;
  log: Log;
  signal: AbortSignal;
  /** Aborted some time before the site stops: from then on it isn't ready. */
  leaving?: AbortSignal;
  /** called when what the site can't do without is lost for good, with a message for a person */
  fail?: (error: Error) => void;
  /** The database, if it is being opened already; the port is known to be free then. */
  opening?: Promise<OpenDatabase>;
  /** Vite, in development: serves the browser's modules. No page is kept. */
  dev?: ViteDevServer;
  /** What is open already and stays open, in development; the database is prepared. */
  given?: { port: OpenPort; connection: pg.PoolConfig };
};

/** A large backlog is rolled up in parts of this length, in ms, so that neither the newest day nor a stop waits long. */
const ROLL_UP_MS = 4000;

/**
 * Changes after which the copies from before may still be shown while the database is away. When something is taken away from these tables,
 * there is another notification.
 */
const ADDITIONS = new Set(["posts", "comments", "posts_tags"]);

/** How long after its notification a change may be applied, in ms. */
const TOLD_MS = 5000;

/**
 * Database connections of one process, besides three for listening and upkeep: those for requests, and those for work in the background,
 * so that neither waits for the other's. Several processes share the limit of the embedded server.
 */
const poolSize = (workers: number, kind: "request" | "work") => {
  if (workers === 1) return kind === "request" ? 10 : 6;
  return kind === "request" ? Math.max(3, Math.floor(32 / workers) - 3) : 4;
};

/**
 * Starts everything in order: database, content, app, port.
 * @param options `signal` cancels the start
 * @returns how to stop: first the port, then what is behind it
 */
export async function boot(options: BootOptions): Promise<() => Promise<void>> {
  const { config, projectDir, log, signal, leaving, fail, opening, dev, given } = options;
  const undo: (() => Promise<unknown>)[] = [];
  const places = await openPlacesOf(config);
  // The port is opened last, so that a proxy sends nothing here before it can be answered. A port that nobody knows yet may be opened now.
  let port = given?.port ?? (config.port === 0 ? await openPort(config.host, 0) : null);
  if (!port && !opening && !isWorker()) await checkPort(config.host, config.port);
  const stop = async () => {
    for (const step of [async () => port?.close({ behindProxy: config.drainDelay > 0 }), ...undo.splice(0).reverse()]) {
      await step().catch((err: unknown) => log.error({ err }, "could not stop cleanly"));
    }
  };
  try {
    const connection = given?.connection ?? givenConnection();
    const database = connection
      ? { connection, close: async () => {}, downtime: heardDowntime() }
      : await (opening ?? openDatabase(config, projectDir, log, signal, { onGivenUp: fail }));
    undo.push(database.close);
    const prepared = connection ? null : await prepareDatabase(database.connection, config, { projectDir, log, signal });
    const outage = createOutage(database.connection, { log });
    undo.push(outage.close);
    leaveOut(log, outage.note);
    const limits = { request: createTimeLimits("request"), work: createTimeLimits("work") };
    const poolOf = (kind: keyof typeof limits) => {
      const { settings } = limits[kind];
      const opened = connectDatabase<DB>(database.connection, { log, max: poolSize(config.workers, kind), outage, settings });
      undo.push(opened.close);
      return opened;
    };
    const { pool, db } = poolOf("request");
    const background = poolOf("work");
    const migrations = await openMigrationCheck(database.connection, { dir: migrationsDir(projectDir), log });
    undo.push(migrations.close);
    const base: Context = { db: background.db, clock: systemClock, random: systemRandom, log };

    const hears = await checkHearing(database.connection, pool, log);
    if (hears) await Promise.all([limits.request.enforce(pool), limits.work.enforce(background.pool)]);
    const replica = config.databaseReadUrl
      ? await openReplica<DB>(
          { connectionString: config.databaseReadUrl },
          { primary: { pool, db }, limits: limits.request, log },
        )
      : undefined;
    if (replica) undo.push(replica.close);
    const applied = await readContentVersion(db);
    const address = addressOf(config, port?.port ?? config.port);
    setBasePath(basePathOf(address));
    const settings = await createCurrentSettings(base, {
      siteUrl: address,
      adminEmail: config.adminEmail,
      sendsMail: config.smtpUrl !== undefined,
    });
    const print = (text: string) => void process.stdout.write(text);
    const reach = { pool: background.pool, connection: database.connection, hears };
    const media = openMedia(base, config);
    const { context: work, close: closeJobs } = await openJobs(base, reach, {
      config,
      imports: openImports(config, { media, site: settings.site, stopping: signal }),
      site: settings.site,
      settings: settings.get,
      media,
      print,
    });
    undo.push(closeJobs);
    const context: Context = { ...work, db };
    const analytics = openAnalytics(context, { places, settings });
    undo.push(analytics.close);
    undo.push(
      startAnalyticsTicker(work, {
        timezone: () => settings.site().timezone,
        rollUp: (ctx, options) => rollUp(ctx, { ...options, within: ROLL_UP_MS }),
        chores: [
          { name: "old records could not be dropped", run: dropOldRecords },
          { name: "searches could not be looked up", run: lookUpSearches },
        ],
      }),
    );
    const plansOf = () => ({ site: settings.site(), settings: settings.get(), editPath: adminRoutes.editPost });
    undo.push(startScheduler(work, { of: plansOf }));
    const backups = await openBackups({ config, projectDir }, { wake: () => keeper.wake() });
    const keeper = startBackups(work, { tools: backups, settings: settings.get, site: settings.site });
    undo.push(keeper.stop);
    const replacing = replaceOffsitePictures(work, URL.parse(settings.site().url)?.host, signal).catch((err: unknown) =>
      log.error({ err }, "articles with pictures of other sites could not be rendered again"),
    );
    undo.push(() => replacing);
    const clientDir = join(projectDir, "client");
    const files = dev ? new Map<string, ServedPage>() : await loadFiles(clientDir);
    const assets = dev ? devAssets : builtAssets(clientDir);
    // Users who have saved something see it in the next page that this process sends them.
    let onSaved = async () => {};
    const embedded = await embeddedFolder(config);
    let listener: Listener | null = null;
    const app = createApp({
      deps: {
        context,
        settings,
        trustProxy: config.trustProxy,
        clientDir,
        cacheDir: join(config.dataDir, "cache"),
        projectDir,
        installation: (server) =>
          openInstallation(config, {
            projectDir,
            server,
            database: {
              db,
              pendingMigrations: migrations.pending,
              hears: () => hearsNotifications(database.connection, pool),
              standby: replica && (async () => replica.state()),
            },
            known: { site: settings.site(), chosenUrl: settings.get().siteUrl },
          }),
        media,
        importsDir: importsDir(config.dataDir),
        sharedImports: sharedImports(config),
        backups,
        outside: outsideOf(config),
        places,
        analytics,
        outage,
        replica,
        databaseRestarts: database.downtime.restarts,
        stopping: signal,
      },
      health: {
        schemaState: migrations.state,
        downtime: database.downtime.current,
        publicMetrics: config.metricsPublic,
        metricsToken: config.metricsToken,
        leaving,
      },
      machine: {
        version: await productVersion(projectDir),
        pool,
        heardAt: () => listener?.heardAt() ?? null,
        databaseRestarts: database.downtime.restarts,
        ...(replica && { standby: replica.state }),
        folders: { data: config.dataDir, ...(embedded && { database: embedded }) },
      },
      ...(isWorker() && { gatherMetrics: gatherAsWorker }),
      assets: () => assets,
      file: (path) => files.get(path),
      saved: async () => {
        replica?.expectLatest();
        await onSaved();
      },
      isPurged: config.purgeUrl !== undefined,
      otherFile: dev ? undefined : createOtherReleases(projectDir),
      ...(dev && { ttlMs: 0 }),
    });
    undo.push(app.close);
    const purges = config.purgeUrl ? queuePurges(context, (err) => log.error({ err }, "a purge could not be queued")) : null;
    if (purges) undo.push(purges.close);
    let toldAt = Number.NEGATIVE_INFINITY;
    const watch = watchContent({
      read: () => readContentVersion(db),
      applied,
      apply: async () => {
        // No notification says what this change is about.
        const isTold = performance.now() - toldAt <= TOLD_MS;
        if (!isTold) app.contentRemoved();
        replica?.expectLatest();
        await app.contentChanged();
        if (!isTold) purges?.want(null);
      },
      hears,
      onError: (err) => log.error({ err }, "a change of content could not be applied; it is tried again"),
    });
    undo.push(watch.close);
    const heard = (about: string) => {
      toldAt = performance.now();
      if (!ADDITIONS.has(about)) app.contentRemoved();
      watch.notified();
      purges?.want(about);
    };
    if (hears) {
      const onReconnect = () => void watch.look();
      listener = await listen(database.connection, "content_changed", heard, { log, onReconnect });
      undo.push(listener.close);
      onSaved = watch.settle;
    } else onSaved = watch.look;

    const pageLane = createFastPath({
      pageAddress: app.pages.addressOf,
      cachedPage: app.pages.cached,
      // The owner's icon takes the place of the shipped one.
      file: (path) => (isIconPath(path) && settings.site().look?.icon ? undefined : files.get(path)),
      securityHeaders: (contentType) => securityHeadersFor(settings.site().url, contentType),
      observe: (method, kind, status, ms) => app.metrics.observe(method, kind === "page" ? "cached page" : "file", status, ms),
    });
    const handlers: Handlers = {
      enter: basePath() ? enterBasePath(basePath()) : undefined,
      fetch: app.fetch,
      fastLane: (request, response) =>
        app.readFastPath(request, response) || pageLane(request, response) || app.visitFastPath(request, response),
    };
    undo.push(freeIdleMemory());
    if (!isWorker() && !given) undo.push(await openMetricsPort(config, app.gatherMetrics));
    if (port) port.serve(handlers);
    else port = await openPort(config.host, config.port, handlers);
    if (prepared && !given) greet(address, prepared);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
