import { createHash } from "node:crypto";
import type { Context } from "hono";
import { type Look, look as lookSchema } from "../../domain/appearance/appearance.ts";
import { presentLook, readHomeLook } from "../../domain/appearance/read-look.ts";
import type { Context as AppContext } from "../../domain/context.ts";
import { everyone } from "../../domain/policy.ts";
import { pathOfSite } from "../../routes.ts";
import { type Api, createApi } from "../api/client.ts";
import type { AppEnv } from "../env.ts";
import { isAdmitted } from "../middleware/close-for-maintenance.ts";
import { routesFor } from "../middleware/require.ts";
import { contentSecurityPolicy } from "../middleware/security-headers.ts";
import type { PageAssets } from "./assets.ts";
import { renderPage } from "./render.tsx";
import { makeSiteSheet } from "./site-sheet.ts";

/** The API that pages read through, in process. */
type Inside = (request: Request) => Promise<Response>;

/** What the answers of the API say of a look, by path. The preview contains the styles itself. */
const LOOK_AT: Record<string, (context: Pick<AppContext, "db">, look: Look) => unknown> = {
  "/api/site": (_, look) => presentLook(look),
  "/api/site/home": async (context, look) => ({ ...(await readHomeLook(context, look)), styles: undefined }),
};

/** The same API, in which the site has another look. */
const apiInLook = (inside: Inside, context: Pick<AppContext, "db">, look: Look): Api =>
  createApi(async (input, init) => {
    const request = new Request(input, init);
    const answer = await inside(request);
    const shown = LOOK_AT[new URL(request.url).pathname];
    if (!shown || !answer.ok) return answer;
    const { look: _, ...rest } = (await answer.json()) as Record<string, unknown>;
    return Response.json({ ...rest, look: await shown(context, look) });
  }, "http://in-process");

/** The look in the query; undefined if it isn't one. */
function lookIn(text: string | undefined): Look | undefined {
  try {
    return lookSchema.safeParse(JSON.parse(text ?? "")).data;
  } catch {
    return undefined;
  }
}

/** No cache may store it, and no search engine may list it. */
const PRIVATE = { "cache-control": "private, no-store", "x-robots-tag": "noindex, nofollow" };

const HTML_TAG = /<html[^>]*>/;
const HEAD = '<meta charSet="utf-8"/>';

type PreviewOptions = { inside: Inside; assets(): PageAssets; addressOf(url: URL): string };

/**
 * Pages in a look that isn't saved, for the screen where it is chosen. Only a browser with an admin's pass gets them. They have no
 * scripts, aren't counted, and links in them open in a new tab. Contrast isn't checked: the screen says what can't be saved.
 */
export function lookPreviewRoutes({ inside, assets, addressOf }: PreviewOptions) {
  const show = async (c: Context<AppEnv>): Promise<Response> => {
    if (!(await isAdmitted(c))) return c.text("Only admins can see this page. Sign in, and open the screen again.", 403, PRIVATE);
    const { settings, context } = c.var.deps;
    const { url: siteUrl } = settings.site();
    const look = lookIn(c.req.query("look"));
    const page = pathOfSite(c.req.query("page"), siteUrl);
    if (!look || page === undefined) return c.text("The query needs a page of this site and a look.", 400, PRIVATE);
    const address = addressOf(new URL(page, siteUrl));
    const rendered = await renderPage(new URL(siteUrl + address), apiInLook(inside, context, look), (error) =>
      context.log.error({ err: error, address }, "page failed"),
    );
    if (rendered instanceof Response) return c.text("This page redirects to another one.", 404, PRIVATE);
    const { head, inline } = assets().previewHead(rendered.routeIds, await makeSiteSheet(context, look));
    const theme = c.req.query("theme") === "dark" ? "dark" : "light";
    const html = rendered.html
      .replace(HTML_TAG, `<html lang="en" data-theme="${theme}">`)
      .replace(HEAD, () => `${HEAD}<base target="_blank">${head}`)
      // The screen around it has a main part, too.
      .replace('<main id="main"', '<main aria-label="Preview" id="main"');
    const hash = `'sha256-${createHash("sha256").update(inline).digest("base64")}'`;
    return c.html(`<!DOCTYPE html>${html.replace(/^<!DOCTYPE html>/i, "")}`, 200, {
      ...PRIVATE,
      "content-security-policy": contentSecurityPolicy(hash, [], true),
    });
  };
  return routesFor(everyone).get("/look-preview", show);
}
