import type { Db } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { type FieldError, invalid, staleVersion } from "../errors.ts";
import { navigationPolicy } from "./navigation.policy.ts";
import { lockNavigation, storeNavigation, targetsWith } from "./navigation.sql.ts";
import type { MenuEntry, Navigation, NavigationSave, NavigationState } from "./navigation.ts";
import { idsOf, loggedNavigation, navigationOf, presentNavigation } from "./read-navigation.ts";

const placesOf = ({ header, footer }: Navigation): [place: string, entry: MenuEntry][] => [
  ...(header ?? []).map((entry, n): [string, MenuEntry] => [`header.${n}`, entry]),
  ...(footer ?? []).flatMap(({ entries }, group) =>
    entries.map((entry, n): [string, MenuEntry] => [`footer.${group}.entries.${n}`, entry]),
  ),
];

async function lostEntries({ db }: Context, next: Navigation, before: Navigation): Promise<FieldError[]> {
  const old = new Set(idsOf(before));
  const fresh = placesOf(next).filter(([, { kind, to }]) => kind !== "address" && !old.has(to));
  const rows = await targetsWith(
    db,
    fresh.map(([, { to }]) => to),
  );
  const known = new Set(rows.filter(({ state }) => state !== "gone").map(({ kind, id }) => `${kind}:${id}`));
  return fresh
    .filter(([, { kind, to }]) => !known.has(`${kind}:${to}`))
    .map(([place, { kind }]) => ({ field: `${place}.to`, rule: `There is no such ${kind}; choose another target` }));
}

/** An announcement that has ended may stay as it is, but none can be made that nobody would see. */
function pastEnd(next: Navigation, before: Navigation, now: Date): FieldError[] {
  const ends = next.announcement?.ends_at;
  if (!ends || ends === before.announcement?.ends_at || new Date(ends) > now) return [];
  return [{ field: "announcement.ends_at", rule: "End must be in the future" }];
}

/**
 * A save without changes does nothing.
 * @throws DomainError `forbidden`; stale_version; invalid_input when a new entry leads nowhere, or the announcement would have ended
 * already
 */
export async function saveNavigation(ctx: Context, actor: Actor, input: NavigationSave): Promise<NavigationState> {
  authorize(actor, navigationPolicy.update);
  const { version, ...next } = input;
  const save = async (db: Db) => {
    const inside = { ...ctx, db };
    const row = await lockNavigation(db);
    if (row.version !== version) throw staleVersion("The navigation");
    const before = navigationOf(row);
    const now = ctx.clock.now();
    const faults = [...(await lostEntries(inside, next, before)), ...pastEnd(next, before, now)];
    if (faults.length > 0) throw invalid("Some of the input is invalid", faults);
    if (JSON.stringify(next) === JSON.stringify(before)) return presentNavigation(inside, row);
    const stored = await storeNavigation(db, next, endOf(next), now);
    const entry = { action: "updated", entity: "navigation", entityId: null, label: "Navigation" } as const;
    await recordAudit(inside, actor, { ...entry, before: loggedNavigation(before), after: loggedNavigation(next) });
    return presentNavigation(inside, stored);
  };
  return ctx.db.isTransaction ? save(ctx.db) : ctx.db.transaction().execute(save);
}

const endOf = ({ announcement }: Navigation): Date | null => (announcement?.ends_at ? new Date(announcement.ends_at) : null);
