import { languageOf } from "../../texts/languages.ts";
import { inLanguage } from "../../texts/texts.ts";
import { chooseLook } from "../appearance/save-look.ts";
import { acceptEmail, acceptPassword } from "../auth/accept-credentials.ts";
import { claimFirstAdmin } from "../auth/first-admin.ts";
import { hashPassword } from "../auth/passwords.ts";
import type { Actor } from "../authorize.ts";
import { categoryInput } from "../categories/category.ts";
import { createCategory } from "../categories/manage-categories.ts";
import type { Context } from "../context.ts";
import { removeUnusedDemo } from "../demo/remove-demo.ts";
import { DomainError, type FieldError, invalid } from "../errors.ts";
import { storedNavigation } from "../navigation/navigation.sql.ts";
import { type MenuEntry, NO_NAVIGATION } from "../navigation/navigation.ts";
import { saveNavigation } from "../navigation/save-navigation.ts";
import { texts } from "../settings/default-texts.ts";
import { chooseSettings } from "../settings/save-settings.ts";
import { findSetup } from "./find-setup.ts";
import { lockSetup } from "./setup.sql.ts";
import type { SetupField, SetupInput } from "./setup.ts";

const refuse = (details: FieldError[]) => invalid("Some of the input is invalid", details);

/** What `check` returns; what it refuses becomes the problem of a field. */
function checked<T>(field: SetupField, check: () => T): { value: T } | { problem: FieldError } {
  try {
    return { value: check() };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { problem: { field, rule: error.message } };
  }
}

/** The owner's email address as it is stored. @throws DomainError invalid_input for an address or password that can't be taken */
function acceptOwner({ email: typed, password, site_name }: SetupInput): string {
  const email = checked("email", () => acceptEmail(typed));
  const owner = { email: typed, siteName: site_name, role: "admin" };
  const secret = checked("password", () => acceptPassword(password, owner));
  const problems = [email, secret].flatMap((one) => ("problem" in one ? [one.problem] : []));
  if (problems.length > 0 || "problem" in email) throw refuse(problems);
  return email.value;
}

const COLORS = ["#b45309", "#0f766e", "#7c3aed", "#be123c", "#1d4ed8", "#4d7c0f"];

/** The first menu, in the site's language. About isn't there, because its text isn't the owner's yet. */
const menuIn = (language: string): MenuEntry[] =>
  inLanguage(languageOf({ language }), () => [
    { label: texts.home, kind: "address", to: "/" },
    { label: texts.categories, kind: "address", to: "/view-all" },
  ]);

async function beginEmpty(ctx: Context, owner: Actor, { categories, language }: SetupInput): Promise<void> {
  for (const [at, name] of categories.entries())
    await createCategory(ctx, owner, categoryInput.parse({ name, color: COLORS[at % COLORS.length] }));
  const { version } = await storedNavigation(ctx.db);
  await saveNavigation(ctx, owner, { ...NO_NAVIGATION, header: menuIn(language), version });
}

/**
 * Sets up a new installation in one transaction: the first admin's account becomes the owner's, the settings are stored, and the demo
 * content goes if it isn't wanted. The link doesn't work any more then; of several tries at once, one succeeds.
 * @returns the owner's email address; null if the link doesn't work (see `findSetup`)
 * @throws DomainError invalid_input that names each field and its rule; nothing was changed then
 */
export async function completeSetup(ctx: Context, token: string, input: SetupInput): Promise<{ email: string } | null> {
  if ((await findSetup(ctx, token)) === null) return null;
  const email = acceptOwner(input);
  const hash = await hashPassword(input.password);
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    await lockSetup(db);
    const id = await findSetup(inside, token);
    if (id === null) return null;
    // Nobody has signed in yet, so there is no session.
    const owner = { kind: "user", id, email, role: "admin", sessionId: "" } as const;
    if (input.start === "empty") await removeUnusedDemo(db, inside, owner);
    try {
      await claimFirstAdmin(inside, id, { email, fullName: input.full_name, hash });
    } catch (error) {
      if (error instanceof DomainError && error.code === "email_exists") throw refuse([{ field: "email", rule: error.message }]);
      throw error;
    }
    const { site_name: siteName, site_description: sentence, timezone, language, date_format: dateFormat } = input;
    const isOwn = input.start === "empty";
    const siteDescription = sentence || (isOwn ? siteName : undefined);
    await chooseSettings(
      inside,
      owner,
      { siteName, adminEmail: email, timezone, language, dateFormat, ...(siteDescription && { siteDescription }) },
      // With the demo content, Home keeps the texts that belong to it.
      isOwn ? { "hero.title": siteName, "hero.lead": sentence, "footer.text": sentence } : {},
    );
    if (isOwn) await beginEmpty(inside, owner, input);
    await chooseLook(inside, owner, input.look);
    await db.updateTable("setup_links").set({ used_at: ctx.clock.now() }).execute();
    return { email };
  });
}
