import type pg from "pg";
import { BackupError, type BackupTable, type Manifest } from "./archive-format.ts";

/** Independent of the server's own settings. */
const TEXT_FORMAT = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local client_encoding = 'UTF8';
  set local search_path = public, pg_catalog; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/** Values as text in one format, and no limit of time. */
export async function prepareForCopy(client: pg.ClientBase): Promise<void> {
  await client.query(TEXT_FORMAT);
}

export const quoted = ({ schema, name }: { schema: string; name: string }): string => `"${schema}"."${name}"`;

/**
 * Of the job queue, those that have jobs. Left out are unlogged tables, which don't outlive a crash either, and the list of migrations,
 * which is in the manifest.
 */
const TABLES = `
  select n.nspname as schema, c.relname as name, c.relkind = 'p' as partitioned,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
     from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    coalesce((select json_agg(json_build_object('name', p.relname, 'bounds', pg_get_expr(p.relpartbound, p.oid)) order by p.relname)
     from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid and n.nspname = 'public'), '[]') as partitions
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    and case n.nspname when 'public' then c.relname <> 'schema_migrations'
      else c.relname in ('queue', 'job', 'job_dependency', 'schedule', 'subscription') end
  order by n.nspname desc, c.relname`;

export type ListedTable = BackupTable & { partitioned: boolean };
type TableRow = Omit<ListedTable, "partitions"> & { partitions: { name: string; bounds: string }[] };

const BOUNDS = /^FOR VALUES FROM \('(-?\d+)'\) TO \('(-?\d+)'\)$/;

function readBounds(table: string, { name, bounds }: { name: string; bounds: string }) {
  const [, from, to] = BOUNDS.exec(bounds) ?? [];
  if (from === undefined || to === undefined)
    throw new BackupError(`The table ${name}, a part of ${table}, has bounds that a backup can’t describe: ${bounds}.`);
  return { name, from, to };
}

/** Without generated columns. */
export async function listTables(client: pg.ClientBase): Promise<ListedTable[]> {
  const { rows } = await client.query<TableRow>(TABLES);
  return rows.map((table) => ({ ...table, partitions: table.partitions.map((one) => readBounds(table.name, one)) }));
}

const SEQUENCES = `
  select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'pgboss') and c.relkind = 'S'
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  order by 1, 2`;

/** Not part of a snapshot: each is at least as far as the rows of one taken before. */
export async function listSequences(client: pg.ClientBase): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ schema: "public" | "pgboss"; name: string }>(SEQUENCES);
  const found: Manifest["sequences"] = [];
  for (const sequence of rows) {
    const { rows: at } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoted(sequence)}`,
    );
    if (at[0]) found.push({ ...sequence, ...at[0] });
  }
  return found;
}

/** Empty without the product's tables. */
export async function listMigrations(client: pg.ClientBase): Promise<Manifest["migrations"]> {
  const { rows: known } = await client.query<{ known: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as known",
  );
  if (!known[0]?.known) return [];
  const { rows } = await client.query<Manifest["migrations"][number]>(
    "select version, name, checksum, applied_at::text from schema_migrations order by version",
  );
  return rows;
}

/** Null where no job ever ran. */
export async function jobsVersion(client: pg.ClientBase): Promise<number | null> {
  const { rows: known } = await client.query<{ known: boolean }>("select to_regclass('pgboss.version') is not null as known");
  if (!known[0]?.known) return null;
  const { rows } = await client.query<{ version: number }>("select version from pgboss.version");
  return rows[0]?.version ?? null;
}
