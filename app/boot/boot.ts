import { join } from "node:path";
import { adminRoutes } from "../admin-routes.ts";
import { createApp } from "../app.ts";
import { basePath, basePathOf, setBasePath } from "../base-path.ts";
import { lookUpSearches } from "../domain/analytics/found/read-searches.ts";
import { dropOldRecords } from "../domain/analytics/rollups/partitions.ts";
import { rollUp } from "../domain/analytics/rollups/roll-up.ts";
import type { Context } from "../domain/context.ts";
import { replaceOffsitePictures } from "../domain/posts/replace-offsite-pictures.ts";
import { createCurrentSettings } from "../domain/settings/read-settings.ts";
import type { RestoreTools } from "../domain/setup/restore-state.ts";
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
import { hearsNotifications } from "../platform/database/hear-notifications.ts";
import { freeIdleMemory } from "../platform/idle-memory.ts";
import type { Places } from "../platform/places/places.ts";
import type { BootOptions, Undo } from "./boot-options.ts";
import { checkPort } from "./check-port.ts";
import { followContent } from "./follow-content.ts";
import { gatherAsWorker } from "./gather-metrics.ts";
import { addressOf, greet } from "./greet.ts";
import { openAnalytics, startAnalyticsTicker } from "./open-analytics.ts";
import { openBackups } from "./open-backups.ts";
import { type Connections, openConnections } from "./open-connections.ts";
import { isWorker } from "./open-database.ts";
import { importsDir, sharedImports } from "./open-imports.ts";
import { embeddedFolder, openInstallation } from "./open-installation.ts";
import { openJobs } from "./open-jobs.ts";
import { openMedia } from "./open-media.ts";
import { openMetricsPort } from "./open-metrics-port.ts";
import { openPlacesOf, outsideOf } from "./open-places.ts";
import { type Handlers, openPort } from "./open-port.ts";
import { openRestore } from "./open-restore.ts";
import { queuePurges } from "./queue-purges.ts";
import { runImport } from "./run-import.ts";
import { startBackups } from "./start-backups.ts";
import { newsletterTools, startNewsletter } from "./start-newsletter.ts";
import { startScheduler } from "./start-scheduler.ts";
import { startWebhooks } from "./start-webhooks.ts";
import { readContentVersion } from "./watch-content.ts";

/** A large backlog is rolled up in parts of this length, so that neither the newest day nor a stop waits for long. */
const ROLL_UP_MS = 4000;

/** `address`: of the site. */
type Place = { address: string; places: Places; restore: RestoreTools | undefined };

async function startWork(options: BootOptions, connections: Connections, { address, places, restore }: Place, undo: Undo) {
  const { config, projectDir, log, signal } = options;
  const { database, work: background, request, hears } = connections;
  const base: Context = { db: background.db, clock: systemClock, random: systemRandom, log };
  const defaults = { siteUrl: address, adminEmail: config.adminEmail, sendsMail: config.smtpUrl !== undefined };
  const settings = await createCurrentSettings(base, defaults);
  const media = openMedia(base, config);
  const reach = { pool: background.pool, connection: database.connection, hears };
  const { context: work, close: closeJobs } = await openJobs(base, reach, {
    config,
    runImport: (id) => runImport({ id, connection: database.connection, config, address }, signal),
    site: settings.site,
    settings: settings.get,
    media,
    print: (text) => void process.stdout.write(text),
  });
  undo.push(closeJobs);
  const context: Context = { ...work, db: request.db };
  const analytics = openAnalytics(context, { places, settings });
  undo.push(analytics.close);
  undo.push(
    startAnalyticsTicker(work, {
      timezone: () => settings.site().timezone,
      rollUp: (ctx, within) => rollUp(ctx, { ...within, within: ROLL_UP_MS }),
      chores: [
        { name: "old records could not be dropped", run: dropOldRecords },
        { name: "searches could not be looked up", run: lookUpSearches },
      ],
    }),
  );
  undo.push(
    startScheduler(work, { of: () => ({ site: settings.site(), settings: settings.get(), editPath: adminRoutes.editPost }) }),
  );
  const newsletter = newsletterTools(work, { config, settings, media });
  const newsletterSender = startNewsletter(work, newsletter);
  undo.push(newsletterSender.stop);
  const webhooks = startWebhooks(work, { site: settings.site, settings: settings.get });
  undo.push(webhooks.stop);
  const backups = await openBackups({ config, projectDir }, { wake: () => keeper.wake() });
  const keeper = startBackups(work, { tools: backups, settings: settings.get, site: settings.site });
  undo.push(keeper.stop);
  const replacing = replaceOffsitePictures(work, URL.parse(settings.site().url)?.host, signal).catch((err: unknown) =>
    log.error({ err }, "articles with pictures of other sites could not be rendered again"),
  );
  undo.push(() => replacing);
  const newsletterMail = newsletter.canSend ? { connect: newsletter.connect, bounces: config.bounceAddress } : undefined;
  return {
    context,
    settings,
    media,
    newsletterMail,
    wakeNewsletter: newsletterSender.wake,
    wakeWebhooks: webhooks.wake,
    places,
    analytics,
    backups,
    restore,
  };
}

type Work = Awaited<ReturnType<typeof startWork>>;

async function describeMachine({ config, projectDir }: BootOptions, connections: Connections, { settings }: Work) {
  const { database, request, migrations, replica } = connections;
  const embedded = await embeddedFolder(config);
  return {
    installation: (server: Parameters<typeof openInstallation>[1]["server"]) =>
      openInstallation(config, {
        projectDir,
        server,
        database: {
          db: request.db,
          pendingMigrations: migrations.pending,
          hears: () => hearsNotifications(database.connection, request.pool),
          standby: replica && (async () => replica.state()),
        },
        known: settings,
      }),
    machine: {
      version: await productVersion(projectDir),
      pool: request.pool,
      databaseRestarts: database.downtime.restarts,
      ...(replica && { standby: replica.state }),
      folders: { data: config.dataDir, ...(embedded && { database: embedded }) },
    },
  };
}

/** @param content the connection that hears of changes, and the wait for what was saved, once there is one */
async function openApp(
  options: BootOptions,
  connections: Connections,
  work: Work,
  {
    content,
    file,
  }: { content: () => Awaited<ReturnType<typeof followContent>> | null; file(path: string): ServedPage | undefined },
) {
  const { config, projectDir, signal, leaving, dev } = options;
  const { database, migrations, outage, replica } = connections;
  const { installation, machine } = await describeMachine(options, connections, work);
  const clientDir = join(projectDir, "client");
  const assets = dev ? devAssets : builtAssets(clientDir);
  return createApp({
    deps: {
      ...work,
      trustProxy: config.trustProxy,
      hstsSubdomains: config.hstsSubdomains,
      clientDir,
      cacheDir: join(config.dataDir, "cache"),
      projectDir,
      installation,
      importsDir: importsDir(config.dataDir),
      sharedImports: sharedImports(config),
      outside: outsideOf(config),
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
    machine: { ...machine, heardAt: () => content()?.heardAt() ?? null },
    ...(isWorker() && { gatherMetrics: gatherAsWorker }),
    assets: () => assets,
    file,
    // Users who have saved something see it in the next page that this process sends them.
    saved: async () => {
      replica?.expectLatest();
      await content()?.saved();
    },
    isPurged: config.purgeUrl !== undefined,
    otherFile: dev ? undefined : createOtherReleases(projectDir),
    ...(dev && { ttlMs: 0 }),
  });
}

type App = Awaited<ReturnType<typeof openApp>>;

/** Answers from memory if possible. */
function handlersOf(
  app: App,
  { settings }: Work,
  config: BootOptions["config"],
  file: (path: string) => ServedPage | undefined,
): Handlers {
  const pageFastPath = createFastPath({
    pageAddress: app.pages.addressOf,
    cachedPage: app.pages.cached,
    // The owner's icon takes the place of the shipped one.
    file: (path) => (isIconPath(path) && settings.site().look?.icon ? undefined : file(path)),
    securityHeaders: (contentType) => securityHeadersFor(settings.site().url, contentType, config.hstsSubdomains),
    observe: (method, kind, status, ms) => app.metrics.observe(method, kind === "page" ? "cached page" : "file", status, ms),
  });
  return {
    enter: basePath() ? enterBasePath(basePath()) : undefined,
    fetch: app.fetch,
    fastPath: (request, response) =>
      app.readFastPath(request, response) || pageFastPath(request, response) || app.visitFastPath(request, response),
  };
}

/** Everything between the port and the database. */
async function openSite(options: BootOptions, connections: Connections, place: Place, undo: Undo) {
  const { config, projectDir, log, dev } = options;
  const applied = await readContentVersion(connections.request.db);
  setBasePath(basePathOf(place.address));
  const work = await startWork(options, connections, place, undo);
  const files = dev ? new Map<string, ServedPage>() : await loadFiles(join(projectDir, "client"));
  const file = (path: string) => files.get(path);
  let content: Awaited<ReturnType<typeof followContent>> | null = null;
  const app = await openApp(options, connections, work, { content: () => content, file });
  undo.push(app.close);
  const purges = config.purgeUrl ? queuePurges(work.context, (err) => log.error({ err }, "a purge could not be queued")) : null;
  if (purges) undo.push(purges.close);
  content = await followContent(connections, { app, applied, purges, log }, undo);
  return { app, handlers: handlersOf(app, work, config, file) };
}

/** Starts the database, the content, the app and the port, in this order. @returns how to stop: first the port, then what is behind it */
export async function boot(options: BootOptions): Promise<() => Promise<void>> {
  const { config, log, opening, given } = options;
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
    const connections = await openConnections(options, undo);
    const address = addressOf(config, port?.port ?? config.port);
    const restore = openRestore(options, () => port?.port ?? config.port);
    const { app, handlers } = await openSite(options, connections, { address, places, restore }, undo);
    undo.push(freeIdleMemory());
    if (!isWorker() && !given) undo.push(await openMetricsPort(config, app.gatherMetrics));
    if (port) port.serve(handlers);
    else port = await openPort(config.host, config.port, handlers);
    if (connections.prepared && !given) greet(address, connections.prepared);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
