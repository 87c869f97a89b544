import { trySessionLock } from "../../platform/database/advisory-lock.ts";
import type { Context } from "../context.ts";
import { type ImportTools, workOnImport } from "./work-on-import.ts";

/** Does what an import has to do, unless somebody else is at it. @throws what goes wrong; then it is tried again */
export async function performImport(ctx: Context, id: string, tools: ImportTools): Promise<void> {
  await trySessionLock(ctx.db, `import ${id}`, () => workOnImport(ctx, id, tools));
}
