import type { Context } from "../context.ts";
import { unfinishedImports } from "./imports.sql.ts";
import { IMPORT_WANTED } from "./model.ts";

/** Longer than any import takes, in seconds. */
const LASTS = 12 * 3600;

/** Leaves work on an import for later. */
export async function enqueueImport(ctx: Context, id: string): Promise<void> {
  await ctx.jobs?.send(IMPORT_WANTED, { id }, { db: ctx.db, key: id, lasts: LASTS });
}

/** Leaves for later what was under way when the process ended. */
export async function queueImports(ctx: Context): Promise<void> {
  for (const id of await unfinishedImports(ctx.db)) await enqueueImport(ctx, id);
}
