import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { invalid, staleVersion } from "../errors.ts";
import { contentToStore, settingsToStore } from "./merge-settings.ts";
import { flattenContent, type Settings } from "./model.ts";
import { presentSettings, type ReadSettings } from "./read-settings.ts";
import type { SettingsSave } from "./schema.ts";
import { hasPublished, lockSettings, type StoredRow, storeSettings } from "./settings.sql.ts";

const everything = ({ settings, content }: Pick<ReadSettings, "settings" | "content">) => ({
  ...settings,
  ...flattenContent(content),
});

const same = (a: object, b: object) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

/** The button of the hero leads somewhere; one that was there before may outlive its article. */
async function checkButton({ db }: Context, slug: string, before: string): Promise<void> {
  if (slug === "" || slug === before || (await hasPublished(db, slug))) return;
  const rule = "Button article must be a published article's slug; there is none with this one";
  throw invalid("Some of the input can't be taken", [{ field: "content.hero.button.slug", rule }]);
}

/**
 * Saves settings and site content, one version on, with its entry in the log. What is stored is what differs from the
 * defaults and what was chosen on purpose; a save that changes nothing leaves no trace.
 * @param input checked by the noun's schema; `version` is the one that the writer has read
 * @param defaults what holds where nothing is stored
 * @throws DomainError stale_version when somebody else has saved since; invalid_input when the hero's button leads nowhere
 */
export async function saveSettings(
  ctx: Context,
  writer: AuditActor,
  input: SettingsSave,
  defaults: Settings,
): Promise<ReadSettings> {
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const row = await lockSettings(db);
    if (row.version !== input.version) throw staleVersion("This page of settings");
    const before = presentSettings(row, defaults);
    await checkButton(inside, input.content.hero.button.slug, before.content.hero.button.slug);
    const next: Pick<StoredRow, "value" | "content"> = {
      value: settingsToStore({ stored: row.value, settings: before.settings }, input.settings, { defaults, ...input }),
      content: contentToStore(input.content),
    };
    if (same(next.value, row.value) && same(next.content, row.content)) return before;
    const after = presentSettings(await storeSettings(db, next, ctx.clock.now()), defaults);
    const changes = {
      before: { ...everything(before), chosen: before.chosen },
      after: { ...everything(after), chosen: after.chosen },
    };
    await recordAudit(inside, writer, { action: "updated", entity: "settings", entityId: null, label: "Settings", ...changes });
    return after;
  });
}
