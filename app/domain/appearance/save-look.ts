import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { invalid, staleVersion } from "../errors.ts";
import { mediaAt } from "../media/media-rules.ts";
import { appearancePolicy } from "./appearance.policy.ts";
import { hasPicture, insertLook, lockLooks, newestLook } from "./appearance.sql.ts";
import { DEFAULT_LOOK, LOOKS_KEPT, type Look, type LookSave } from "./appearance.ts";
import { type ColorProblem, findColorProblems } from "./color-rules.ts";
import { hasLogo } from "./look-rules.ts";
import { lookOf } from "./read-look.ts";
import { READY_LOOKS, type ReadyLookName } from "./ready-look-rules.ts";

const flat = ({ accent, paper, logo, ...others }: Look): Record<string, unknown> => ({
  "accent.light": accent.light,
  "accent.dark": accent.dark,
  "paper.light": paper.light,
  "paper.dark": paper.dark,
  ...others,
  "logo.light": logo.light,
  "logo.dark": logo.dark,
});

const ruleOf = ({ theme, pair, contrast, offered }: ColorProblem) =>
  `In the ${theme} theme, ${pair} would have a contrast of ${(Math.floor(contrast * 10) / 10).toFixed(1)} : 1; text needs 4.5 : 1. ` +
  `The nearest color that can be read is ${offered}.`;

type Detail = { field: string; rule: string };

function findGaps({ sign, logo, hero, picture }: Look): Detail[] {
  const gaps: Detail[] = [];
  if (hasLogo(sign) && logo.light === null)
    gaps.push({ field: "look.logo.light", rule: "Logo is required. Upload one, or choose another sign." });
  if (hero === "picture" && picture === null)
    gaps.push({ field: "look.picture", rule: "Home image is required. Choose one, or another header for Home." });
  return gaps;
}

async function findMissing(db: Db, { logo, icon, picture }: Look): Promise<Detail[]> {
  const named: [field: string, address: string | null][] = [
    ["look.logo.light", logo.light],
    ["look.logo.dark", logo.dark],
    ["look.icon", icon],
  ];
  const known = await knownBrandFiles(
    db,
    named.flatMap(([, address]) => address ?? []),
  );
  const missing = named.filter(([, address]) => address !== null && !known.has(address)).map(([field]) => field);
  const media = picture === null ? null : mediaAt(picture);
  if (media && !(await hasPicture(db, media.id))) missing.push("look.picture");
  return missing.map((field) => ({ field, rule: "This file is no longer here. Upload it again." }));
}

async function knownBrandFiles(db: Db, addresses: string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const address = sql<string>`'/brand/' || id || '/' || name`;
  const rows = await db
    .selectFrom("brand_files")
    .select(address.as("address"))
    .where(address, "=", sql<string>`any(${addresses}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.address));
}

const entry = { action: "updated", entity: "appearance", entityId: null, label: "Appearance" } as const;

async function storeLook(ctx: Context, actor: Actor, look: Look, before: Look): Promise<void> {
  const by = actor.kind === "user" ? actor.id : null;
  await insertLook(ctx.db, { look, saved_at: ctx.clock.now(), saved_by: by }, LOOKS_KEPT);
  await recordAudit(ctx, actor as AuditActor, { ...entry, before: flat(before), after: flat(look) });
}

/** The shipped look needs nothing stored. In the transaction of `ctx.db`. @throws DomainError `forbidden` */
export async function chooseLook(ctx: Context, actor: Actor, name: ReadyLookName): Promise<void> {
  authorize(actor, appearancePolicy.update);
  const look = { ...DEFAULT_LOOK, ...READY_LOOKS[name].look };
  if (JSON.stringify(look) !== JSON.stringify(DEFAULT_LOOK)) await storeLook(ctx, actor, look, DEFAULT_LOOK);
}

/** ms for which uploads that were never saved are kept */
const UNSAVED_MS = 24 * 60 * 60 * 1000;

/**
 * Does nothing for the look in force.
 * @throws DomainError `forbidden`; stale_version; invalid_input for colors in which text would be hard to read, with the nearest good ones,
 * and for a missing file
 */
export async function saveLook(ctx: Context, actor: Actor, input: LookSave): Promise<void> {
  authorize(actor, appearancePolicy.update);
  const details = findColorProblems(input.look).map((problem) => ({ field: `look.${problem.field}`, rule: ruleOf(problem) }));
  if (details.length > 0) throw invalid("Some of the colors can’t be read", details);
  const gaps = findGaps(input.look);
  if (gaps.length > 0) throw invalid("Something is missing", gaps);
  await ctx.db.transaction().execute(async (db) => {
    await lockLooks(db);
    const newest = await newestLook(db);
    if ((newest?.id ?? 0) !== input.version) throw staleVersion("The look");
    const before = lookOf(newest?.look);
    if (JSON.stringify(flat(before)) === JSON.stringify(flat(input.look))) return;
    const missing = await findMissing(db, input.look);
    if (missing.length > 0) throw invalid("A file is missing", missing);
    await storeLook({ ...ctx, db }, actor, input.look, before);
    await sql`delete from brand_files f where created_at < ${new Date(ctx.clock.now().getTime() - UNSAVED_MS)} and not exists (
      select from looks where strpos(look::text, f.id::text) > 0)`.execute(db);
  });
}
