import { z } from "zod";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { hasPublished, lockSettings, type StoredRow, storedSettings, storeSettings } from "./settings.sql.ts";
import { ADOPTABLE_SETTINGS, type ArchivedSetting, SETTING_NAMES, type SettingName, settingsInput } from "./settings.ts";
import { flattenContent, SITE_CONTENT, siteContentInput } from "./site-content.ts";

/** Settings and content as an archive holds them: nothing about them is known. */
export type Archived = { value: Record<string, unknown>; content: Record<string, unknown> };

const SHOWN_MAX = 200;
const REASONS = {
  never: "An archive never sets the site's address, maintenance mode or the rules for accounts.",
  same: "It is the same here.",
  chosen: "It was changed here already and stays as it is.",
};

function shown(value: unknown): string {
  if (value !== null && typeof value === "object") return Array.isArray(value) ? "(a list)" : "(an object)";
  return String(value).slice(0, SHOWN_MAX).toWellFormed().replaceAll("\0", "");
}

/** The schema of one text of the content, by its place: `about.values.0.name`. */
function schemaAt(place: string): z.ZodType {
  return place.split(".").reduce<z.ZodType>((at, name) => {
    if (at instanceof z.ZodObject) return at.shape[name];
    return at instanceof z.ZodArray ? (at.element as z.ZodType) : at;
  }, siteContentInput);
}

/** What is to be done with one stored value. */
type Verdict = { taken: unknown } | { refused: string };

function judge(schema: z.ZodType, value: unknown, here: Record<string, unknown>, name: string): Verdict {
  const { success, data, error } = schema.safeParse(value);
  if (!success) return { refused: `${error.issues[0]?.message ?? "It can't be taken"}.` };
  if (!Object.hasOwn(here, name)) return { taken: data };
  return { refused: here[name] === data ? REASONS.same : REASONS.chosen };
}

/** Judges everything that is known here; `unknown` counts the rest. */
function judgeAll({ value, content }: Archived, row: Pick<StoredRow, "value" | "content">) {
  const adoptable = new Set<string>(ADOPTABLE_SETTINGS);
  const places = Object.keys(flattenContent(SITE_CONTENT));
  const known = (names: readonly string[], all: Record<string, unknown>) => names.filter((name) => Object.hasOwn(all, name));
  const settings = known(SETTING_NAMES, value).map((name) => {
    const schema = settingsInput.shape[name as SettingName];
    const verdict = adoptable.has(name) ? judge(schema, value[name], row.value, name) : { refused: REASONS.never };
    return { name, value: value[name], verdict };
  });
  const texts = known(places, content).map((name) => ({
    name,
    value: content[name],
    verdict: judge(schemaAt(name), content[name], row.content, name),
  }));
  const unknown = Object.keys(value).length + Object.keys(content).length - settings.length - texts.length;
  return { settings, texts, unknown };
}

type Judged = ReturnType<typeof judgeAll>["settings"];

const present = (all: Judged): ArchivedSetting[] =>
  all.map(({ name, value, verdict }) => ({
    name,
    value: shown(value),
    refused: "refused" in verdict ? verdict.refused : null,
  }));

const taken = (all: Judged): Record<string, unknown> =>
  Object.fromEntries(all.flatMap(({ name, verdict }) => ("taken" in verdict ? [[name, verdict.taken]] : [])));

/**
 * Says what would become of an archive's settings, without storing any.
 * @returns those known here, each with why it would be refused, and how many are not known here
 */
export async function previewSettings({ db }: Context, archived: Archived): Promise<{ all: ArchivedSetting[]; unknown: number }> {
  const { settings, texts, unknown } = judgeAll(archived, await storedSettings(db));
  return { all: present([...settings, ...texts]), unknown };
}

const NO_ARTICLE = "There is no published article with this slug.";

/**
 * Takes over what another installation has stored, each value by the rules of the settings screen. What was changed here stays as it
 * is, so that a choice made here is never lost to a file.
 * @returns what became of each of them
 */
export async function adoptSettings(ctx: Context, writer: AuditActor, archived: Archived): Promise<ArchivedSetting[]> {
  return ctx.db.transaction().execute(async (db) => {
    const row = await lockSettings(db);
    const { settings, texts } = judgeAll(archived, row);
    for (const one of texts) {
      if (one.name !== "hero.button.slug" || !("taken" in one.verdict) || one.verdict.taken === "") continue;
      if (!(await hasPublished(db, String(one.verdict.taken)))) one.verdict = { refused: NO_ARTICLE };
    }
    const [value, content] = [taken(settings), taken(texts)];
    const after = { ...value, ...content };
    if (Object.keys(after).length > 0) {
      await storeSettings(db, { value: { ...row.value, ...value }, content: { ...row.content, ...content } }, ctx.clock.now());
      const entry = { action: "updated", entity: "settings", entityId: null, label: "Settings" } as const;
      await recordAudit({ ...ctx, db }, writer, { ...entry, before: {}, after });
    }
    return present([...settings, ...texts]);
  });
}
