import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { routes } from "../../routes.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { navigationPolicy } from "./navigation.policy.ts";
import { categoryRows, pageRows, type StoredNavigation, storedNavigation, type TargetRow, tagRows } from "./navigation.sql.ts";
import { type MenuTarget, type Navigation, type NavigationState, NO_NAVIGATION, navigationInput } from "./navigation.ts";

const TAGS_MAX = 500;

/** A part that isn't valid (written by hand or by another release) is as the product has it. */
export function navigationOf({ value }: Pick<StoredNavigation, "value">): Navigation {
  const parts = Object.entries(navigationInput.shape).map(([name, schema]) => {
    const read = schema.safeParse(value[name]);
    return [name, read.success ? read.data : NO_NAVIGATION[name as keyof Navigation]];
  });
  return Object.fromEntries(parts) as Navigation;
}

export const entriesOf = ({ header, footer }: Pick<Navigation, "header" | "footer">) => [
  ...(header ?? []),
  ...(footer ?? []).flatMap(({ entries }) => entries),
];

const listed = (entries: readonly { label: string; to: string }[]) =>
  entries.map(({ label, to }) => `${label}: ${to}`).join(", ");

/** A line for each part. */
export function loggedNavigation({ header, footer, social, announcement }: Navigation): Record<string, string | null> {
  return {
    header: header && listed(header),
    footer: footer?.map(({ heading, entries }) => `${heading} (${listed(entries)})`).join(", ") ?? null,
    social: listed(social.map(({ label, address }) => ({ label, to: address }))),
    announcement: announcement?.text ?? null,
    announcement_link: announcement?.link ? listed([{ label: announcement.link.label, to: announcement.link.address }]) : null,
    announcement_ends_at: announcement?.ends_at ?? null,
  };
}

export const idsOf = (navigation: Navigation): string[] =>
  entriesOf(navigation).flatMap(({ kind, to }) => (kind === "address" ? [] : [to]));

export function pathOf({ kind, slug }: Pick<TargetRow, "kind" | "slug">): string {
  if (kind === "page") return routes.page(slug);
  return routes.listing(kind === "category" ? { category: slug } : { tag: slug });
}

/** Also those that are gone for good: menus still name them. */
async function targetsFor({ db }: Context, navigation: Navigation): Promise<MenuTarget[]> {
  const rows = await possibleTargets(db, idsOf(navigation), TAGS_MAX);
  const known = new Set(rows.map(({ id }) => id));
  const gone = entriesOf(navigation).flatMap(({ kind, to, label }): MenuTarget[] =>
    kind === "address" || known.has(to) ? [] : [{ kind, id: to, name: label, path: "", state: "gone" }],
  );
  return [...rows.map((row) => ({ kind: row.kind, id: row.id, name: row.name, path: pathOf(row), state: row.state })), ...gone];
}

/** All own pages and categories, the most used tags, and everything with one of `ids`; by name. */
async function possibleTargets(db: Db, ids: string[], tagsMax: number): Promise<TargetRow[]> {
  const { rows } = await sql<TargetRow>`
    select * from (
      ${pageRows} and (status <> 'trashed' or id = any(${ids}::uuid[]))
      union all ${categoryRows}
      union all ${tagRows} where id = any(${ids}::uuid[])
        or id in (select id from tags order by published_count desc, name limit ${tagsMax})
    ) found order by lower(name), id`.execute(db);
  return rows;
}

export async function presentNavigation(ctx: Context, row: StoredNavigation): Promise<NavigationState> {
  const navigation = navigationOf(row);
  return {
    ...navigation,
    version: row.version,
    updated_at: row.updated_at.toISOString(),
    targets: await targetsFor(ctx, navigation),
  };
}

/** As stored, with what menus can lead to. @throws DomainError `forbidden` */
export async function readNavigation(ctx: Context, actor: Actor): Promise<NavigationState> {
  authorize(actor, navigationPolicy.read);
  return presentNavigation(ctx, await storedNavigation(ctx.db));
}
