import type { RestoreTools } from "../domain/setup/restore-state.ts";
import type { BootOptions } from "./boot-options.ts";
import { isWorker } from "./open-database.ts";
import { type RestoreWish, restoreDir } from "./restore-uploaded.ts";

/** What a worker sends to the first process, which restores. */
type Message = { restore: RestoreWish };

export const restoreWanted = (message: unknown): RestoreWish | null =>
  typeof message === "object" && message !== null && "restore" in message ? (message as Message).restore : null;

/** @returns undefined where the site can't be started again, as in development */
export function openRestore({ config, restore, dev }: BootOptions, port: () => number): RestoreTools | undefined {
  if (dev || (!restore && !isWorker())) return undefined;
  return {
    folder: restoreDir(config.dataDir),
    hasPassphrase: config.backupPassphrase !== undefined,
    begin(passphrase) {
      const wish = { passphrase, port: port() };
      if (restore) restore(wish);
      else process.send?.({ restore: wish } satisfies Message);
    },
  };
}
