import type { boot as bootFunction } from "./boot.ts";
import { checkPort } from "./check-port.ts";
import { isWorker, openDatabase } from "./open-database.ts";

/** The database opens while the code is loaded, which takes about as long. */
export const loadAndBoot =
  (load: () => Promise<{ boot: typeof bootFunction }>): typeof bootFunction =>
  async (options) => {
    // The first process has opened the database of its workers.
    if (isWorker()) return (await load()).boot(options);
    const { config, projectDir, log, signal, fail } = options;
    if (config.port !== 0) await checkPort(config.host, config.port);
    const opening = openDatabase(config, projectDir, log, signal, { onGivenUp: fail });
    // If it fails, `boot` says so when it gets there.
    opening.catch(() => {});
    try {
      const { boot } = await load();
      return await boot({ ...options, opening });
    } catch (error) {
      // `boot` may have failed before it got there.
      await opening.then(({ close }) => close()).catch(() => {});
      throw error;
    }
  };
