import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Migration } from "../../../platform/database/migrate.ts";
import { BackupError } from "./archive-format.ts";

const OTHERS = `
  select from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Connections of a site that has just stopped end within this time, in ms. */
const OTHERS_END = 10_000;

/** What another instance remembers of the former rows would get into the new ones. @throws BackupError while there are other connections */
export async function awaitOthers(client: pg.Client): Promise<void> {
  for (const deadline = performance.now() + OTHERS_END; (await client.query(OTHERS)).rowCount !== 0; await pause(100)) {
    if (performance.now() > deadline)
      throw new BackupError(
        "Something else is connected to the database, probably another instance of the site. Stop it, then try again. Nothing was changed.",
      );
  }
}

const CREATED =
  /\bcreate\s+(?:or\s+replace\s+)?(?:unlogged\s+)?(table|view|function|type)\s+(?:if\s+not\s+exists\s+)?"?([a-z_]\w*)/gi;

/** As the migrations name them, with those that later ones have dropped. */
function namesIn(migrations: Migration[]): Record<"relations" | "functions" | "types", string[]> {
  const found = migrations.flatMap(({ sql }) => [...sql.matchAll(CREATED)]);
  const named = (...kinds: string[]) =>
    found.flatMap(([, kind = "", name = ""]) => (kinds.includes(kind.toLowerCase()) ? [name.toLowerCase()] : []));
  return { relations: ["schema_migrations", ...named("table", "view")], functions: named("function"), types: named("type") };
}

const isOwn = (catalog: string, id: string) => `not exists (
  select from pg_depend d where d.objid = ${id} and d.classid = '${catalog}'::regclass and d.deptype = 'e')`;

const RELATIONS = `
  select relname as name, relkind = 'v' as is_view from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and not relispartition and ${isOwn("pg_class", "oid")}`;

const FUNCTIONS = `
  select oid::regprocedure::text as name from pg_proc
  where pronamespace = 'public'::regnamespace and proname = any($1) and ${isOwn("pg_proc", "oid")}`;

/** Everything that the migrations and the job queue have made. @throws BackupError when the database has other tables, too */
export async function dropTables(client: pg.Client, migrations: Migration[]): Promise<void> {
  const { relations, functions, types } = namesIn(migrations);
  const { rows: there } = await client.query<{ name: string; is_view: boolean }>(RELATIONS);
  const foreign = there.find(({ name }) => !relations.includes(name));
  if (foreign)
    throw new BackupError(
      `The database also has tables of other software, such as ${foreign.name}. A backup is restored into a database of its own. Nothing was changed.`,
    );
  for (const { name, is_view } of there)
    await client.query(`drop ${is_view ? "view" : "table"} if exists public.${pg.escapeIdentifier(name)} cascade`);
  const { rows: left } = await client.query<{ name: string }>(FUNCTIONS, [functions]);
  for (const { name } of left) await client.query(`drop function if exists ${name} cascade`);
  for (const name of types) await client.query(`drop type if exists public.${pg.escapeIdentifier(name)} cascade`);
  await client.query("drop schema if exists pgboss cascade");
}
