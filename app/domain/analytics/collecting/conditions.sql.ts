import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import type { Rule } from "../model.ts";

/** The owner's rules, and whether admins' own visits count. */
export async function conditionsInForce(db: Kysely<DB>): Promise<{ countAdmins: boolean; rules: Rule[] }> {
  const { rows } = await sql<{ countAdmins: boolean; rules: Rule[] }>`
    select count_admins as "countAdmins", (
      select coalesce(json_agg(json_build_object('kind', kind, 'value', value, 'verdict', verdict)), '[]') from analytics_rules
    ) as rules from analytics_options`.execute(db);
  return rows[0] ?? { countAdmins: false, rules: [] };
}
