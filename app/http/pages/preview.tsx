import { QueryClient } from "@tanstack/react-query";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { routerBase } from "../../base-path.ts";
import { previewPolicy } from "../../domain/previews/preview.policy.ts";
import { noteInput } from "../../domain/previews/preview.ts";
import { leaveNote } from "../../domain/previews/preview-notes.ts";
import { previewPath } from "../../domain/previews/preview-rules.ts";
import { type OpenedPreview, openPreview } from "../../domain/previews/share-preview.ts";
import { presentSite } from "../../domain/settings/read-settings.ts";
import type { Site } from "../../domain/settings/settings.ts";
import { previewApi } from "../../pages/admin/editor/preview-api.ts";
import { datesIn } from "../../pages/admin/frame/dates.tsx";
import { App } from "../../pages/app.tsx";
import { queryDefaults, siteQuery } from "../../pages/data.ts";
import { MessagePage } from "../../pages/public/not-found/message-page.tsx";
import { OwnPage } from "../../pages/public/own-page/own-page.tsx";
import { type NoteFormState as Form, NoteForm, PreviewDocument } from "../../pages/public/preview/preview-document.tsx";
import { texts } from "../../pages/public/preview/texts.ts";
import { Article } from "../../pages/public/story/page.tsx";
import { languageOf } from "../../texts/languages.ts";
import { fill, inLanguage } from "../../texts/texts.ts";
import { formatDate } from "../../ui/format-date.ts";
import { TextWith } from "../../ui/text-with.tsx";
import type { Content } from "../content.ts";
import type { AppEnv } from "../env.ts";
import { present } from "../errors.ts";
import { limit } from "../guards/try-limits.ts";
import { routesFor } from "../middleware/require.ts";
import type { PageAssets } from "./assets.ts";
import type { SiteSheet } from "./site-sheet.ts";

/** What a preview is rendered with. */
type PreviewLooks = { site: Site; assets: PageAssets; sheet: SiteSheet };

/** The page's own script and style sheet, by their key in the build's manifest. */
const ENTRY = "app/browser/preview-notes.ts";

/** A document that isn't hydrated, with the providers that the components of an article need. */
async function documentOf(page: ReactNode, { site, assets, sheet }: PreviewLooks): Promise<string> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { ...queryDefaults, retry: false } } });
  queryClient.setQueryData(siteQuery(previewApi).queryKey, presentSite(site, new Date()));
  const handler = createStaticHandler([{ path: "*", element: page }], { basename: routerBase() });
  const context = await handler.query(new Request(`${site.url}/preview`));
  if (context instanceof Response) throw new Error("a preview leads nowhere");
  const html = inLanguage(languageOf(site), () =>
    renderToString(
      <App api={previewApi} queryClient={queryClient} prefetch={() => false}>
        <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
      </App>,
    ),
  );
  return `<!DOCTYPE html>${html.replace(/^<!DOCTYPE html>/i, "").replace("<head>", `<head>${assets.staticHead(sheet, ENTRY)}`)}`;
}

type PageProps = { site: Site };
type PreviewPageProps = PageProps & { opened: OpenedPreview; form: Form };

/** The page of a link that works: the article as its own page shows it, and the form for notes if the link takes them. */
function PreviewPage({ site, opened: { post, standing, expiresAt, mayNote }, form }: PreviewPageProps) {
  const ends = expiresAt.toISOString();
  // Public pages write dates in the site's format.
  const endsAt = `${formatDate(ends, "short", site)}, ${datesIn(site).clock(ends)}`;
  const banner = (
    <p className="preview-banner">
      <strong>{texts[standing]}</strong> <TextWith text={texts.ends} parts={{ time: <time dateTime={ends}>{endsAt}</time> }} />
    </p>
  );
  return (
    <PreviewDocument site={site} title={fill(texts.previewOf, { title: post.title })} banner={banner}>
      {post.kind === "page" ? <OwnPage page={post} /> : <Article post={post} />}
      {mayNote ? <NoteForm form={form} /> : null}
    </PreviewDocument>
  );
}

/** The page of a link that doesn't work. It says the same whether the link expired, was deleted or never existed. */
const EndedPreviewPage = ({ site }: PageProps) => (
  <PreviewDocument site={site} title={texts.title}>
    <MessagePage title={texts.ended} sign="404">
      <p>{texts.endedText}</p>
    </MessagePage>
  </PreviewDocument>
);

/** No cache may store it, no search engine may list it, and its URL isn't sent to other sites. */
const PRIVATE = {
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};

/** In bytes. A note has at most 2,000 characters, each of up to nine bytes in the encoding of forms. */
const FORM_MAX = 64 * 1024;

const NO_VALUES = { name: "", text: "", quote: "" };

/** The text of a field; empty if the body has something other than text there. */
const typed = (body: Record<string, unknown>, name: string) => (typeof body[name] === "string" ? body[name] : "");

/**
 * The pages of preview links. The secret in the URL is all that is needed, so they work without a session, without a check of the
 * origin and without scripts.
 */
export function previewPages(assets: () => PageAssets, sheet: Content["sheet"]) {
  const looks = async (c: Context<AppEnv>): Promise<PreviewLooks> => ({
    site: c.var.deps.settings.site(),
    assets: assets(),
    sheet: await sheet.current(),
  });
  const open = (c: Context<AppEnv>) => {
    const { context, settings } = c.var.deps;
    return openPreview(context, c.req.param("token") ?? "", { ownHost: new URL(settings.site().url).host });
  };
  const ended = async (c: Context<AppEnv>) => {
    const found = await looks(c);
    return c.html(await documentOf(<EndedPreviewPage site={found.site} />, found), 404, PRIVATE);
  };
  const show = async (c: Context<AppEnv>, opened: OpenedPreview, form: Partial<Form> = {}, status: 200 | 400 | 429 = 200) => {
    const shown = { values: NO_VALUES, problems: [], failure: null, hasLeft: false, ...form };
    const found = await looks(c);
    const page = <PreviewPage site={found.site} opened={opened} form={shown} />;
    return c.html(await documentOf(page, found), status, PRIVATE);
  };

  return routesFor(previewPolicy.open)
    .get("/preview/:token", async (c) => {
      const opened = await open(c);
      return opened ? show(c, opened, { hasLeft: c.req.query("noted") !== undefined }) : ended(c);
    })
    .post("/preview/:token", bodyLimit({ maxSize: FORM_MAX }), async (c) => {
      const opened = await open(c);
      if (!opened?.mayNote) return ended(c);
      const body = await c.req.parseBody().catch(() => ({}));
      const values = { name: typed(body, "name"), text: typed(body, "text"), quote: typed(body, "quote") };
      const note = noteInput.safeParse(values);
      if (!note.success) {
        const problems = note.error.issues.map(({ path, message }) => ({ field: path.join("."), rule: message }));
        return show(c, opened, { values, problems }, 400);
      }
      const token = c.req.param("token");
      try {
        await limit(c, "preview_note", { account: opened.id });
        // Programs that fill in the hidden field aren't told that their note was dropped.
        const isTrapped = typed(body, "website") !== "";
        const { context, settings } = c.var.deps;
        const of = { settings: settings.get(), site: settings.site() };
        if (!isTrapped && !(await leaveNote(context, token, note.data, of))) return ended(c);
      } catch (error) {
        const { status, body: refusal, headers } = present(error);
        if (status !== 429) throw error;
        for (const [name, value] of Object.entries(headers)) c.header(name, value);
        return show(c, opened, { values, failure: refusal.message }, 429);
      }
      return c.body(null, 303, { ...PRIVATE, location: `${previewPath(token)}?noted#note` });
    });
}
