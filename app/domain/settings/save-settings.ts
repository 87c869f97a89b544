import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { invalid, staleVersion } from "../errors.ts";
import { chosenOf, presentSettings, type ReadSettings } from "./read-settings.ts";
import { settingsPolicy } from "./settings.policy.ts";
import { hasPublished, lockSettings, type StoredRow, storeSettings } from "./settings.sql.ts";
import { SETTING_NAMES, type SettingName, type Settings, type SettingsSave } from "./settings.ts";
import { flattenContent, SITE_CONTENT, type SiteContent, withTexts } from "./site-content.ts";

/**
 * What of a save is to be stored: what differs from the defaults, and what was chosen all the same. So a setting that
 * nobody has touched goes on following its default.
 * @param chosen settings to store even where they equal the default; left out: those stored before, and those that `next` changes
 */
function settingsToStore(
  before: { stored: Record<string, unknown>; settings: Settings },
  next: Settings,
  { defaults, chosen }: { defaults: Settings; chosen?: readonly SettingName[] | undefined },
): Partial<Settings> {
  const kept = chosen ?? [...chosenOf(before.stored), ...SETTING_NAMES.filter((name) => next[name] !== before.settings[name])];
  const names = SETTING_NAMES.filter((name) => next[name] !== defaults[name] || kept.includes(name));
  return Object.fromEntries(names.map((name) => [name, next[name]]));
}

/** The texts of `content` that differ from the shipped ones, by their place. */
function contentToStore(content: SiteContent): Record<string, string> {
  const shipped = flattenContent(SITE_CONTENT);
  return Object.fromEntries(Object.entries(flattenContent(content)).filter(([path, text]) => text !== shipped[path]));
}

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
 * @throws DomainError `forbidden`; stale_version when somebody else has saved since; invalid_input when the hero's button leads nowhere
 */
export async function saveSettings(
  ctx: Context,
  writer: AuditActor,
  input: SettingsSave,
  defaults: Settings,
): Promise<ReadSettings> {
  authorize(writer, settingsPolicy.update);
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

/** Takes the hero's button away when the article is gone that it leads to. Runs in the transaction of `ctx.db`. */
export async function hideHeroButton(ctx: Context, writer: AuditActor): Promise<void> {
  const row = await lockSettings(ctx.db);
  const content = withTexts(SITE_CONTENT, row.content);
  const { label, slug } = content.hero.button;
  if (slug === "" || (await hasPublished(ctx.db, slug))) return;
  const next = { ...content, hero: { ...content.hero, button: { label, slug: "" } } };
  await storeSettings(ctx.db, { value: row.value, content: contentToStore(next) }, ctx.clock.now());
  const changes = { before: { "hero.button.slug": slug }, after: { "hero.button.slug": "" } };
  await recordAudit(ctx, writer, { action: "updated", entity: "settings", entityId: null, label: "Settings", ...changes });
}
