import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { lockNavigation, storedNavigation, storeNavigation, targetsWith } from "./navigation.sql.ts";
import { type MenuEntry, type Navigation, NO_NAVIGATION, navigationInput } from "./navigation.ts";
import { entriesOf, idsOf, loggedNavigation, navigationOf } from "./read-navigation.ts";

const PARTS = {
  "navigation.header": "header",
  "navigation.footer": "footer",
  "navigation.social": "social",
  "navigation.announcement": "announcement",
} as const satisfies Record<string, keyof Navigation>;
type PartName = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as PartName[];

type ArchivedPart = { name: string; value: string; refused: string | null };

const withEntries = (navigation: Navigation, change: (entries: MenuEntry[]) => MenuEntry[]): Navigation => ({
  ...navigation,
  header: navigation.header && change(navigation.header),
  footer: navigation.footer?.map((group) => ({ ...group, entries: change(group.entries) })) ?? null,
});

/** Targets by slug, because ids differ between sites. Entries without a target are left out. */
export async function exportNavigation(db: Db): Promise<Navigation> {
  const navigation = navigationOf(await storedNavigation(db));
  const slugs = new Map((await targetsWith(db, idsOf(navigation))).map(({ kind, id, slug }) => [`${kind}:${id}`, slug]));
  return withEntries(navigation, (entries) =>
    entries.flatMap((entry) => {
      const slug = entry.kind === "address" ? entry.to : slugs.get(`${entry.kind}:${entry.to}`);
      return slug === undefined ? [] : [{ ...entry, to: slug }];
    }),
  );
}

async function withIds(db: Db, archived: Record<string, unknown>): Promise<Record<string, unknown>> {
  const named = archived as unknown as Navigation;
  const all = entriesOf(named).filter(({ kind }) => kind !== "address");
  const ids = await targetIds(
    db,
    all.map(({ kind, to }) => ({ kind, slug: to })),
  );
  const found = withEntries(named, (entries) =>
    entries.flatMap((entry) => {
      const id = entry.kind === "address" ? entry.to : ids.get(`${entry.kind}:${entry.to}`);
      return id === undefined ? [] : [{ ...entry, to: id }];
    }),
  );
  return { ...found, footer: found.footer?.filter(({ entries }) => entries.length > 0) ?? null };
}

async function targetIds(db: Db, wanted: { kind: string; slug: string }[]): Promise<Map<string, string>> {
  const slugs = wanted.map(({ slug }) => slug);
  const { rows } = await sql<{ kind: string; slug: string; id: string }>`
    select 'page' as kind, o.slug, p.id from post_slugs o join posts p on p.id = o.post_id and p.kind = 'page' where o.slug = any(${slugs}::text[])
    union all select 'page', slug, id from posts where kind = 'page' and slug = any(${slugs}::text[])
    union all select 'category', slug, id from categories where slug = any(${slugs}::text[])
    union all select 'tag', slug, id from tags where slug = any(${slugs}::text[])`.execute(db);
  return new Map(rows.map(({ kind, slug, id }) => [`${kind}:${slug}`, id]));
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const shown = (value: unknown) => (Array.isArray(value) ? "(a list)" : "(an object)");

/** Parts that the archive sets, that are valid, and that nobody has set here. */
function judge(archived: Record<string, unknown>, here: Navigation): { parts: ArchivedPart[]; adopted: Partial<Navigation> } {
  const parts: ArchivedPart[] = [];
  const adopted: Record<string, unknown> = {};
  for (const name of PART_NAMES) {
    const part = PARTS[name];
    const value = archived[part];
    if (value === undefined || isSame(value, NO_NAVIGATION[part])) continue;
    const { success, data, error } = navigationInput.shape[part].safeParse(value);
    const isSet = !isSame(here[part], NO_NAVIGATION[part]);
    const refused = !success
      ? `${error.issues[0]?.message ?? "It isn’t valid here"}.`
      : isSet
        ? "It is already set here and stays as it is."
        : null;
    parts.push({ name, value: shown(value), refused });
    if (refused === null) adopted[part] = data;
  }
  return { parts, adopted };
}

const isReadable = (archived: unknown): archived is Record<string, unknown> => {
  const { header = null, footer = null } = (archived ?? {}) as { header?: unknown; footer?: unknown };
  const areEntries = (list: unknown) => Array.isArray(list) && list.every((entry) => typeof entry?.to === "string");
  const areGroups = Array.isArray(footer) && footer.every((group) => areEntries(group?.entries));
  return (
    typeof archived === "object" && archived !== null && (header === null || areEntries(header)) && (footer === null || areGroups)
  );
};

/** In place of targets whose ids aren't known before the archive's posts are stored. */
const SOME_ID = "00000000-0000-0000-0000-000000000000";

/** Stores nothing. */
export async function previewNavigation({ db }: Context, archived: unknown): Promise<ArchivedPart[]> {
  if (!isReadable(archived)) return [];
  const named = withEntries(archived as unknown as Navigation, (entries) =>
    entries.map((entry) => (entry.kind === "address" ? entry : { ...entry, to: SOME_ID })),
  );
  return judge(named, navigationOf(await storedNavigation(db))).parts;
}

const LABEL = { action: "updated", entity: "navigation", entityId: null, label: "Navigation" } as const;

/** Parts that were set here stay, so that a file never overwrites a choice. @param note stores what was adopted, in the same transaction */
export async function adoptNavigation(
  ctx: Context,
  actor: AuditActor,
  archived: unknown,
  note: (db: Db, adopted: Record<string, unknown>) => Promise<void>,
): Promise<ArchivedPart[]> {
  if (!isReadable(archived)) return [];
  return ctx.db.transaction().execute(async (db) => {
    const before = navigationOf(await lockNavigation(db));
    const { parts, adopted } = judge(await withIds(db, archived), before);
    if (Object.keys(adopted).length === 0) return parts;
    const after = { ...before, ...adopted };
    await storeNavigation(db, after, endOf(after), ctx.clock.now());
    await recordAudit({ ...ctx, db }, actor, { ...LABEL, before: loggedNavigation(before), after: loggedNavigation(after) });
    const named = PART_NAMES.filter((name) => Object.hasOwn(adopted, PARTS[name]));
    await note(db, Object.fromEntries(named.map((name) => [name, after[PARTS[name]]])));
    return parts;
  });
}

/** Unless they have been changed since. @param adopted as `adoptNavigation` noted @returns the names of those that stay */
export async function forgetNavigation(ctx: Context, actor: AuditActor, adopted: Record<string, unknown>): Promise<string[]> {
  const names = PART_NAMES.filter((name) => Object.hasOwn(adopted, name));
  if (names.length === 0) return [];
  return ctx.db.transaction().execute(async (db) => {
    const before = navigationOf(await lockNavigation(db));
    const gone = names.filter((name) => isSame(before[PARTS[name]], adopted[name]));
    const after = { ...before, ...Object.fromEntries(gone.map((name) => [PARTS[name], NO_NAVIGATION[PARTS[name]]])) };
    if (gone.length > 0) {
      await storeNavigation(db, after, endOf(after), ctx.clock.now());
      await recordAudit({ ...ctx, db }, actor, { ...LABEL, before: loggedNavigation(before), after: loggedNavigation(after) });
    }
    return names.filter((name) => !gone.includes(name));
  });
}

const endOf = ({ announcement }: Navigation): Date | null => (announcement?.ends_at ? new Date(announcement.ends_at) : null);
