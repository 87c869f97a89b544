import pg from "pg";

/** Asks a database on a connection of its own. */
export async function ask<Row extends pg.QueryResultRow>(config: pg.PoolConfig, sql: string, values?: unknown[]): Promise<Row[]> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const TABLES = `
  select n.nspname || '.' || quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where (n.nspname = 'public' or n.nspname = 'pgboss' and c.relname in ('job_common', 'job_dependency', 'queue', 'schedule', 'subscription'))
    and c.relkind = 'r' and c.relpersistence = 'p' order by 1`;

/** Rows and a checksum of each table that a backup holds, counted by PostgreSQL itself, partitions each for themselves. */
export async function recount(config: pg.PoolConfig): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name } of await ask<{ name: string }>(config, TABLES)) {
    const [row] = await ask<{ sum: string }>(
      config,
      `select count(*) || ' ' || coalesce(md5(string_agg(t.line, E'\\n' order by t.line collate "C")), '') as sum
       from (select row_to_json(x)::text as line from ${name} x) t`,
    );
    found[name] = row?.sum ?? "";
  }
  return found;
}

const SCHEMA = `
  select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as line
  from pg_constraint where connamespace::regnamespace::text in ('public', 'pgboss')
  union all select 'index ' || indexdef from pg_indexes where schemaname in ('public', 'pgboss') and tablename not like 'queue_stats%'
  union all select 'trigger ' || tgrelid::regclass || ' ' || pg_get_triggerdef(oid) || ' ' || tgenabled::text
  from pg_trigger where not tgisinternal
  union all select 'column ' || table_schema || '.' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
    || coalesce(column_default, '') || ' ' || coalesce(generation_expression, '') || ' ' || coalesce(identity_generation, '')
  from information_schema.columns where table_schema in ('public', 'pgboss')
  union all select 'partition ' || inhrelid::regclass || ' of ' || inhparent::regclass || ' ' || pg_get_expr(c.relpartbound, c.oid)
  from pg_inherits join pg_class c on c.oid = inhrelid where c.relkind = 'r' and c.relname not like 'queue_stats%'
  order by 1`;

/** Everything about the tables but their rows: columns, keys, indexes, triggers and whether they are on, partitions. */
export const schemaOf = async (config: pg.PoolConfig): Promise<string[]> =>
  (await ask<{ line: string }>(config, SCHEMA)).map(({ line }) => line);
