import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Sample } from "./items.ts";

type Db = Kysely<DB>;

/** Imports of Markdown had this source's name once, and its keys began with the zip's top folder. */
const MIXED = "markdown";

/** `agreeing`: by date (`dated`) or by title alone (`undated`). `top`: the top folder that the keys begin with; mostly empty. */
export type SharedSource = { source: string; top: string; shared: number; agreeing: number; dated: number; undated: number };

const plain = (text: string) => sql`regexp_replace(lower(${sql.ref(text)}), '\\s+', '', 'g')`;
const second = (time: string) => sql`date_trunc('second', ${sql.ref(time)})`;
const titleAgrees = sql`${plain("p.title")} = ${plain("s.title")}`;
const dateAgrees = sql`coalesce(${second("s.at")} in (${second("p.created_at")}, ${second("p.published_at")}), false)`;
const counts = sql`count(*)::int as shared, (count(*) filter (where ${titleAgrees} or ${dateAgrees}))::int as agreeing,
  (count(*) filter (where ${dateAgrees}))::int as dated, (count(*) filter (where ${titleAgrees} and s.at is null))::int as undated`;

/** A post agrees with the same title, but for case and space, or the same date to the second. Posts in the trash count. */
export async function sharedSources(db: Db, kind: string, samples: Sample[]): Promise<SharedSource[]> {
  if (samples.length === 0) return [];
  const given = sql`unnest(${samples.map(({ key }) => key)}::text[], ${samples.map(({ title }) => title)}::text[],
    ${samples.map(({ at }) => at)}::timestamptz[]) s (key, title, at)`;
  const { rows } = await sql<SharedSource>`
    select i.source, '' as top, ${counts}
    from ${given} join import_items i on i.key = s.key join posts p on p.id = i.entity_id
    where i.source = ${kind} or starts_with(i.source, ${`${kind}:`}) group by i.source`.execute(db);
  if (kind !== MIXED) return rows;
  const withTop = await sql<SharedSource>`
    select i.source, i.top, ${counts}
    from ${given} join (
      select source, entity_id, split_part(substr(key, 6), '/', 1) as top, 'file:' || substr(key, strpos(key, '/') + 1) as key
      from import_items where source = ${MIXED} and key like 'file:%/%'
    ) i on i.key = s.key join posts p on p.id = i.entity_id group by i.source, i.top`.execute(db);
  return [...rows, ...withTop.rows];
}

/** Removes the top folder from their keys. */
export async function separateSource(db: Db, { source, top }: SharedSource, name: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      update import_items set source = ${name}, key = 'file:' || substr(key, strpos(key, '/') + 1)
      where source = ${source} and starts_with(key, ${`file:${top}/`})`.execute(trx);
    await sql`
      insert into import_items (source, key, entity_id, hash, version)
      select ${name}, key, entity_id, hash, version from import_items
      where source = ${source} and (starts_with(key, 'author:') or starts_with(key, 'picture:'))`.execute(trx);
    await sql`
      update import_pictures set source = ${name}
      where source = ${source} and post_id in (select entity_id from import_items where source = ${name})`.execute(trx);
  });
}

export async function isKnownSource(db: Db, source: string): Promise<boolean> {
  return (
    (await db.selectFrom("import_items").select("key").where("source", "=", source).limit(1).executeTakeFirst()) !== undefined
  );
}
