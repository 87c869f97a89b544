import { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import type { OpenedPreview } from "../../domain/previews/share-preview.ts";
import { presentSite } from "../../domain/settings/read-settings.ts";
import type { Site } from "../../domain/settings/settings.ts";
import { previewApi } from "../../pages/admin/editor/preview/preview-api.ts";
import { datesIn } from "../../pages/admin/frame/dates.tsx";
import { App } from "../../pages/app.tsx";
import { queryDefaults, siteQuery } from "../../pages/data.ts";
import { MessagePage } from "../../pages/public/not-found/message-page.tsx";
import { type NoteFormState as Form, NoteForm, PreviewDocument } from "../../pages/public/preview/preview-document.tsx";
import { Article } from "../../pages/public/story/page.tsx";
import { formatDate } from "../../ui/format-date.ts";
import type { PageAssets } from "./assets.ts";
import type { ColorSheet } from "./colors.ts";

export type { Form as NoteForm };

/** What the page is drawn with. */
export type PreviewLooks = { site: Site; assets: PageAssets; colors: ColorSheet };

/** The page's own script and looks, by its key in the build's manifest. */
const ENTRY = "app/browser/preview-notes.ts";

const BANNERS: Record<OpenedPreview["standing"], string> = {
  unpublished: "Preview: not published.",
  changes: "Preview: the changes in it are not published.",
  published: "Preview: as it is published.",
};

/** A document that nothing hydrates, within what the article's parts expect around them. */
async function documentOf(page: ReactNode, { site, assets, colors }: PreviewLooks): Promise<string> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { ...queryDefaults, retry: false } } });
  queryClient.setQueryData(siteQuery(previewApi).queryKey, presentSite(site, new Date()));
  const handler = createStaticHandler([{ path: "*", element: page }]);
  const context = await handler.query(new Request(new URL("/preview", site.url)));
  if (context instanceof Response) throw new Error("a preview leads nowhere");
  const html = renderToString(
    <App api={previewApi} queryClient={queryClient} prefetch={() => {}}>
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
    </App>,
  );
  return `<!DOCTYPE html>${html.replace(/^<!DOCTYPE html>/i, "").replace("<head>", `<head>${assets.staticHead(colors, ENTRY)}`)}`;
}

/** The page behind a living link: the article as its own page shows it, and the form for notes where they are wanted. */
export function previewPage(
  { post, standing, expiresAt, mayNote }: OpenedPreview,
  form: Form,
  looks: PreviewLooks,
): Promise<string> {
  const ends = expiresAt.toISOString();
  // A page for the public writes the day as the public pages do.
  const endsAt = `${formatDate(ends, "short", looks.site)}, ${datesIn(looks.site).clock(ends)}`;
  const banner = (
    <p className="preview-banner">
      <strong>{BANNERS[standing]}</strong> Link ends on <time dateTime={ends}>{endsAt}</time>.
    </p>
  );
  return documentOf(
    <PreviewDocument site={looks.site} title={`Preview: ${post.title}`} banner={banner}>
      <Article post={post} />
      {mayNote ? <NoteForm form={form} /> : null}
    </PreviewDocument>,
    looks,
  );
}

/** The page behind a link that shows nothing: whether it ended, was taken back or never was, it says the same. */
export const endedPreviewPage = (looks: PreviewLooks): Promise<string> =>
  documentOf(
    <PreviewDocument site={looks.site} title="Preview">
      <MessagePage title="This preview is not here any more" sign="404">
        <p>It may have ended, or it is not complete. Ask whoever sent it to you for a new one.</p>
      </MessagePage>
    </PreviewDocument>,
    looks,
  );
