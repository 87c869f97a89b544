import { statSync } from "node:fs";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { relative, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import type { ViteDevServer } from "vite";
import type { BootOptions, boot as bootFunction } from "./boot.ts";
import { addressOf, greet } from "./greet.ts";
import { openDatabase } from "./open-database.ts";
import { type Handlers, openPort } from "./open-port.ts";
import type { prepareDatabase as prepareFunction } from "./prepare.ts";

/** Lets Vite answer for the modules it knows. Its own scripts are inline, so pages go without the content policy here. */
const viteFirst = (vite: ViteDevServer) => (request: IncomingMessage, response: ServerResponse, next: () => void) =>
  vite.middlewares(request, response, () => {
    const writeHead = response.writeHead.bind(response) as (status: number, headers?: OutgoingHttpHeaders) => ServerResponse;
    response.writeHead = ((status: number, headers: OutgoingHttpHeaders = {}) => {
      delete headers["content-security-policy"];
      return writeHead(status, headers);
    }) as typeof response.writeHead;
    next();
  });

/**
 * An editor may save several files at once: the app restarts once none has changed for this long, in ms. Longer than the 50 ms
 * for which the watcher ignores further changes of a file.
 */
const SETTLE_MS = 100;
const FILE_EVENTS = ["add", "change", "unlink"] as const;

type RunningApp = { handlers: Handlers; stop(): Promise<void> };

/**
 * Starts the product for development. The port and the database stay open; after each edit of a source the app is started again.
 * Requests that arrive in the meantime wait for it. If it can't start, they get the reason as a 500.
 * @param vite loads the sources and serves the browser's modules
 * @returns how to stop
 */
export async function bootDev(vite: ViteDevServer, options: BootOptions): Promise<() => Promise<void>> {
  const { projectDir, log, signal, fail } = options;
  const { siteUrl } = options.config;
  // Vite serves its modules at the root of the port, and so is the site.
  const config = { ...options.config, siteUrl: siteUrl && new URL(siteUrl).origin };
  const port = await openPort(config.host, config.port);
  const database = await openDatabase(config, projectDir, log, signal, { onGivenUp: fail }).catch(async (error: unknown) => {
    await port.close();
    throw error;
  });
  let current: RunningApp | undefined;
  /** Apps that were replaced and are still stopping. */
  const leaving = new Set<Promise<void>>();

  /** Starts an app from the sources as they are now, and stops the one before. */
  const replaceApp = async (): Promise<RunningApp> => {
    const { prepareDatabase } = (await vite.ssrLoadModule("/app/boot/prepare.ts")) as { prepareDatabase: typeof prepareFunction };
    const { boot } = (await vite.ssrLoadModule("/app/boot/boot.ts")) as { boot: typeof bootFunction };
    const prepared = await prepareDatabase(
      database.connection,
      // Migrations come by the hour here.
      { ...config, upgradeBackup: false },
      { projectDir, log, signal },
    );
    const stopping = new AbortController();
    const ready = Promise.withResolvers<Handlers>();
    const stop = await boot({
      ...options,
      config,
      signal: AbortSignal.any([signal, stopping.signal]),
      dev: vite,
      given: { connection: database.connection, port: { port: port.port, serve: ready.resolve, close: async () => {} } },
    });
    const before = current;
    current = {
      handlers: await ready.promise,
      stop: async () => {
        stopping.abort();
        await stop();
      },
    };
    if (before) {
      const stopped: Promise<void> = before.stop().finally(() => leaving.delete(stopped));
      leaving.add(stopped);
    }
    if (!before) greet(addressOf(config, port.port), prepared);
    return current;
  };

  let app = replaceApp();
  let isRestarting = false;
  let hasChanged = false;
  /** The changed files, and when each was written as far as we know. */
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
    const replaced = await replaceApp().catch((error: Error) => {
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

  const stop = async () => {
    for (const event of FILE_EVENTS) vite.watcher.off(event, onChange);
    await port.close();
    await app.catch(() => {});
    await Promise.all([current?.stop(), ...leaving]);
    await database.close();
    await vite.close();
  };
  try {
    await app;
  } catch (error) {
    await stop();
    throw error;
  }
  for (const event of FILE_EVENTS) vite.watcher.on(event, onChange);
  port.serve({
    fastLane: () => false,
    first: viteFirst(vite),
    fetch: async (request, env) => {
      const running = await app.catch((error: Error) => error);
      if (!(running instanceof Error)) return running.handlers.fetch(request, env);
      const headers = { "content-type": "text/plain; charset=utf-8" };
      const reason = stripVTControlCharacters(running.stack ?? running.message);
      return new Response(`The app can't start from the changed sources.\n\n${reason}\n`, { status: 500, headers });
    },
  });
  return stop;
}

const writtenAt = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/** Whether the server runs this file: a source, or a migration. @param path relative to the project */
const isServerSource = (path: string): boolean =>
  (path.startsWith(`app${sep}`) && /(?<!\.test)\.tsx?$/.test(path)) ||
  (path.startsWith(`db${sep}migrations${sep}`) && path.endsWith(".sql"));
