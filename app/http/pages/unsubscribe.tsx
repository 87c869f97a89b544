import { renderToString } from "react-dom/server";
import type { Site } from "../../domain/settings/settings.ts";
import { UnsubscribePage, type UnsubscribeState } from "../../pages/public/comments/unsubscribe-page.tsx";

export type { UnsubscribeState };

import type { PageAssets } from "./assets.ts";
import type { ColorSheet } from "./colors.ts";

/** The page behind the link that ends a kind of mails, as HTML. */
export function unsubscribePage(site: Site, state: UnsubscribeState, assets: PageAssets, colors: ColorSheet): string {
  const html = renderToString(<UnsubscribePage site={site} state={state} />);
  return `<!DOCTYPE html>${html.replace(/^<!DOCTYPE html>/i, "").replace("<head>", `<head>${assets.staticHead(colors)}`)}`;
}
