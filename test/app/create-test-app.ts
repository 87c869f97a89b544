import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { createApp } from "../../app/app.ts";
import { openBackups } from "../../app/boot/open-backups.ts";
import { openInstallation } from "../../app/boot/open-installation.ts";
import { createIntake } from "../../app/domain/analytics/collect/intake.ts";
import type { Context } from "../../app/domain/context.ts";
import { createCurrentSettings } from "../../app/domain/settings/read-settings.ts";
import { devAssets } from "../../app/http/pages/assets.ts";
import { type Clock, systemClock, systemRandom } from "../../app/platform/clock.ts";
import { readConfig } from "../../app/platform/config/config.ts";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { hearsNotifications } from "../../app/platform/database/hear-notifications.ts";
import { openMigrationCheck } from "../../app/platform/database/migrate.ts";
import { createOutage } from "../../app/platform/database/outage.ts";
import { createTimeLimits } from "../../app/platform/database/time-limits.ts";
import { createLog, leaveOut } from "../../app/platform/log.ts";
import type { Places } from "../../app/platform/places/places.ts";
import type { FileStore } from "../../app/platform/storage/file-store.ts";
import { createFolderStore } from "../../app/platform/storage/folder-store.ts";
import type { DB } from "../../db/schema.gen.ts";
import { createTestDatabase, urlOf } from "../platform/database.ts";
import { silent } from "../platform/test-postgres.ts";
import { type ActorOptions, createActor, TEST_ORIGIN } from "./actors.ts";

export type TestAppOptions = {
  clock?: Clock;
  /** the site's configured address */
  siteUrl?: string;
  /** whether a mail server counts as configured; true by default */
  sendsMail?: boolean;
  trustProxy?: number;
  publicMetrics?: boolean;
  /** the places of IP addresses; none by default */
  places?: Places;
  /** where pictures are stored; in the app's own folder by default */
  media?: FileStore;
  /** where files of imports are stored; in the app's own folder by default */
  importsDir?: string;
  /** the IP addresses that pictures may be fetched from; the public internet by default */
  allowsAddress?: (address: string) => boolean;
  /** environment variables of the installation that the checks look at */
  env?: Record<string, string>;
  /** the way to the database, if it isn't the direct one; the app then notices when the database is away, as the product does */
  reach?: (direct: pg.PoolConfig) => Promise<pg.PoolConfig>;
  /** aborted when the app's server stops */
  stopping?: AbortSignal;
  /** the most that it opens; few by default, because each costs the server as much processor time as many requests */
  connections?: number;
};

/** Enough for what one request asks for at once, next to a transaction that a test holds open. */
const CONNECTIONS = 4;

/** The environment in which commands find the app's database and data. */
const commandEnvironment = (folder: string, database: pg.PoolConfig, more: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: tmpdir(),
  DATA_DIR: folder,
  DATABASE_URL: urlOf(database),
  ...more,
});

/** One line of the log, as written. */
export type LogLine = { level: string; msg: string } & Record<string, unknown>;

/**
 * The whole app on a real, empty database. Close it after the test file.
 * @returns `fetch` as the server calls it, the parts of the app, `logged` (every line of its log), and actors that
 *   speak HTTP to it
 */
export async function createTestApp({
  clock = systemClock,
  siteUrl = TEST_ORIGIN,
  sendsMail = true,
  trustProxy = 0,
  publicMetrics,
  places = { find: () => null },
  media: givenMedia,
  importsDir = "",
  allowsAddress,
  env = {},
  reach,
  stopping,
  connections = CONNECTIONS,
}: TestAppOptions = {}) {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "skylark-app-"));
  const connection = reach ? await reach(database.config) : database.config;
  const migrations = await openMigrationCheck(connection, { dir: join(process.cwd(), "db", "migrations"), log: silent });
  const logged: LogLine[] = [];
  const log = createLog({ level: "debug", pretty: false, destination: { write: (line) => void logged.push(JSON.parse(line)) } });
  const outage = reach && createOutage(connection, { log });
  if (outage) leaveOut(log, outage.note);
  const limits = createTimeLimits("request");
  const {
    pool,
    db,
    close: disconnect,
  } = reach
    ? connectDatabase<DB>(connection, { log, outage, settings: limits.settings })
    : // A slow machine is no failure.
      connectDatabase<DB>(
        { ...connection, connectionTimeoutMillis: 60_000 },
        { log: silent, settings: limits.settings, max: connections },
      );
  if (reach) await limits.enforce(pool);
  const context: Context = { db, clock, random: systemRandom, log };
  const settings = await createCurrentSettings(context, { siteUrl, sendsMail });
  const media = createFolderStore(join(folder, "media"));
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: "postgres://test@localhost/test", ...env });
  const analytics = createIntake(context, { places, settings });
  const backups = await openBackups(
    {
      config: { dataDir: folder, backupUrl: env.BACKUP_URL, backupPassphrase: env.BACKUP_PASSPHRASE },
      projectDir: process.cwd(),
    },
    { env: commandEnvironment(folder, database.config, env) },
  );
  const begunRestores: (string | undefined)[] = [];
  const app = createApp({
    deps: {
      context,
      settings,
      trustProxy,
      hstsSubdomains: config.hstsSubdomains,
      projectDir: process.cwd(),
      installation: (server) =>
        openInstallation(config, {
          projectDir: process.cwd(),
          server,
          database: { db, pendingMigrations: migrations.pending, hears: () => hearsNotifications(connection, pool) },
          known: settings,
        }),
      clientDir: folder,
      cacheDir: folder,
      media: givenMedia ?? media,
      importsDir: importsDir || join(folder, "imports"),
      backups,
      restore: {
        folder: join(folder, "restore"),
        hasPassphrase: env.BACKUP_PASSPHRASE !== undefined,
        begin: (passphrase) => void begunRestores.push(passphrase),
      },
      places,
      analytics,
      allowsAddress,
      outage,
      stopping,
    },
    health: { schemaState: migrations.state, publicMetrics, metricsToken: config.metricsToken },
    machine: { version: "0.0.0", pool, folders: { data: folder } },
    assets: () => ({
      tags: (_, __, ___, language) => ({ head: "", headEnd: devAssets.words(language), beforeFooter: "" }),
      words: devAssets.words,
      tracker: "",
      staticHead: () => "",
      previewHead: (_, { css }) => ({ head: `<style>${css}</style>`, inline: css }),
      fontSheet: (pair) => `/assets/fonts-${pair}.css`,
    }),
    file: () => undefined,
  });
  const act = (options?: ActorOptions) => createActor(app.fetch, options);
  return {
    fetch: app.fetch,
    app,
    context,
    settings,
    database,
    pool,
    media,
    backups,
    /** the passphrases of the restores that the server was asked for */
    begunRestores,
    folder,
    logged,
    actors: { anonymous: act(), reader: (sessionId: string) => act({ headers: { "x-session-id": sessionId } }), from: act },
    close: async () => {
      await app.close();
      await analytics.close();
      await outage?.close();
      await disconnect();
      await migrations.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;
