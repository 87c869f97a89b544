import { renderToString } from "react-dom/server";
import type { Site } from "../../domain/settings/settings.ts";
import { MaintenancePage } from "../../pages/public/maintenance/maintenance.tsx";
import { CLOSED_RETRY_AFTER } from "../errors.ts";
import type { PageAssets } from "./assets.ts";
import type { ColorSheet } from "./colors.ts";
import { pageOf, type ServedPage } from "./serve.ts";

/** Its script, by its key in the build's manifest: takes admins to the site itself. */
const ENTRY = "app/browser/maintenance.ts";

/** The page that stands for all public pages while the owner works on the site: 503, with the time to come back. */
export async function maintenancePage(site: Site, assets: PageAssets, colors: ColorSheet): Promise<ServedPage> {
  const html = renderToString(<MaintenancePage site={site} />);
  const document = html.replace(/^<!DOCTYPE html>/i, "").replace("<head>", `<head>${assets.staticHead(colors, ENTRY)}`);
  return pageOf(503, `<!DOCTYPE html>${document}`, { "retry-after": CLOSED_RETRY_AFTER, "cache-control": "no-store" });
}
