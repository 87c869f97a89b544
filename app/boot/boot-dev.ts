import { statSync } from "node:fs";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { relative, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import type { ViteDevServer } from "vite";
import type { boot as bootFunction } from "./boot.ts";
import type { BootOptions } from "./boot-options.ts";
import { addressOf, greet } from "./greet.ts";
import { type OpenDatabase, openDatabase } from "./open-database.ts";
import { type Handlers, type OpenPort, openPort } from "./open-port.ts";
import type { prepareDatabase as prepareFunction } from "./prepare.ts";

/** Vite's own scripts are inline, so pages go without the content policy here. */
const viteFirst = (vite: ViteDevServer) => (request: IncomingMessage, response: ServerResponse, next: () => void) =>
  vite.middlewares(request, response, () => {
    const writeHead = response.writeHead.bind(response) as (status: number, headers?: OutgoingHttpHeaders) => ServerResponse;
    response.writeHead = ((status: number, headers: OutgoingHttpHeaders = {}) => {
      delete headers["content-security-policy"];
      return writeHead(status, headers);
    }) as typeof response.writeHead;
    next();
  });

/** An editor may save several files at once. Longer than the 50 ms for which the watcher ignores further changes of a file. */
const SETTLE_MS = 100;
const FILE_EVENTS = ["add", "change", "unlink"] as const;

type RunningApp = { handlers: Handlers; stop(): Promise<void> };

/** What stays open while apps are replaced. */
type Shared = { vite: ViteDevServer; options: BootOptions; port: OpenPort; database: OpenDatabase };

/** `replace` starts an app from the sources as they are now, and stops the one before. */
function createCurrentApp({ vite, options, port, database }: Shared) {
  const { config, projectDir, log, signal } = options;
  let current: RunningApp | undefined;
  /** Replaced, and still stopping. */
  const leaving = new Set<Promise<void>>();

  const start = async (): Promise<RunningApp> => {
    const { boot } = (await vite.ssrLoadModule("/app/boot/boot.ts")) as { boot: typeof bootFunction };
    const stopping = new AbortController();
    const ready = Promise.withResolvers<Handlers>();
    const stop = await boot({
      ...options,
      signal: AbortSignal.any([signal, stopping.signal]),
      dev: vite,
      given: { connection: database.connection, port: { port: port.port, serve: ready.resolve, close: async () => {} } },
    });
    return {
      handlers: await ready.promise,
      stop: async () => {
        stopping.abort();
        await stop();
      },
    };
  };

  return {
    async replace(): Promise<RunningApp> {
      const { prepareDatabase } = (await vite.ssrLoadModule("/app/boot/prepare.ts")) as {
        prepareDatabase: typeof prepareFunction;
      };
      // Migrations come by the hour here.
      const prepared = await prepareDatabase(
        database.connection,
        { ...config, upgradeBackup: false },
        { projectDir, log, signal },
      );
      const started = await start();
      const before = current;
      current = started;
      if (before) {
        const stopped: Promise<void> = before.stop().finally(() => leaving.delete(stopped));
        leaving.add(stopped);
      } else greet(addressOf(config, port.port), prepared);
      return started;
    },
    stop: () => Promise.all([current?.stop(), ...leaving]),
  };
}

/** @returns `app`: the one that answers now or soon; rejected with the reason if it can't start */
function createRestarts({ vite, options: { projectDir, log } }: Shared, replace: () => Promise<RunningApp>) {
  let app = replace();
  let isRestarting = false;
  let hasChanged = false;
  /** When each file was written, as far as we know. */
  const written = new Map<string, number | undefined>();
  const restart = async (): Promise<RunningApp> => {
    do {
      hasChanged = false;
      await pause(SETTLE_MS);
      // The watcher misses a second change within its silence.
      for (const [file, time] of written) if (writtenAt(file) !== time) vite.watcher.emit("change", file);
    } while (hasChanged);
    written.clear();
    const began = performance.now();
    const replaced = await replace().catch((error: Error) => {
      if (hasChanged) return null;
      vite.ssrFixStacktrace(error);
      log.error({ err: error }, "the app can't start from the changed sources");
      throw error;
    });
    if (replaced === null || hasChanged) return restart();
    log.info({ ms: Math.round(performance.now() - began) }, "the app was started again from the changed sources");
    return replaced;
  };
  const onChange = (file: string) => {
    if (!isServerSource(relative(projectDir, file))) return;
    hasChanged = true;
    written.set(file, writtenAt(file));
    if (isRestarting) return;
    isRestarting = true;
    app = restart().finally(() => {
      isRestarting = false;
    });
    // Callers get the error; there may be none just now.
    app.catch(() => {});
  };
  return {
    app: () => app,
    watch() {
      for (const event of FILE_EVENTS) vite.watcher.on(event, onChange);
    },
    close() {
      for (const event of FILE_EVENTS) vite.watcher.off(event, onChange);
    },
  };
}

/** Answers with the reason if the app can't start. */
const answerWith = (app: () => Promise<RunningApp>): Handlers["fetch"] => {
  return async (request, env) => {
    const running = await app().catch((error: Error) => error);
    if (!(running instanceof Error)) return running.handlers.fetch(request, env);
    const headers = { "content-type": "text/plain; charset=utf-8" };
    const reason = stripVTControlCharacters(running.stack ?? running.message);
    return new Response(`The app can't start from the changed sources.\n\n${reason}\n`, { status: 500, headers });
  };
};

/** The port and the database stay open; after each edit of a source the app is started again, and requests wait for it. */
export async function bootDev(vite: ViteDevServer, given: BootOptions): Promise<() => Promise<void>> {
  const { projectDir, log, signal, fail } = given;
  const { siteUrl } = given.config;
  // Vite serves its modules at the root of the port, and so is the site.
  const config = { ...given.config, siteUrl: siteUrl && new URL(siteUrl).origin };
  const port = await openPort(config.host, config.port);
  const database = await openDatabase(config, projectDir, log, signal, { onGivenUp: fail }).catch(async (error: unknown) => {
    await port.close();
    throw error;
  });
  const shared = { vite, options: { ...given, config }, port, database };
  const current = createCurrentApp(shared);
  const restarts = createRestarts(shared, current.replace);

  const stop = async () => {
    restarts.close();
    await port.close();
    await restarts.app().catch(() => {});
    await current.stop();
    await database.close();
    await vite.close();
  };
  try {
    await restarts.app();
  } catch (error) {
    await stop();
    throw error;
  }
  restarts.watch();
  port.serve({ fastPath: () => false, first: viteFirst(vite), fetch: answerWith(restarts.app) });
  return stop;
}

const writtenAt = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/** @param path relative to the project */
const isServerSource = (path: string): boolean =>
  (path.startsWith(`app${sep}`) && /(?<!\.test)\.tsx?$/.test(path)) ||
  (path.startsWith(`db${sep}migrations${sep}`) && path.endsWith(".sql"));
