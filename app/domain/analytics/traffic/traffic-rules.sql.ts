import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import type { Rule } from "../model.ts";
import type { RuleKind } from "./traffic-model.ts";

type Db = Kysely<DB>;

export type RuleRow = Rule & { id: string; created_at: Date };

/** All of the owner's rules, the newest first. */
export async function ruleRows(db: Db): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select id, kind, value, verdict, created_at from analytics_rules order by created_at desc, id desc`.execute(db);
  return rows;
}

/** How many rules there are. */
export async function countRules(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from analytics_rules`.execute(db);
  return rows[0]?.n ?? 0;
}

/** What is said of a value already. */
export async function ruleAbout(db: Db, kind: RuleKind, value: string): Promise<RuleRow | undefined> {
  const { rows } = await sql<RuleRow>`
    select id, kind, value, verdict, created_at from analytics_rules where kind = ${kind} and value = ${value}`.execute(db);
  return rows[0];
}

/** Adds a rule, or turns the one about the same value around. */
export async function putRule(db: Db, { kind, value, verdict }: Rule, at: Date): Promise<RuleRow> {
  const { rows } = await sql<RuleRow>`
    insert into analytics_rules as r (kind, value, verdict, created_at) values (${kind}, ${value}, ${verdict}, ${at})
    on conflict (kind, value) do update set verdict = excluded.verdict, created_at = excluded.created_at
    returning id, kind, value, verdict, created_at`.execute(db);
  return rows[0] as RuleRow;
}

/** Deletes a rule. @returns what it said */
export async function deleteRuleRow(db: Db, id: string): Promise<RuleRow | undefined> {
  const { rows } = await sql<RuleRow>`
    delete from analytics_rules where id = ${id}::uuid returning id, kind, value, verdict, created_at`.execute(db);
  return rows[0];
}
