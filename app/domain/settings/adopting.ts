import { recordAudit, type Writer } from "../audit/recording.ts";
import type { Context } from "../context.ts";
import { accepts } from "./merging.ts";
import { flattenContent, SETTING_NAMES, SITE_CONTENT } from "./model.ts";
import { lockSettings, storeSettings } from "./queries.ts";

const TEXT_MAX = 5000;

/**
 * Takes over what another installation has stored, where nothing is stored here. What isn't known here, or can't be a setting's value, is
 * left out.
 * @returns whether it was taken over
 */
export async function adoptSettings(
  ctx: Context,
  writer: Writer,
  stored: { value: Record<string, unknown>; content: Record<string, unknown> },
): Promise<boolean> {
  const names = new Set<string>(SETTING_NAMES);
  const value = Object.fromEntries(
    Object.entries(stored.value).filter(([name, one]) => names.has(name) && accepts(name as (typeof SETTING_NAMES)[number], one)),
  );
  const places = flattenContent(SITE_CONTENT);
  const isText = (text: unknown) => typeof text === "string" && text.length <= TEXT_MAX && !text.includes("\0");
  const content = Object.fromEntries(Object.entries(stored.content).filter(([place, text]) => place in places && isText(text)));
  return ctx.db.transaction().execute(async (db) => {
    const row = await lockSettings(db);
    if (Object.keys(row.value).length + Object.keys(row.content).length > 0) return false;
    await storeSettings(db, { value, content }, ctx.clock.now());
    const entry = { action: "updated", entity: "settings", entityId: null, label: "Settings" } as const;
    await recordAudit({ ...ctx, db }, writer, { ...entry, before: {}, after: { ...value, ...content } });
    return true;
  });
}
