import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { makeFolders, OWN, receive } from "../../../platform/storage/disk.ts";
import { ZipError } from "../../../platform/zip/read-zip.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type ActorOrOperator, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { DomainError } from "../../errors.ts";
import { subscriberPolicy } from "../subscriber.policy.ts";
import { hashOf } from "../subscribers.sql.ts";
import type { SubscriberImport } from "./import.ts";
import { type ListRow, type Lists, openLists, refused } from "./read-lists.ts";
import { presentImport } from "./run-import.ts";

/** Rows that are stored at a time. */
const BATCH = 5000;

const columnOf = <Name extends keyof ListRow>(rows: readonly ListRow[], name: Name) => rows.map((row) => row[name]);

const storeRows = (db: Db, first: number, rows: readonly ListRow[]) =>
  sql`insert into uploaded_subscribers (n, file, line, typed, email, ended, signed_up)
    select ${first}::int + row_number() over (), file, line, typed, email, ended, signed_up
    from unnest(${columnOf(rows, "file")}::text[], ${columnOf(rows, "line")}::int[], ${columnOf(rows, "typed")}::text[],
      ${columnOf(rows, "email")}::text[], ${columnOf(rows, "ended")}::text[], ${columnOf(rows, "signed_up")}::date[])
      as row (file, line, typed, email, ended, signed_up)`.execute(db);

async function storeAll(db: Db, lists: Lists): Promise<number> {
  let count = 0;
  let batch: ListRow[] = [];
  const flush = async () => {
    if (batch.length > 0) await storeRows(db, count, batch);
    count += batch.length;
    batch = [];
  };
  for await (const row of lists.rows()) if (batch.push(row) >= BATCH) await flush();
  await flush();
  return count;
}

/** An address that ended in one of the files stays out, whatever the others say. */
const judgeRows = (db: Db, importId: string) =>
  sql`insert into subscriber_import_rows (import_id, n, file, line, typed, email, signed_up, outcome)
    select ${importId}, row.n, row.file, row.line, row.typed, row.email, row.signed_up,
      case
        when row.email is null then 'invalid'
        when known.state = 'suppressed' then 'suppressed'
        when known.state = 'left' or (known.state = 'pending' and known.ended_at is not null) then 'left'
        when erased.email_hash is not null then 'erased'
        when known.id is not null then 'known'
        when row.ended_anywhere is not null then coalesce(row.ended, row.ended_anywhere)
        when row.nth > 1 then 'duplicate'
        else 'new'
      end
    from (
      select *, row_number() over (partition by lower(email) order by n) as nth,
        min(ended) over (partition by lower(email)) as ended_anywhere
      from uploaded_subscribers
    ) row
    left join subscribers known on lower(known.email) = lower(row.email)
    left join erased_subscribers erased on erased.email_hash = ${hashOf(sql`row.email`)}`.execute(db);

const countOutcomes = (db: Db, importId: string) =>
  sql`update subscriber_imports set counts = (
      select coalesce(jsonb_object_agg(outcome, count), '{}') from (
        select outcome, count(*) from subscriber_import_rows where import_id = ${importId} group by outcome
      ) counted (outcome, count)
    ) where id = ${importId}`.execute(db);

const isRunning = () =>
  new DomainError("conflict", "wrong_state", "Another list is being imported. Wait until it’s done, or stop it first.");

/** One at a time: the list before it is deleted. */
async function replaceEarlier(db: Db): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('import of subscribers')) as free`.execute(db);
  const running = await db.selectFrom("subscriber_imports").select("id").where("state", "=", "running").executeTakeFirst();
  if (!rows[0]?.free || running) throw isRunning();
  await db.deleteFrom("subscriber_imports").execute();
}

type Uploaded = { id: string; name: string; path: string };

async function checkList(ctx: Context, actor: ActorOrOperator, { id, name, path }: Uploaded): Promise<SubscriberImport> {
  const { db } = ctx;
  await replaceEarlier(db);
  // A million lines take longer than what one request usually asks for.
  await sql`set local statement_timeout = '2min'`.execute(db);
  await sql`create temporary table uploaded_subscribers
    (n int, file text, line int, typed text, email text, ended text, signed_up date) on commit drop`.execute(db);
  const lists = await openLists(path, name);
  try {
    const lines = await storeAll(db, lists);
    if (lines === 0) throw refused("has no lines");
    const values = { id, name, source: lists.source(), created_at: ctx.clock.now() };
    await db.insertInto("subscriber_imports").values(values).execute();
    await judgeRows(db, id);
    await countOutcomes(db, id);
    const entry = { action: "list uploaded", entity: "subscriber", entityId: id, label: name, before: null } as const;
    await recordAudit(ctx, actor, { ...entry, after: { lines, source: values.source } });
  } catch (error) {
    if (error instanceof ZipError) throw refused(`${error.place} ${error.message}`);
    throw error;
  } finally {
    lists.close();
  }
  return presentImport(await db.selectFrom("subscriber_imports").selectAll().where("id", "=", id).executeTakeFirstOrThrow());
}

/**
 * Reads a list of subscribers and stores what would come of each line; nobody is added yet. Replaces the list before it.
 * @throws DomainError `forbidden`; invalid_input with the reason; `wrong_state` while another one is imported; errors of `body`
 */
export async function uploadList(
  ctx: Context,
  folder: string,
  actor: ActorOrOperator,
  { name, body }: { name: string; body: AsyncIterable<Uint8Array> },
): Promise<SubscriberImport> {
  authorize(actor, subscriberPolicy.import);
  const id = randomUUID();
  await makeFolders(folder, OWN.folder);
  const path = join(folder, `subscribers-${id}`);
  try {
    if ((await receive(path, body)) === 0) throw refused("is empty");
    return await ctx.db.transaction().execute((db) => checkList({ ...ctx, db }, actor, { id, name, path }));
  } finally {
    await rm(path, { force: true });
  }
}
