import { once } from "node:events";
import { finished } from "node:stream/promises";
import pg from "pg";
import { getConstructionPlans } from "pg-boss";
import { from as copyFrom } from "pg-copy-streams";
import { MIGRATION_LOCK, MIGRATIONS_TABLE, type Migration, sqlForTransaction } from "../../../platform/database/migrate.ts";
import { BackupError, type BackupTable, type Manifest, type TableSum, titleOf } from "./archive-format.ts";
import { copyOut } from "./dump-database.ts";
import { LineDigest } from "./line-digest.ts";
import { type ListedTable, listTables, prepareForCopy, quoted } from "./read-catalog.ts";

/** What the backup says, and what the database returns. `left`: it isn't one of the product's. */
export type LoadedTable = {
  name: string;
  said: TableSum;
  found: Pick<TableSum, "rows" | "bytes" | "digest"> | null;
  left: boolean;
};

const IN_THE_WAY = `
  select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'v', 'm', 'S')
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`;

async function describeContent(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(IN_THE_WAY);
  if (rows.length === 0) return null;
  const there = new Set(rows.map(({ name }) => name));
  if (!there.has("public.posts") || !there.has("public.users")) return `tables, such as ${rows[0]?.name}`;
  const { rows: counts } = await client.query<{ posts: string; users: string }>(
    "select (select count(*) from posts)::text as posts, (select count(*) from users)::text as users",
  );
  return `tables with ${counts[0]?.posts} posts and ${counts[0]?.users} accounts`;
}

/**
 * Under the lock of migrations, so that a site that starts waits.
 * @param isUnused whether what is there may go
 * @returns whether something is there @throws BackupError, with the advice, when the database isn't empty and what is there may not go
 */
export async function beginInEmpty(
  client: pg.Client,
  advice: string,
  isUnused?: (client: pg.Client) => Promise<boolean>,
): Promise<boolean> {
  await client.query("begin");
  await prepareForCopy(client);
  await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  const content = await describeContent(client);
  if (content && !(await isUnused?.(client)))
    throw new BackupError(`A backup is restored into an empty installation, and this database has ${content}. ${advice}`);
  return content !== null;
}

/** Up to the backup's. @throws BackupError when one of the backup's is unknown here, or was another one */
export function migrationsOf({ migrations: theirs, version }: Manifest, ours: Migration[]): Migration[] {
  theirs.forEach((one, index) => {
    const own = ours[index];
    const name = JSON.stringify(one.name);
    if (one.version !== index + 1) throw new BackupError(`The backup has the migration ${name}, but not the one before it.`);
    if (!own)
      throw new BackupError(
        `The backup is newer than this release: it has the migration ${name}, which is unknown here. Nothing was changed. ` +
          `Restore it with release ${version} or a later one.`,
      );
    if (own.checksum !== one.checksum)
      throw new BackupError(
        `The backup’s migration ${name} isn’t the one that this release has. Nothing was changed. Restore it with the release that made it.`,
      );
  });
  return ours.slice(0, theirs.length);
}

async function makeJobTables(client: pg.Client): Promise<void> {
  // It comes with a transaction of its own around it.
  await client.query(
    getConstructionPlans("pgboss")
      .replace(/^\s*BEGIN;/, "")
      .replace(/COMMIT;\s*$/, ""),
  );
  await prepareForCopy(client);
}

async function makePartitions(client: pg.Client, { schema, name, partitions }: BackupTable, actual: ListedTable): Promise<void> {
  const wanted = new Set(partitions.map((one) => one.name));
  for (const one of actual.partitions)
    if (!wanted.has(one.name)) await client.query(`drop table ${quoted({ schema, name: one.name })}`);
  const there = new Set(actual.partitions.map((one) => one.name));
  for (const one of partitions) {
    if (there.has(one.name)) continue;
    const part = quoted({ schema, name: one.name });
    await client.query(
      `create table ${part} partition of ${quoted({ schema, name })} for values from (${one.from}) to (${one.to})`,
    );
  }
}

/** As they were when the backup was made. @returns those that are there now, by title */
export async function makeTables(
  client: pg.Client,
  manifest: Manifest,
  migrations: Migration[],
): Promise<Map<string, ListedTable>> {
  await client.query(MIGRATIONS_TABLE);
  for (const [index, migration] of migrations.entries()) {
    await client.query(sqlForTransaction(migration));
    const { version, name, checksum, breaks } = migration;
    const at = manifest.migrations[index]?.applied_at;
    await client.query(
      "insert into schema_migrations (version, name, checksum, breaks, applied_at) values ($1, $2, $3, $4, $5)",
      [version, name, checksum, breaks, at],
    );
  }
  if (manifest.jobs !== null) await makeJobTables(client);
  const actual = new Map((await listTables(client)).map((table) => [titleOf(table), table]));
  for (const table of manifest.tables) {
    const own = actual.get(titleOf(table));
    if (own && table.schema === "public") await makePartitions(client, table, own);
  }
  return actual;
}

type Constraint = { owner: string; name: string; definition: string };

const FOREIGN_KEYS = `
  select format('%I.%I', n.nspname, c.relname) as owner, k.conname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where k.contype = 'f' and k.conparentid = 0 and n.nspname in ('public', 'pgboss')`;

/** Without foreign keys, triggers, and rows of migrations. @param isTaken whether the backup's rows replace those of the table */
export async function openTables(
  client: pg.Client,
  tables: ListedTable[],
  isTaken: (table: ListedTable) => boolean,
): Promise<() => Promise<void>> {
  const all = tables.map(quoted);
  const { rows: keys } = await client.query<Constraint>(FOREIGN_KEYS);
  for (const { owner, name } of keys) await client.query(`alter table ${owner} drop constraint ${pg.escapeIdentifier(name)}`);
  for (const table of all) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`truncate ${tables.filter(isTaken).map(quoted).join(", ")}`);
  return async () => {
    for (const table of all) await client.query(`alter table ${table} enable trigger user`);
    for (const { owner, name, definition } of keys)
      await client.query(`alter table ${owner} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
  };
}

export type TableLoad = { write(chunk: Uint8Array): Promise<void>; end(): Promise<void>; cancel(): void };

function copyIn(client: pg.Client, into: string, columns: string[]): TableLoad {
  const stream = client.query(copyFrom(`copy ${into} (${columns.map((name) => `"${name}"`).join(", ")}) from stdin`));
  let failure: Error | undefined;
  stream.on("error", (error: Error) => {
    failure = error;
  });
  return {
    async write(chunk) {
      if (failure) throw failure;
      if (!stream.write(chunk)) await once(stream, "drain");
    },
    async end() {
      if (failure) throw failure;
      const done = finished(stream);
      stream.end();
      await done;
    },
    cancel: () => stream.destroy(),
  };
}

export const sameColumns = (a: BackupTable, b: BackupTable) =>
  a.columns.length === b.columns.length && a.columns.every(({ name }) => b.columns.some((one) => one.name === name));

const TYPE = /^[a-z_][a-z0-9_ .]*(?:\(\d+(?:,\d+)?\))?(?: with(?:out)? time zone)?(?:\[\])*$/;

/** For other columns than the backup's, as of another version of pg-boss: a temporary table, whose common columns are taken. */
async function loadAcross(
  client: pg.Client,
  table: BackupTable,
  actual: ListedTable,
): Promise<{ load: TableLoad; staged: BackupTable }> {
  const columns = table.columns.map(({ name, type }) => {
    if (!TYPE.test(type))
      throw new BackupError(`The table ${titleOf(table)} has a column of the type ${type}, which isn’t known.`);
    return `"${name}" ${type}`;
  });
  const staged = { ...table, name: `restored_${table.name}`.slice(0, 63) };
  await client.query(`create table ${quoted(staged)} (${columns.join(", ")})`);
  const load = copyIn(
    client,
    quoted(staged),
    table.columns.map(({ name }) => name),
  );
  const shared = actual.columns
    .map(({ name }) => `"${name}"`)
    .filter((name) => columns.some((one) => one.startsWith(`${name} `)));
  const end = async () => {
    await load.end();
    await client.query(`insert into ${quoted(actual)} (${shared.join(", ")}) select ${shared.join(", ")} from ${quoted(staged)}`);
  };
  return { load: { ...load, end }, staged };
}

/** Also from where the table is read back. */
export async function beginLoad(
  client: pg.Client,
  table: BackupTable,
  actual: ListedTable,
): Promise<{ load: TableLoad; staged: BackupTable | null }> {
  if (!sameColumns(table, actual)) return loadAcross(client, table, actual);
  const columns = table.columns.map(({ name }) => name);
  return { load: copyIn(client, quoted(actual), columns), staged: null };
}

export async function setSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  for (const sequence of sequences) {
    const { rows } = await client.query<{ there: boolean }>("select to_regclass($1) is not null as there", [quoted(sequence)]);
    if (rows[0]?.there)
      await client.query("select setval($1::regclass, $2, $3)", [quoted(sequence), sequence.last, sequence.called]);
  }
}

/** As when the backup was made. */
export async function sumUp(client: pg.Client, table: BackupTable & { partitioned?: boolean }) {
  const digest = new LineDigest();
  for await (const chunk of copyOut(client, table)) digest.update(chunk);
  return { rows: digest.rows, bytes: digest.bytes, digest: digest.digest() };
}

export const dropStaged = (client: pg.Client, staged: BackupTable) => client.query(`drop table ${quoted(staged)}`);
