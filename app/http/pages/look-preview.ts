import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { z } from "zod";
import { type Look, look as lookSchema } from "../../domain/appearance/appearance.ts";
import { presentLook, readHomeLook } from "../../domain/appearance/read-look.ts";
import { type Navigation, navigationInput } from "../../domain/navigation/navigation.ts";
import { showNavigation } from "../../domain/navigation/show-navigation.ts";
import { everyone } from "../../domain/policy.ts";
import { describeData, NOBODY_OUTSIDE } from "../../domain/privacy/describe-data.ts";
import { storedKeys } from "../../domain/privacy/stored-keys.ts";
import type { Site } from "../../domain/settings/settings.ts";
import { siteContentInput } from "../../domain/settings/site-content.ts";
import { speakWith } from "../../domain/words/speak-words.ts";
import { wordsOf } from "../../domain/words/words.sql.ts";
import { type WordsSave, wordsSave } from "../../domain/words/words.ts";
import { inSiteLanguage } from "../../pages/public/layout/document-head.tsx";
import { pathOfSite } from "../../routes.ts";
import { languageOf } from "../../texts/languages.ts";
import { inLanguage, type Language } from "../../texts/texts.ts";
import { type Api, createApi } from "../api/client.ts";
import type { AppEnv, Deps } from "../env.ts";
import { isAdmitted } from "../middleware/close-for-maintenance.ts";
import { routesFor } from "../middleware/require.ts";
import { contentSecurityPolicy } from "../middleware/security-headers.ts";
import type { PageAssets } from "./assets.ts";
import { renderPage } from "./render.tsx";
import { makeSiteSheet } from "./site-sheet.ts";

/** The API that pages read through, in process. */
type Inside = (request: Request) => Promise<Response>;

/** What isn't saved yet. */
type Unsaved = {
  look?: Look | undefined;
  content?: z.infer<typeof shownContent> | undefined;
  navigation?: Navigation | undefined;
  /** the language of the page, if words are shown */
  speaker?: Speaker | undefined;
};

const shownContent = siteContentInput.pick({ hero: true, profile: true, about: true }).partial();

/** What the answers of the API say in place of what is saved, by path. The preview contains the styles itself. */
function answersWith({ look, content, navigation, speaker }: Unsaved, c: Context<AppEnv>): Record<string, () => Promise<object>> {
  const { facts } = c.var.content;
  const { context, settings, outside = NOBODY_OUTSIDE } = c.var.deps;
  const site = { ...settings.site(), ...speaker };
  const stored = settings.content();
  const homeIn = async (shown: Look) => ({ look: { ...(await readHomeLook(context, shown)), styles: undefined } });
  return {
    "/api/site": async () => ({
      ...(look && { look: presentLook(look) }),
      ...(navigation && { navigation: await showNavigation(context.db, navigation) }),
    }),
    "/api/site/home": async () => ({
      ...(content?.hero && (await facts.home({ ...stored, ...content, profile: content.profile ?? stored.profile }))),
      ...(look && (await homeIn(look))),
    }),
    "/api/site/about": async () => (content?.about ? facts.about(content.about) : {}),
    "/api/site/privacy": async () => (speaker ? { kinds: await describeData(context, settings.get(), { site, outside }) } : {}),
    "/api/site/stored-keys": async () => (speaker ? { keys: storedKeys(site) } : {}),
  };
}

type Speaker = Pick<Site, "language" | "spoken">;

/** What is saved in the language, with what isn't saved yet. A text that can't be used is left out. */
async function speakerOf({ db }: Deps["context"], { language, words }: WordsSave): Promise<Speaker> {
  const own = await wordsOf(db, language);
  for (const [key, text] of Object.entries(words)) {
    if (text === null || text === "") own.delete(key);
    else own.set(key, text);
  }
  return { language, spoken: speakWith(language, own) };
}

/** The same API, for a site whose look or texts are others. */
const apiWith = (inside: Inside, answers: ReturnType<typeof answersWith>): Api =>
  createApi(async (input, init) => {
    const request = new Request(input, init);
    const answer = await inside(request);
    const shown = answers[new URL(request.url).pathname];
    if (!shown || !answer.ok) return answer;
    return Response.json({ ...((await answer.json()) as object), ...(await shown()) });
  }, "http://in-process");

/** A value of the query; undefined if it isn't what the schema says. */
function parsed<Schema extends z.ZodType>(schema: Schema, text: string | undefined): z.infer<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text ?? "")).data;
  } catch {
    return undefined;
  }
}

/** No cache may store it, and no search engine may list it. */
const PRIVATE = { "cache-control": "private, no-store", "x-robots-tag": "noindex, nofollow" };

/** Only menus change, so what is between header and footer gets the room that they leave. */
const MENUS_ONLY = "#main{flex:1 0 12rem;overflow:hidden}";

const HTML_TAG = /<html[^>]*>/;
const HEAD = '<meta charSet="utf-8"/>';

/** Of <html>. */
function attributesOf(shown: Language): string {
  const { lang, dir } = inLanguage(shown, inSiteLanguage);
  return dir ? `lang="${lang}" dir="${dir}"` : `lang="${lang}"`;
}

type PreviewOptions = { inside: Inside; assets(): PageAssets; addressOf(url: URL): string };

/**
 * Pages in a look, with texts, menus or words that aren't saved, for the screens where they are chosen. Only a browser with an admin's pass
 * gets them. They have no scripts, aren't counted, and links in them open in a new tab. Contrast isn't checked: the screen says what can't be saved.
 */
export function lookPreviewRoutes({ inside, assets, addressOf }: PreviewOptions) {
  const show = async (c: Context<AppEnv>): Promise<Response> => {
    if (!(await isAdmitted(c))) return c.text("Only admins can see this page. Sign in, and open the screen again.", 403, PRIVATE);
    const { settings, context } = c.var.deps;
    const { url: siteUrl } = settings.site();
    const look = parsed(lookSchema, c.req.query("look"));
    const content = parsed(shownContent, c.req.query("content"));
    const page = pathOfSite(c.req.query("page"), siteUrl);
    const navigation = parsed(navigationInput, c.req.query("navigation"));
    const words = parsed(wordsSave, c.req.query("words"));
    if (!(look || content || navigation || words) || page === undefined)
      return c.text("The query needs a page of this site, and a look, texts, menus or words.", 400, PRIVATE);
    const address = addressOf(new URL(page, siteUrl));
    const speaker = words && (await speakerOf(context, words));
    const api = apiWith(inside, answersWith({ look, content, navigation, speaker }, c));
    const language = languageOf(speaker ?? settings.site());
    const onError = (error: unknown) => context.log.error({ err: error, address }, "page failed");
    const rendered = await renderPage(new URL(siteUrl + address), { api, language, onError });
    if (rendered instanceof Response) return c.text("This page redirects to another one.", 404, PRIVATE);
    const sheet = await makeSiteSheet(context, look ?? settings.look());
    const css = sheet.css + (navigation ? MENUS_ONLY : "");
    const { head, inline } = assets().previewHead(rendered.routeIds, { ...sheet, css });
    const theme = c.req.query("theme") === "dark" ? "dark" : "light";
    const html = rendered.html
      .replace(HTML_TAG, `<html ${attributesOf(language)} data-theme="${theme}">`)
      .replace(HEAD, () => `${HEAD}<base target="_blank">${head}`)
      // The screen around it has a main part, too, and on phones a header.
      .replace('<main id="main"', '<main aria-label="Preview" id="main"')
      .replace('<header class="site-header"', '<header aria-label="Preview" class="site-header"');
    const hash = `'sha256-${createHash("sha256").update(inline).digest("base64")}'`;
    return c.html(`<!DOCTYPE html>${html.replace(/^<!DOCTYPE html>/i, "")}`, 200, {
      ...PRIVATE,
      "content-security-policy": contentSecurityPolicy(hash, [], true),
    });
  };
  return routesFor(everyone).get("/look-preview", show);
}
