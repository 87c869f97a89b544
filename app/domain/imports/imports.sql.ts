import { randomUUID } from "node:crypto";
import { type Insertable, type Kysely, sql, type Updateable } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import { isAdvisoryLockHeld } from "../../platform/database/advisory-lock.ts";
import type { ImportOptions } from "./import.ts";
import { AT_WORK, IMPORT_MOVES, type ImportKind, type ImportMove, type ImportReport, type ImportState } from "./import-rules.ts";

type Db = Kysely<DB>;

type SameImport = { name: string; imported_at: string; posts: number };

export type ImportRow = {
  id: string;
  kind: ImportKind | null;
  name: string;
  bytes: number;
  old_site: string | null;
  state: ImportState;
  done: number;
  total: number;
  report: Partial<ImportReport>;
  take_settings: boolean;
  options: Partial<ImportOptions>;
  source: string | null;
  same_as: SameImport | null;
  is_undoable: boolean;
  /** whether it was canceled and its last step is still being stored */
  is_stopping: boolean;
  started_by: string | null;
  started_by_email: string | null;
  missing_pictures: number;
  created_at: Date;
  finished_at: Date | null;
};

export const importLock = (id: string): string => `import ${id}`;

const many = (outcome: string) => sql`coalesce((o.report -> 'counts' -> 'posts' ->> ${sql.lit(outcome)})::int, 0)`;
const columns = sql`
  i.id, i.kind, i.name, i.bytes, i.old_site, i.state, i.done, i.total, i.take_settings, i.options, i.source, i.started_by,
  u.email as started_by_email, i.created_at, i.finished_at, (
    select json_build_object('name', o.name, 'imported_at', coalesce(o.finished_at, o.updated_at),
      'posts', ${many("added")} + ${many("updated")} + ${many("unchanged")})
    from imports o where o.source = i.source and o.id <> i.id and i.report ->> 'is_unrelated' is null and (
      o.state = 'done' or o.state <> 'undone' and exists (select from import_items x where x.import_id = o.id))
    order by coalesce(o.finished_at, o.updated_at) desc limit 1
  ) as same_as, (select count(*)::int from import_pictures m where m.import_id = i.id) as missing_pictures, (
    exists (select from import_items x where x.import_id = i.id) or exists (select from import_updates x where x.import_id = i.id)
  ) as is_undoable, i.state = 'cancelled' and ${isAdvisoryLockHeld(sql<string>`${sql.lit(importLock(""))} || i.id`)} as is_stopping`;

export async function findImport(db: Db, id: string): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns}, i.report from imports i left join users u on u.id = i.started_by where i.id = ${id}::uuid`.execute(db);
  return rows[0];
}

export async function importRows(db: Db, { limit, offset }: { limit: number; offset: number }): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select ${columns}, i.report - 'findings' - 'groups' as report from (
      select * from imports order by created_at desc, id desc limit ${limit} offset ${offset}
    ) i left join users u on u.id = i.started_by order by i.created_at desc, i.id desc`.execute(db);
  return rows;
}

export async function countImports(db: Db): Promise<number> {
  const { n } = await db.selectFrom("imports").select(sql<number>`count(*)::int`.as("n")).executeTakeFirstOrThrow();
  return n;
}

export async function unfinishedImports(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("imports")
    .select("id")
    .where("state", "in", [...AT_WORK])
    .execute();
  return rows.map(({ id }) => id);
}

export const insertImport = (db: Db, values: Insertable<DB["imports"]>) => db.insertInto("imports").values(values).execute();

export const storeImport = (db: Db, id: string, values: Updateable<DB["imports"]>) =>
  db.updateTable("imports").set(values).where("id", "=", id).execute();

/** @returns the new state; undefined if the present one doesn't allow the move */
export async function moveImport(
  db: Db,
  id: string,
  move: ImportMove,
  values: Updateable<DB["imports"]>,
): Promise<ImportState | undefined> {
  const next = IMPORT_MOVES[move];
  // The pictures' stage doesn't complete an import whose posts aren't all here.
  const report = sql<string>`case when state = 'importing' then ${values.report ?? sql.ref("report")}::jsonb || '{"unfinished":true}'
    else ${values.report ?? sql.ref("report")}::jsonb end`;
  // Only the check can know that no post of the earlier imports is in the file.
  const begun = sql<string>`jsonb_strip_nulls(jsonb_build_object('is_unrelated', report -> 'is_unrelated'))`;
  const row = await db
    .updateTable("imports")
    .set({
      ...values,
      ...(move === "start" && { report: begun }),
      ...((move === "cancel" || move === "stop") && { report }),
      state: sql<string>`${JSON.stringify(next)}::jsonb ->> state`,
    })
    .where("id", "=", id)
    .where("state", "in", Object.keys(next))
    .returning("state")
    .executeTakeFirst();
  return row?.state as ImportState | undefined;
}

/** @returns whether the import is still in that state */
export async function noteProgress(db: Db, id: string, state: ImportState, values: Updateable<DB["imports"]>): Promise<boolean> {
  const query = db.updateTable("imports").set(values).where("id", "=", id).where("state", "=", state).returning("id");
  return (await query.executeTakeFirst()) !== undefined;
}

/** Otherwise PostgreSQL reads a whole table for each post until it analyzes the tables by itself. */
export const analyzeFilled = (db: Db) =>
  sql`analyze posts, post_slugs, tags, posts_tags, comments, redirects, import_items, import_pictures`.execute(db);

/** @returns how many tries in a row, this one included, haven't come to an end */
export async function countTry(db: Db, id: string): Promise<number> {
  const query = db.updateTable("imports").set((eb) => ({ tries: eb("tries", "+", 1) }));
  const row = await query.where("id", "=", id).returning("tries").executeTakeFirst();
  return row?.tries ?? 0;
}

export const endTry = (db: Db, id: string) => storeImport(db, id, { tries: 0 });

/** Skipped if the import was started or undone meanwhile. */
export async function noteLastStep(db: Db, id: string, report: string): Promise<void> {
  const unfinished = sql`jsonb_strip_nulls(jsonb_build_object('unfinished', report -> 'unfinished'))`;
  const query = db.updateTable("imports").set({ report: sql<string>`${report}::jsonb || ${unfinished}` });
  await query.where("id", "=", id).where("state", "in", ["cancelled", "pictures"]).execute();
}

export const deleteImportRow = (db: Db, id: string) => db.deleteFrom("imports").where("id", "=", id).execute();

export type KnownItem = { key: string; entity_id: string; hash: string; version: number | null };

const itemOf = (key: string, entity_id: string, hash = ""): KnownItem => ({ key, entity_id, hash, version: null });
export const tagItem = ({ id, slug }: { id: string; slug: string }) => itemOf(`tag:${slug}`, id);
export const mediaItem = (id: string) => itemOf(`media:${id}`, id);
export const redirectItem = ({ id, from_path, to_path }: { id: string; from_path: string; to_path: string }) =>
  itemOf(`redirect:${from_path}`, id, to_path);

/** A setting is no row, so its id is a new one. */
export const settingItem = ([name, value]: [string, unknown]) => itemOf(`setting:${name}`, randomUUID(), JSON.stringify(value));

export async function adoptedSettings(db: Db, importId: string): Promise<{ values: Record<string, unknown>; ids: string[] }> {
  const { rows } = await sql<KnownItem>`
    select key, entity_id, hash from import_items where import_id = ${importId}::uuid and starts_with(key, 'setting:')`.execute(
    db,
  );
  const values = rows.map(({ key, hash }) => [key.slice("setting:".length), JSON.parse(hash) as unknown]);
  return { values: Object.fromEntries(values), ids: rows.map(({ entity_id }) => entity_id) };
}

export async function knownItems(db: Db, source: string, keys: string[]): Promise<Map<string, KnownItem>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<KnownItem>`
    select key, entity_id, hash, version from import_items where source = ${source} and key = any(${keys}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.key, row]));
}

/** The import that added an item first stays. @param importId null for what was here before */
export async function recordItems(db: Db, source: string, items: KnownItem[], importId: string | null = null): Promise<void> {
  if (items.length === 0) return;
  await db
    .insertInto("import_items")
    .values(items.map((item) => ({ ...item, source, import_id: importId })))
    .onConflict((conflict) =>
      conflict.columns(["source", "key"]).doUpdateSet({
        entity_id: (eb) => eb.ref("excluded.entity_id"),
        import_id: sql`case when import_items.entity_id = excluded.entity_id then import_items.import_id else excluded.import_id end`,
        hash: (eb) => eb.ref("excluded.hash"),
        version: (eb) => eb.ref("excluded.version"),
      }),
    )
    .execute();
}
