import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { readDemo } from "../../domain/demo/remove-demo.ts";
import { DomainError } from "../../domain/errors.ts";
import { texts as defaults } from "../../domain/settings/default-texts.ts";
import { knownLanguage } from "../../domain/settings/language-rules.ts";
import { completeSetup } from "../../domain/setup/complete-setup.ts";
import { setupPolicy } from "../../domain/setup/setup.policy.ts";
import { SETUP_CHOICES, SETUP_FIELDS, setupInput } from "../../domain/setup/setup.ts";
import { SetupDone, type SetupForm, SetupPage } from "../../pages/account/setup/setup-document.tsx";
import { routes } from "../../routes.ts";
import { languageOf } from "../../texts/languages.ts";
import { inLanguage } from "../../texts/texts.ts";
import type { Content } from "../content.ts";
import type { AppEnv } from "../env.ts";
import { unknownPath } from "../errors.ts";
import { hasSetupLink } from "../guards/setup-link.ts";
import { routesFor } from "../middleware/require.ts";
import type { PageAssets } from "./assets.ts";

const ENTRY = "app/browser/setup.ts";

/** No cache may store it, no search engine may list it, and its URL isn't sent to other sites. */
export const PRIVATE = {
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};

/** In bytes; far more than the fields may have. */
const FORM_MAX = 64 * 1024;

const EMPTY = {
  site_name: "",
  site_description: "",
  full_name: "",
  email: "",
  timezone: "UTC",
  date_format: "MM/DD/YYYY",
  look: "dawn",
  start: "demo",
};

/** Of a new form: what the page is asked for, or what the browser prefers. */
function languageFor(c: Context<AppEnv>): string {
  const preferred = (c.req.header("accept-language") ?? "").split(",").map((one) => one.split(";")[0]?.trim() ?? "");
  return [c.req.query("language") ?? "", ...preferred].flatMap((one) => knownLanguage(one) ?? [])[0] ?? "en";
}

function emptyForm(language: string): SetupForm["values"] {
  const categories = inLanguage(languageOf({ language }), () => defaults.offered);
  return { ...EMPTY, language, categories };
}

type Problems = SetupForm["problems"];

/** What was sent, as text. A field that isn't there is left out, so that its rule is the answer. */
async function readForm(c: Context<AppEnv>): Promise<Record<string, string>> {
  const body: Record<string, unknown> = await c.req.parseBody().catch(() => ({}));
  return Object.fromEntries(SETUP_FIELDS.flatMap((name) => (typeof body[name] === "string" ? [[name, body[name]]] : [])));
}

/** The first problem of each field. */
const firstOfEach = (problems: Problems): Problems =>
  problems.filter(({ field }, index) => problems.findIndex((one) => one.field === field) === index);

type Answer = { status?: 200 | 400; language?: string | undefined };

/**
 * In the site's language, unless another is given.
 * @param entry the page's own script and style sheet, by their key in the build's manifest
 */
export const answersPrivately =
  (assets: () => PageAssets, sheet: Content["sheet"], entry: string) =>
  async (c: Context<AppEnv>, page: ReactNode, { status = 200, language }: Answer = {}) => {
    const spoken = languageOf(language ? { language } : c.var.deps.settings.site());
    const html = inLanguage(spoken, () => renderToString(page)).replace(/^<!DOCTYPE html>/i, "");
    const head = assets().staticHead(await sheet.current(), entry) + assets().words(spoken);
    return c.html(`<!DOCTYPE html>${html.replace("<head>", `<head>${head}`)}`, status, PRIVATE);
  };

/**
 * The page that sets up a new installation. The token in the link of `npm start` is all that is needed; without it, and once somebody
 * has used the installation, the path has no page.
 */
export function setupPages(assets: () => PageAssets, sheet: Content["sheet"]) {
  const answer = answersPrivately(assets, sheet, ENTRY);
  const show = async (c: Context<AppEnv>, given: Pick<SetupForm, "values" | "problems">) => {
    const { context, settings, restore } = c.var.deps;
    const hasDemo = (await readDemo(context)).posts > 0;
    const form = {
      ...given,
      token: c.req.query("token") ?? "",
      hasDemo,
      mayRestore: restore !== undefined,
      choices: SETUP_CHOICES,
    };
    const status = given.problems.length > 0 ? 400 : 200;
    return answer(c, <SetupPage site={settings.site()} form={form} />, { status, language: given.values.language });
  };
  return routesFor(setupPolicy.complete)
    .get("/setup", async (c, next) =>
      (await hasSetupLink(c)) ? show(c, { values: emptyForm(languageFor(c)), problems: [] }) : next(),
    )
    .post("/setup", bodyLimit({ maxSize: FORM_MAX }), async (c) => {
      if (!(await hasSetupLink(c))) throw unknownPath();
      const sent = await readForm(c);
      const { password: _, repeated: __, ...values } = sent;
      const input = setupInput.safeParse(sent);
      if (!input.success) {
        const problems = input.error.issues.map(({ path, message }) => ({ field: path.join("."), rule: message }));
        return show(c, { values, problems: firstOfEach(problems) });
      }
      const { context, settings } = c.var.deps;
      try {
        const done = await completeSetup(context, c.req.query("token") ?? "", input.data);
        if (!done) throw unknownPath();
        await settings.renew();
        return answer(c, <SetupDone site={settings.site()} email={done.email} next={routes.adminCreatePost()} />);
      } catch (error) {
        if (error instanceof DomainError && error.details) return show(c, { values, problems: error.details });
        throw error;
      }
    });
}
