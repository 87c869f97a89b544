import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { type FieldError, invalid, staleVersion } from "../errors.ts";
import { buttonTargetOf } from "./button-rules.ts";
import { chosenOf, presentSettings, type ReadSettings } from "./read-settings.ts";
import { settingsPolicy } from "./settings.policy.ts";
import { hasPublished, lockSettings, type StoredRow, storeSettings } from "./settings.sql.ts";
import { SETTING_NAMES, type SettingName, type Settings, type SettingsSave } from "./settings.ts";
import { flattenContent, SITE_CONTENT, type SiteContent, withTexts } from "./site-content.ts";

/** Those that differ from the defaults, and those chosen. A setting that nobody has changed keeps following its default. */
function settingsToStore(
  before: { stored: Record<string, unknown>; settings: Settings },
  next: Settings,
  { defaults, chosen }: { defaults: Settings; chosen?: readonly SettingName[] | undefined },
): Partial<Settings> {
  const chosenNames = chosen ?? [
    ...chosenOf(before.stored),
    ...SETTING_NAMES.filter((name) => next[name] !== before.settings[name]),
  ];
  const names = SETTING_NAMES.filter((name) => next[name] !== defaults[name] || chosenNames.includes(name));
  return Object.fromEntries(names.map((name) => [name, next[name]]));
}

function contentToStore(content: SiteContent): Record<string, string> {
  const shipped = flattenContent(SITE_CONTENT);
  return Object.fromEntries(Object.entries(flattenContent(content)).filter(([path, text]) => text !== shipped[path]));
}

const everything = ({ settings, content }: Pick<ReadSettings, "settings" | "content">) => ({
  ...settings,
  ...flattenContent(content),
});

const same = (a: object, b: object) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

type Button = SiteContent["hero"]["button"];

export async function leadsSomewhere(db: Db, link: string): Promise<boolean> {
  const target = buttonTargetOf(link);
  return target === null || target.kind === "address" || hasTarget(db, target.kind, target.to);
}

async function hasTarget(db: Db, kind: string, slug: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select
    case ${kind}::text
      when 'page' then exists (select from posts where kind = 'page' and slug = ${slug} and status <> 'trashed')
      when 'category' then exists (select from categories where slug = ${slug})
      else exists (select from tags where slug = ${slug})
    end as found`.execute(db);
  return rows[0]?.found === true;
}

async function checkButton({ db }: Context, { slug, link }: Button, before: Button): Promise<void> {
  const problems: FieldError[] = [];
  if (slug !== "" && slug !== before.slug && !(await hasPublished(db, slug))) {
    const rule = "Article must be a published article’s slug; there is none with this one";
    problems.push({ field: "content.hero.button.slug", rule });
  }
  if (link !== before.link && !(await leadsSomewhere(db, link)))
    problems.push({ field: "content.hero.button.link", rule: "There is nothing at this link; choose another target" });
  if (problems.length > 0) throw invalid("Some of the input is invalid", problems);
}

/** Nobody may lock themselves out. @throws DomainError invalid_input */
function checkTwoSteps(actor: AuditActor): void {
  if (actor.kind !== "user" || actor.hasCode) return;
  const rule = "Set up two-step sign-in in your own account first, and sign in with it";
  throw invalid("Some of the input is invalid", [{ field: "settings.requireTwoSteps", rule }]);
}

/** @throws DomainError invalid_input */
function checkGuests(sendsMail: boolean): void {
  if (sendsMail) return;
  const rule =
    "Who may comment can be everyone only with a mail server, because guests confirm their address by email; set SMTP_URL";
  throw invalid("Some of the input is invalid", [{ field: "settings.guestComments", rule }]);
}

/**
 * A save without changes does nothing. @param defaults used where nothing is stored
 * @throws DomainError `forbidden`; stale_version; invalid_input when the hero's button leads nowhere, when an admin
 * without a second step requires one, or when guests could comment without a mail server
 */
export async function saveSettings(
  ctx: Context,
  actor: AuditActor,
  input: SettingsSave,
  defaults: Settings,
  { sendsMail = true } = {},
): Promise<ReadSettings> {
  authorize(actor, settingsPolicy.update);
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const row = await lockSettings(db);
    if (row.version !== input.version) throw staleVersion("This page of settings");
    const before = presentSettings(row, defaults);
    if (input.settings.requireTwoSteps && !before.settings.requireTwoSteps) checkTwoSteps(actor);
    if (input.settings.guestComments === "everyone" && before.settings.guestComments !== "everyone") checkGuests(sendsMail);
    await checkButton(inside, input.content.hero.button, before.content.hero.button);
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
    await recordAudit(inside, actor, { action: "updated", entity: "settings", entityId: null, label: "Settings", ...changes });
    return after;
  });
}

/**
 * Other settings and texts stay. In the transaction of `ctx.db`.
 * @param changed stored even where it equals the default. @param texts by path, such as `hero.title`; checked by the caller
 */
export async function chooseSettings(
  ctx: Context,
  actor: AuditActor,
  changed: Partial<Settings>,
  texts: Record<string, string> = {},
): Promise<void> {
  authorize(actor, settingsPolicy.update);
  const row = await lockSettings(ctx.db);
  await storeSettings(ctx.db, { value: { ...row.value, ...changed }, content: { ...row.content, ...texts } }, ctx.clock.now());
  const before = Object.fromEntries(Object.keys(changed).map((name) => [name, row.value[name] ?? null]));
  const entry = { action: "updated", entity: "settings", entityId: null, label: "Settings" } as const;
  await recordAudit(ctx, actor, { ...entry, before, after: changed });
}

/** If its article no longer exists. In the transaction of `ctx.db`. */
export async function hideHeroButton(ctx: Context, actor: AuditActor): Promise<void> {
  const row = await lockSettings(ctx.db);
  const content = withTexts(SITE_CONTENT, row.content);
  const { slug } = content.hero.button;
  if (slug === "" || (await hasPublished(ctx.db, slug))) return;
  const next = { ...content, hero: { ...content.hero, button: { ...content.hero.button, slug: "" } } };
  await storeSettings(ctx.db, { value: row.value, content: contentToStore(next) }, ctx.clock.now());
  const changes = { before: { "hero.button.slug": slug }, after: { "hero.button.slug": "" } };
  await recordAudit(ctx, actor, { action: "updated", entity: "settings", entityId: null, label: "Settings", ...changes });
}
