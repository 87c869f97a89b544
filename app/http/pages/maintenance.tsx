import { renderToString } from "react-dom/server";
import type { Site } from "../../domain/settings/model.ts";
import { MaintenancePage } from "../../pages/public/maintenance/maintenance.tsx";
import type { PageAssets } from "./assets.ts";
import type { ColorSheet } from "./colors.ts";
import { pageOf, type ServedPage } from "./serve.ts";

/** Seconds after which a visitor may try again. */
const RETRY_AFTER = "600";

/** The page that stands for all public pages while the owner works on the site: 503, with the time to come back. */
export async function maintenancePage(site: Site, assets: PageAssets, colors: ColorSheet): Promise<ServedPage> {
  const html = renderToString(<MaintenancePage site={site} />);
  const document = html.replace(/^<!DOCTYPE html>/i, "").replace("<head>", `<head>${assets.staticHead(colors)}`);
  return pageOf(503, `<!DOCTYPE html>${document}`, { "retry-after": RETRY_AFTER, "cache-control": "no-store" });
}
