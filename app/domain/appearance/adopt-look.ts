import type { Db } from "../../platform/database/db.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { mediaAt } from "../media/media-rules.ts";
import { findBrandFile, hasPicture, insertBrandFiles, insertLook, lockLooks, newestLook } from "./appearance.sql.ts";
import { DEFAULT_LOOK, LOOKS_KEPT, type Look, look as lookSchema } from "./appearance.ts";
import { type BrandPart, brandAddress, iconAt, logoAt } from "./brand-rules.ts";
import { findColorProblems } from "./color-rules.ts";
import { hasLogo } from "./look-rules.ts";
import { type BrandFiles, makeBrandFiles } from "./make-brand-files.ts";
import { lookOf } from "./read-look.ts";

type ArchivedLook = { name: string; value: string; refused: string | null };
const NAME = "appearance";

/** `archived`: unchecked; `file`: null if the archive hasn't got it. */
export type LookSource = { archived: unknown; file?: ((name: string) => Promise<Buffer | null>) | undefined };

const namedFiles = ({ logo, icon }: Look): { part: BrandPart; address: string }[] => [
  ...[logo.light, logo.dark].flatMap((address) => (address ? [{ part: "logo" as const, address }] : [])),
  ...(icon ? [{ part: "icon" as const, address: icon }] : []),
];

const idOf = (address: string) => logoAt(address)?.id ?? iconAt(address) ?? "";

/** Null for the shipped look. */
export async function exportLook(db: Db): Promise<Look | null> {
  const newest = await newestLook(db);
  return newest ? lookOf(newest.look) : null;
}

/** By their names in an archive, without the sizes, which are made again. */
export async function exportBrandFiles(db: Db): Promise<{ name: string; bytes: Buffer }[]> {
  const look = await exportLook(db);
  const found = [];
  for (const { address } of look ? namedFiles(look) : []) {
    const file = await findBrandFile(db, idOf(address), address.replace(/^.*\//, ""));
    if (file) found.push({ name: address.slice(1), bytes: file.body });
  }
  return found;
}

type Judged = { look: Look; refused: null } | { refused: string };

async function judge(db: Db, archived: unknown): Promise<Judged | null> {
  if (archived === null || archived === undefined) return null;
  if (await newestLook(db)) return { refused: "It is already set here and stays as it is." };
  const { success, data, error } = lookSchema.safeParse(archived);
  if (!success) return { refused: `${error.issues[0]?.message ?? "It isn’t valid here"}.` };
  if (findColorProblems(data).length > 0) return { refused: "Some of its colors can’t be read." };
  return { look: data, refused: null };
}

const outcome = (refused: string | null): ArchivedLook[] => [{ name: NAME, value: "(an object)", refused }];

export async function previewLook({ db }: Context, { archived }: LookSource): Promise<ArchivedLook[]> {
  const judged = await judge(db, archived);
  return judged ? outcome(judged.refused) : [];
}

async function filesFrom(part: BrandPart, bytes: Buffer): Promise<BrandFiles> {
  try {
    return await makeBrandFiles(part, bytes);
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

/** From the archive's files; what can't be used is left out. */
async function makeFiles(look: Look, { file }: LookSource) {
  const made: { id: string; files: BrandFiles }[] = [];
  const addresses = new Map<string, string>();
  for (const { part, address } of namedFiles(look)) {
    const bytes = await file?.(address.slice(1));
    const files = bytes ? await filesFrom(part, bytes) : [];
    const [[name] = [""]] = files;
    if (!name) continue;
    const id = idOf(address);
    made.push({ id, files });
    addresses.set(address, brandAddress(id, name));
  }
  const here = (address: string | null) => (address === null ? null : (addresses.get(address) ?? null));
  const logo = { light: here(look.logo.light), dark: here(look.logo.dark) };
  const sign = hasLogo(look.sign) && logo.light === null ? "none" : look.sign;
  return { made, look: { ...look, logo, sign, icon: here(look.icon) } satisfies Look };
}

const entry = { action: "updated", entity: "appearance", entityId: null, label: "Appearance" } as const;

/** Only if no look was saved here. The picture of Home must be in the library. @param note stores what was adopted, in the transaction */
export async function adoptLook(
  ctx: Context,
  actor: AuditActor,
  source: LookSource,
  note: (db: Db, adopted: Record<string, unknown>) => Promise<void>,
): Promise<ArchivedLook[]> {
  const judged = await judge(ctx.db, source.archived);
  if (!judged) return [];
  if (judged.refused !== null) return outcome(judged.refused);
  const { made, look } = await makeFiles(judged.look, source);
  return ctx.db.transaction().execute(async (db) => {
    await lockLooks(db);
    if (await newestLook(db)) return outcome("It is already set here and stays as it is.");
    const media = look.picture === null ? null : mediaAt(look.picture);
    const hasHero = media !== null && (await hasPicture(db, media.id));
    const adopted: Look = hasHero ? look : { ...look, picture: null, hero: look.hero === "picture" ? "landscape" : look.hero };
    for (const { id, files } of made) await insertBrandFiles(db, id, files, ctx.clock.now());
    const by = actor.kind === "user" ? actor.id : null;
    await insertLook(db, { look: adopted, saved_at: ctx.clock.now(), saved_by: by }, LOOKS_KEPT);
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: DEFAULT_LOOK, after: adopted });
    await note(db, { [NAME]: adopted });
    return outcome(null);
  });
}

/** Only if no other look was saved since. @param adopted as `adoptLook` noted; ignores other names @returns the names of those that stay */
export async function forgetLook(ctx: Context, actor: AuditActor, adopted: Record<string, unknown>): Promise<string[]> {
  if (!Object.hasOwn(adopted, NAME)) return [];
  return ctx.db.transaction().execute(async (db) => {
    await lockLooks(db);
    const newest = await newestLook(db);
    if (!newest) return [];
    const here = lookOf(newest.look);
    if (JSON.stringify(here) !== JSON.stringify(lookOf(adopted[NAME]))) return [NAME];
    await db.deleteFrom("looks").where("id", "=", newest.id).execute();
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: here, after: DEFAULT_LOOK });
    return [];
  });
}
