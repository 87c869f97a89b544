import type { Context } from "../../context.ts";
import { type CompiledRules, compileRules } from "./compile-rules.ts";
import { conditionsInForce } from "./conditions.sql.ts";

/** Under which the intake works: what the owner ruled, and whether admins count. */
export type Conditions = { ruling: CompiledRules; countAdmins: boolean };

/** However they change, the intake knows of it after so long at the latest. */
const FRESH_MS = 10_000;

/** Keeps the conditions at hand. @returns `get`, which reads them when they may be out of date; `forget`, after which it does */
export function createConditions({ db, clock }: Pick<Context, "db" | "clock">) {
  let known: { at: number; conditions: Promise<Conditions> } | null = null;
  const read = async (): Promise<Conditions> => {
    const { rules, countAdmins } = await conditionsInForce(db);
    return { ruling: compileRules(rules), countAdmins };
  };
  return {
    get(): Promise<Conditions> {
      const now = clock.now().getTime();
      if (known && Math.abs(now - known.at) < FRESH_MS) return known.conditions;
      const asked = { at: now, conditions: read() };
      known = asked;
      asked.conditions.catch(() => {
        if (known === asked) known = null;
      });
      return asked.conditions;
    },
    forget(): void {
      known = null;
    },
  };
}
