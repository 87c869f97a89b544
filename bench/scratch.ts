import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Runs `work` with a new folder for its files, which is removed afterwards.
 * Other users may enter it: started by root, PostgreSQL and nginx run as their own users.
 */
export async function withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "skylark-bench-"));
  await chmod(folder, 0o755);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Runs `work` with what `start` has started, and stops that in any case. */
export async function using<S extends { stop(): Promise<unknown> }, T>(
  start: Promise<S>,
  work: (started: S) => Promise<T>,
): Promise<T> {
  const started = await start;
  try {
    return await work(started);
  } finally {
    await started.stop();
  }
}
