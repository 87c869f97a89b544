import { pathTo } from "../base-path.ts";
import { besideOf } from "../domain/appearance/brand-rules.ts";
import { readSitemap, readSitemapFile } from "../domain/feeds/write-sitemap.ts";
import { robotsText, writeSecurityText } from "../domain/feeds/write-text-files.ts";
import type { Site } from "../domain/settings/settings.ts";
import { systemPolicy } from "../domain/system/system.policy.ts";
import { routes } from "../routes.ts";
import { answerDocument, answerMissing } from "./answer-document.ts";
import { routesFor } from "./middleware/require.ts";

const HOUR = "public, max-age=3600";
/** Short, so that crawlers soon see what the owner forbids them. */
const SOON = "public, max-age=300";
const XML = "application/xml; charset=utf-8";
/** The paper of the pages' light theme, for the browser's own frame. */
const PAPER = "#fcfaf6";

function manifest(site: Site): string {
  const icon = site.look?.icon ?? "/favicon.svg";
  return JSON.stringify({
    id: pathTo("/"),
    name: site.name,
    short_name: site.name.length <= 12 ? site.name : site.name.split(/\s+/)[0],
    description: site.description,
    lang: "en",
    dir: "ltr",
    start_url: pathTo("/"),
    scope: pathTo("/"),
    display: "minimal-ui",
    background_color: site.look?.paper?.light ?? PAPER,
    theme_color: site.look?.paper?.light ?? PAPER,
    icons: [
      { src: pathTo(besideOf(icon, "icon-192.png")), sizes: "192x192", type: "image/png", purpose: "any" },
      { src: pathTo(besideOf(icon, "icon-512.png")), sizes: "512x512", type: "image/png", purpose: "any" },
      { src: pathTo(besideOf(icon, "icon-maskable-512.png")), sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  });
}

/** Files that programs expect at fixed paths. */
export const siteFileRoutes = routesFor(systemPolicy.readPublic)
  .get(routes.robots(), (c) =>
    answerDocument(c, {
      text: robotsText(c.var.deps.settings.get(), c.var.deps.settings.site()),
      type: "text/plain; charset=utf-8",
      cacheControl: SOON,
    }),
  )
  .get(routes.securityTxt(), async (c) => {
    const { context, settings } = c.var.deps;
    const text = writeSecurityText(settings.get().securityContact, settings.site(), context.clock.now());
    if (text === null) return answerMissing(c, "This file doesn’t exist.");
    return answerDocument(c, { text, type: "text/plain; charset=utf-8", cacheControl: SOON });
  })
  // Password managers open this address (W3C, "A Well-Known URL for Changing Passwords").
  .get(routes.changePassword(), (c) => c.redirect(routes.account(), 302))
  .get(routes.manifest(), (c) =>
    answerDocument(c, { text: manifest(c.var.deps.settings.site()), type: "application/manifest+json", cacheControl: HOUR }),
  )
  .get(routes.sitemap(), async (c) => {
    const { context, settings } = c.var.deps;
    return answerDocument(c, { text: await readSitemap(context, settings.site()), type: XML, cacheControl: HOUR });
  })
  .get("/:file{sitemap-[1-9][0-9]{0,4}\\.xml}", async (c) => {
    const { context, settings } = c.var.deps;
    const number = Number.parseInt(c.req.param("file").slice("sitemap-".length), 10);
    const text = await readSitemapFile(context, settings.site(), number);
    return text === null
      ? answerMissing(c, "This file doesn’t exist.")
      : answerDocument(c, { text, type: XML, cacheControl: HOUR });
  });
