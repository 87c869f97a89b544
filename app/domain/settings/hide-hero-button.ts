import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { contentToStore } from "./merge-settings.ts";
import { SITE_CONTENT, withTexts } from "./model.ts";
import { hasPublished, lockSettings, storeSettings } from "./settings.sql.ts";

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
