import { randomUUID } from "node:crypto";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { appearancePolicy } from "./appearance.policy.ts";
import { findBrandFile, insertBrandFiles } from "./appearance.sql.ts";
import type { BrandFile } from "./appearance.ts";
import { type BrandPart, brandAddress } from "./brand-rules.ts";
import { makeBrandFiles } from "./make-brand-files.ts";

/** Deleted after a day unless a look with its address is saved. @throws DomainError `forbidden`; invalid_input naming `file` */
export async function uploadBrandFile(
  ctx: Context,
  actor: Actor,
  upload: { part: BrandPart; name: string; bytes: Buffer },
): Promise<BrandFile> {
  authorize(actor, appearancePolicy.upload);
  const { part, name, bytes } = upload;
  const files = await makeBrandFiles(part, bytes);
  const [[first] = [""]] = files;
  const id = randomUUID();
  await ctx.db.transaction().execute(async (db) => {
    await insertBrandFiles(db, id, files, ctx.clock.now());
    const entry = { action: "uploaded", entity: "appearance", entityId: null, label: name, after: { part } } as const;
    await recordAudit({ ...ctx, db }, actor as AuditActor, entry);
  });
  return { address: brandAddress(id, first) };
}

export const openBrandFile = async ({ db }: Context, id: string, name: string): Promise<Buffer | undefined> =>
  (await findBrandFile(db, id, name))?.body;
