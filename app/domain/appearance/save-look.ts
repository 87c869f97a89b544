import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { invalid, staleVersion } from "../errors.ts";
import { appearancePolicy } from "./appearance.policy.ts";
import { insertLook, lockLooks, newestLook } from "./appearance.sql.ts";
import { LOOKS_KEPT, type Look, type LookSave } from "./appearance.ts";
import { type ColorProblem, findColorProblems } from "./color-rules.ts";
import { lookOf } from "./read-look.ts";

const flat = ({ accent, paper, ...others }: Look): Record<string, unknown> => ({
  "accent.light": accent.light,
  "accent.dark": accent.dark,
  "paper.light": paper.light,
  "paper.dark": paper.dark,
  ...others,
});

const ruleOf = ({ theme, pair, contrast, offered }: ColorProblem) =>
  `In the ${theme} theme, ${pair} would have a contrast of ${(Math.floor(contrast * 10) / 10).toFixed(1)} : 1; text needs 4.5 : 1. ` +
  `The nearest colour that can be read is ${offered}.`;

/**
 * Saves a look, which all pages have from then on, and records it in the activity log. A look that is in force already isn't saved again.
 * @param input validated; `version` is the one that the admin has read
 * @throws DomainError `forbidden`; stale_version when somebody else has saved in the meantime; invalid_input when text in these colours
 *   would be hard to read, with the nearest colour for each one
 */
export async function saveLook(ctx: Context, actor: Actor, input: LookSave): Promise<void> {
  authorize(actor, appearancePolicy.update);
  const details = findColorProblems(input.look).map((problem) => ({ field: `look.${problem.field}`, rule: ruleOf(problem) }));
  if (details.length > 0) throw invalid("Some of the colours can't be read", details);
  await ctx.db.transaction().execute(async (db) => {
    await lockLooks(db);
    const newest = await newestLook(db);
    if ((newest?.id ?? 0) !== input.version) throw staleVersion("The look");
    const before = flat(lookOf(newest?.look));
    const after = flat(input.look);
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    const by = actor.kind === "user" ? actor.id : null;
    await insertLook(db, { look: input.look, saved_at: ctx.clock.now(), saved_by: by }, LOOKS_KEPT);
    const entry = { action: "updated", entity: "appearance", entityId: null, label: "Appearance" } as const;
    await recordAudit({ ...ctx, db }, actor as AuditActor, { ...entry, before, after });
  });
}
