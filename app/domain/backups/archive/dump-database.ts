import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { describeFailure, describeTarget } from "../../../platform/database/connect.ts";
import { clientOf } from "../../../platform/database/hosts.ts";
import { BackupError, type BackupTable, type Manifest, PIECE_BYTES } from "./archive-format.ts";
import type { LineDigest } from "./line-digest.ts";
import {
  jobsVersion,
  type ListedTable,
  listMigrations,
  listSequences,
  listTables,
  prepareForCopy,
  quoted,
} from "./read-catalog.ts";
import { isSecret, rowsWithoutSecrets } from "./secret-rows.ts";

/** Read at once, because the files are copied later. */
type Found = Pick<Manifest, "migrations" | "jobs" | "sequences" | "postgres" | "site_url"> & {
  tables: ListedTable[];
  media: { id: string; width: number; format: string; file_name: string | null }[];
  imports: string[];
};

/** One moment of the database, until it is closed. */
export type Snapshot = Found & { client: pg.Client; close(): Promise<void> };

/** For a long transaction. @throws BackupError when the database can't be used */
export async function connectForCopy(connection: pg.PoolConfig): Promise<pg.Client> {
  const client = clientOf({
    application_name: "skylark backup",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...connection,
  });
  // A connection that is lost fails the statement that runs, and the next one.
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    const { host } = describeTarget(connection);
    throw new BackupError(`The database at ${host} can’t be used: ${describeFailure(error, connection)}.`, { cause: error });
  }
}

const hasTable = async (client: pg.Client, name: string) =>
  (await client.query<{ there: boolean }>("select to_regclass($1) is not null as there", [`public.${name}`])).rows[0]?.there ===
  true;

/** Also before a migration has added the column. */
const MEDIA_FILES = "select id, width, format, to_jsonb(media) ->> 'file_name' as file_name from media order by id";

/** Pictures that only emails show (`store-drawing.ts`); their ids are of version 8. */
const DRAWINGS = `select distinct found[1] as id, 0 as width, 'png' as format, found[2] as file_name from newsletter_issues,
  regexp_matches(mail::text, '/media/([0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12})/([1-9][0-9]{0,3}\\.png)', 'g') as found
  order by 1, 4`;

async function filesOf(client: pg.Client): Promise<Found["media"]> {
  const rowsOf = async (table: string, statement: string) =>
    (await hasTable(client, table)) ? (await client.query<Found["media"][number]>(statement)).rows : [];
  return [...(await rowsOf("media", MEDIA_FILES)), ...(await rowsOf("newsletter_issues", DRAWINGS))];
}

async function readFound(client: pg.Client, tables: ListedTable[]): Promise<Found> {
  const { rows: about } = await client.query<{ postgres: string; site_url: string | null }>(
    `select split_part(current_setting('server_version'), ' ', 1) as postgres, (select value ->> 'siteUrl' from settings) as site_url`,
  );
  const imports = (await hasTable(client, "imports"))
    ? (await client.query<{ id: string }>("select id from imports order by id")).rows.map(({ id }) => id)
    : [];
  return {
    postgres: about[0]?.postgres ?? "",
    site_url: about[0]?.site_url || null,
    migrations: await listMigrations(client),
    jobs: await jobsVersion(client),
    sequences: await listSequences(client),
    tables,
    media: await filesOf(client),
    imports,
  };
}

const namesOf = (tables: ListedTable[]) => JSON.stringify(tables);

/**
 * Isolation level repeatable read. Columns are locked (ACCESS SHARE, which stops no reader and no writer) before the snapshot is taken, so
 * that a migration comes before or after it.
 * @throws BackupError when the database can't be used or holds no site
 */
export async function openSnapshot(connection: pg.PoolConfig, withSecrets = false): Promise<Snapshot> {
  const client = await connectForCopy(connection);
  const listed = async () => (await listTables(client)).filter((table) => withSecrets || !isSecret(table));
  try {
    for (;;) {
      const expected = await listed();
      if ((await listMigrations(client)).length === 0)
        throw new BackupError("The database holds no site yet, so there is nothing to back up. Start the site once.");
      await client.query("begin isolation level repeatable read read only");
      await prepareForCopy(client);
      await client
        .query(`lock table ${expected.map(quoted).join(", ")} in access share mode`)
        .catch((error: { code?: string }) => {
          // Dropped since; the list is read again.
          if (error.code !== "42P01") throw error;
        });
      const tables = await listed().catch(() => []);
      if (namesOf(tables) === namesOf(expected)) {
        const found = await readFound(client, tables);
        return { ...found, client, close: () => client.end().catch(() => {}) };
      }
      await client.query("rollback");
    }
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** COPY's text, a line for each row. @param where a condition in SQL */
export function copyOut(
  client: pg.ClientBase,
  table: BackupTable & { partitioned?: boolean },
  where?: string,
): AsyncIterable<Buffer> {
  const columns = table.columns.map(({ name }) => `"${name}"`).join(", ");
  const selected = `(select ${columns} from ${quoted(table)}${where ? ` where ${where}` : ""})`;
  const from = table.partitioned || where ? selected : `${quoted(table)} (${columns})`;
  return client.query(copyTo(`copy ${from} to stdout`));
}

/** Whole lines of a table's text. */
export type Piece = { size: number; bytes: Buffer[] };

/** Cut at the ends of lines. @param digest takes every byte @param withSecrets also reads the rows that could let somebody in */
export async function* piecesOf(
  snapshot: Pick<Snapshot, "client">,
  table: ListedTable,
  digest: LineDigest,
  withSecrets = false,
): AsyncGenerator<Piece> {
  let piece: Piece = { size: 0, bytes: [] };
  const hold = (bytes: Buffer) => {
    if (bytes.length === 0) return;
    piece.bytes.push(bytes);
    piece.size += bytes.length;
  };
  for await (const chunk of copyOut(snapshot.client, table, withSecrets ? undefined : rowsWithoutSecrets(table))) {
    digest.update(chunk);
    const cut = piece.size + chunk.length < PIECE_BYTES ? -1 : chunk.lastIndexOf(10);
    hold(chunk.subarray(0, cut === -1 ? chunk.length : cut + 1));
    if (cut === -1) continue;
    yield piece;
    piece = { size: 0, bytes: [] };
    hold(chunk.subarray(cut + 1));
  }
  if (piece.size > 0) yield piece;
}
