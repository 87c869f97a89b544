import type { Context } from "hono";
import { everyone } from "../domain/policy.ts";
import type { Redirects } from "../domain/redirects/follow-redirects.ts";
import { routes } from "../routes.ts";
import type { AppEnv } from "./env.ts";
import { REVALIDATE } from "./middleware/cache-control.ts";
import { isAdmitted } from "./middleware/close-for-maintenance.ts";
import { routesFor } from "./middleware/require.ts";
import type { CategoryColors } from "./pages/colors.ts";
import { keepsOwnLook } from "./pages/key.ts";
import type { Pages } from "./pages/pages.ts";
import { negotiate, type ServedPage } from "./pages/serve.ts";

type PageRoutesOptions = {
  pages: Pages;
  colors: CategoryColors;
  /** where addresses without a page lead */
  redirects: Pick<Redirects, "follow" | "moved">;
  file(path: string): ServedPage | undefined;
};

/** Asked for anew each time, as an article's move is (see `pages/pages.ts`): what leads back later is no circle for anybody. */
const MOVED = { "cache-control": REVALIDATE };

/** The built files and the pages; the last in line, so that every address nobody else claims is a page (or a 404 page). */
export function pageRoutes({ pages, colors, redirects, file }: PageRoutesOptions) {
  const send = (c: Context<AppEnv>, served: ServedPage) => {
    const { status, headers, body } = negotiate(served, c.req.header("accept-encoding"), c.req.header("if-none-match"));
    const empty = body === null || c.req.method === "HEAD";
    return new Response(empty ? null : new Uint8Array(body), { status, headers });
  };

  return routesFor(everyone)
    .get("/category-colors.css", async (c) =>
      c.body((await colors.current()).css, 200, {
        "content-type": "text/css; charset=utf-8",
        "cache-control": "public, max-age=31536000, immutable",
      }),
    )
    .get("/categories", (c) => c.redirect(routes.listing(), 301))
    .get(routes.admin(), (c) => c.redirect(routes.adminDashboard(), 301))
    .get("*", async (c) => {
      const url = new URL(c.req.url);
      const built = file(url.pathname);
      if (built) return send(c, built);
      const ownLook = keepsOwnLook(c.req.header("cookie"));
      const isForAdmin = c.var.deps.settings.get().maintenanceMode && (await isAdmitted(c));
      const page = await (isForAdmin ? pages.serveAdmitted(url, ownLook) : pages.serve(url, ownLook));
      if (page.status === 301) redirects.moved(url);
      const moved = page.status === 404 ? await redirects.follow(url) : null;
      return moved === null ? send(c, page) : c.body(null, 301, { ...MOVED, location: moved });
    });
}
