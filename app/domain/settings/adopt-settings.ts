import { z } from "zod";
import type { Db } from "../../platform/database/db.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { cutText } from "../text-rules.ts";
import { leadsSomewhere } from "./save-settings.ts";
import { hasPublished, lockSettings, type StoredRow, storedSettings, storeSettings } from "./settings.sql.ts";
import { ADOPTABLE_SETTINGS, type ArchivedSetting, SETTING_NAMES, type SettingName, settingsInput } from "./settings.ts";
import { flattenContent, SITE_CONTENT, siteContentInput } from "./site-content.ts";

export type ArchivedSettings = { value: Record<string, unknown>; content: Record<string, unknown> };

const SHOWN_MAX = 200;
const REASONS = {
  never: "An archive never sets the site’s URL, maintenance mode or the rules for accounts.",
  same: "It is the same here.",
  chosen: "It was already changed here and stays as it is.",
};

function shown(value: unknown): string {
  if (value !== null && typeof value === "object") return Array.isArray(value) ? "(a list)" : "(an object)";
  return cutText(String(value), SHOWN_MAX).replaceAll("\0", "");
}

/** By its path: `about.values.0.name`. */
function schemaAt(place: string): z.ZodType {
  return place.split(".").reduce<z.ZodType>((from, name) => {
    const at = from instanceof z.ZodDefault ? (from.unwrap() as z.ZodType) : from;
    if (at instanceof z.ZodObject) return at.shape[name];
    return at instanceof z.ZodArray ? (at.element as z.ZodType) : at;
  }, siteContentInput);
}

type Decision = { taken: unknown } | { refused: string };

function check(schema: z.ZodType, value: unknown, here: Record<string, unknown>, name: string): Decision {
  const { success, data, error } = schema.safeParse(value);
  if (!success) return { refused: `${error.issues[0]?.message ?? "It isn’t valid here"}.` };
  if (!Object.hasOwn(here, name)) return { taken: data };
  return { refused: here[name] === data ? REASONS.same : REASONS.chosen };
}

function checkAll({ value, content }: ArchivedSettings, row: Pick<StoredRow, "value" | "content">) {
  const adoptable = new Set<string>(ADOPTABLE_SETTINGS);
  const places = Object.keys(flattenContent(SITE_CONTENT));
  const known = (names: readonly string[], all: Record<string, unknown>) => names.filter((name) => Object.hasOwn(all, name));
  const settings = known(SETTING_NAMES, value).map((name) => {
    const schema = settingsInput.shape[name as SettingName];
    const decision = adoptable.has(name) ? check(schema, value[name], row.value, name) : { refused: REASONS.never };
    return { name, value: value[name], decision };
  });
  const texts = known(places, content).map((name) => ({
    name,
    value: content[name],
    decision: check(schemaAt(name), content[name], row.content, name),
  }));
  const unknown = Object.keys(value).length + Object.keys(content).length - settings.length - texts.length;
  return { settings, texts, unknown };
}

type Results = ReturnType<typeof checkAll>["settings"];

const present = (all: Results): ArchivedSetting[] =>
  all.map(({ name, value, decision }) => ({
    name,
    value: shown(value),
    refused: "refused" in decision ? decision.refused : null,
  }));

const taken = (all: Results): Record<string, unknown> =>
  Object.fromEntries(all.flatMap(({ name, decision }) => ("taken" in decision ? [[name, decision.taken]] : [])));

/** Stores nothing. @returns known settings, each with the reason if it would be refused, and the number of unknown ones */
export async function previewSettings(
  { db }: Context,
  archived: ArchivedSettings,
): Promise<{ all: ArchivedSetting[]; unknown: number }> {
  const { settings, texts, unknown } = checkAll(archived, await storedSettings(db));
  return { all: present([...settings, ...texts]), unknown };
}

const NO_TARGET = "There is no page, category or tag with this slug.";
const NO_ARTICLE = "There is no published article with this slug.";

/** Settings that were changed here stay, so that a file never overwrites a choice. @param note stores what was adopted */
export async function adoptSettings(
  ctx: Context,
  actor: AuditActor,
  archived: ArchivedSettings,
  note: (db: Db, adopted: Record<string, unknown>) => Promise<void>,
): Promise<ArchivedSetting[]> {
  return ctx.db.transaction().execute(async (db) => {
    const row = await lockSettings(db);
    const { settings, texts } = checkAll(archived, row);
    for (const one of texts) {
      if (!("taken" in one.decision) || one.decision.taken === "") continue;
      const wanted = String(one.decision.taken);
      if (one.name === "hero.button.slug" && !(await hasPublished(db, wanted))) one.decision = { refused: NO_ARTICLE };
      if (one.name === "hero.button.link" && !(await leadsSomewhere(db, wanted))) one.decision = { refused: NO_TARGET };
    }
    const [value, content] = [taken(settings), taken(texts)];
    const after = { ...value, ...content };
    if (Object.keys(after).length > 0) {
      await storeSettings(db, { value: { ...row.value, ...value }, content: { ...row.content, ...content } }, ctx.clock.now());
      const entry = { action: "updated", entity: "settings", entityId: null, label: "Settings" } as const;
      await recordAudit({ ...ctx, db }, actor, { ...entry, before: {}, after });
      await note(db, after);
    }
    return present([...settings, ...texts]);
  });
}

/** Unless they have been changed since. @param adopted as `adoptSettings` noted @returns the names of those that stay */
export async function forgetAdopted(
  ctx: Context,
  actor: AuditActor,
  adopted: Record<string, unknown>,
  note: (db: Db) => Promise<void>,
): Promise<string[]> {
  return ctx.db.transaction().execute(async (db) => {
    const row = await lockSettings(db);
    const here: Record<string, unknown> = { ...row.value, ...row.content };
    const isSame = (name: string) => Object.hasOwn(here, name) && JSON.stringify(here[name]) === JSON.stringify(adopted[name]);
    const gone = new Set(Object.keys(adopted).filter(isSame));
    if (gone.size > 0) {
      const without = (all: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(all).filter(([name]) => !gone.has(name)));
      await storeSettings(db, { value: without(row.value), content: without(row.content) }, ctx.clock.now());
      const before = Object.fromEntries([...gone].map((name) => [name, adopted[name]]));
      const entry = { action: "updated", entity: "settings", entityId: null, label: "Settings" } as const;
      await recordAudit({ ...ctx, db }, actor, { ...entry, before, after: {} });
    }
    await note(db);
    return Object.keys(adopted).filter((name) => !gone.has(name) && Object.hasOwn(here, name));
  });
}
