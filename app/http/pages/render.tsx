import { QueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  type StaticHandler,
  type StaticHandlerContext,
  StaticRouterProvider,
} from "react-router";
import { routerBase } from "../../base-path.ts";
import type { PostPage } from "../../domain/posts/post-shapes.ts";
import type { Site } from "../../domain/settings/settings.ts";
import { App } from "../../pages/app.tsx";
import { pageDataContext, queryDefaults } from "../../pages/data.ts";
import { type ShippedQuery, type ShippedState, STATE_ID, withoutText } from "../../pages/page-state.ts";
import { MaintenancePage, UnavailablePage } from "../../pages/public/maintenance/maintenance.tsx";
import { pageRoutes } from "../../pages/routes.tsx";
import { languageOf } from "../../texts/languages.ts";
import { inLanguage, type Language } from "../../texts/texts.ts";
import { type Api, ApiError } from "../api/client.ts";
import { BUSY, CLOSED_RETRY_AFTER, RETRY_AFTER, UNAVAILABLE } from "../errors.ts";
import type { PageAssets } from "./assets.ts";
import { pageOf, type ServedPage } from "./serve.ts";
import type { SiteSheet } from "./site-sheet.ts";

/** A rendered page: React's HTML, the state for hydration, the ids of its routes (for preloads), and whether its list is empty. */
export type RenderedPage = {
  status: number;
  html: string;
  state: string;
  routeIds: string[];
  /** of its texts */
  language: Language;
  listsNothing: boolean;
  /** whether something on it is missing because the database is away */
  lacksDatabase: boolean;
};

let made: { base: string; handler: StaticHandler } | undefined;

/** The router's handler. It is made when it is needed, because the server reads its path first. */
function handlerAt(base: string): StaticHandler {
  if (made?.base !== base) made = { base, handler: createStaticHandler(pageRoutes, { basename: base }) };
  return made.handler;
}

const noPrefetch = () => false;

/**
 * Renders the page at `url`, which includes the path that the site is under.
 * @param api the API, called in process
 * @param language of its texts
 * @param onError receives errors whose details only the log may contain
 * @returns the page, or a redirect
 */
export async function renderPage(
  url: URL,
  { api, language, onError }: { api: Api; language: Language; onError: (error: unknown) => void },
): Promise<RenderedPage | Response> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { ...queryDefaults, retry: false, gcTime: Infinity } } });
  const requestContext = new RouterContextProvider();
  requestContext.set(pageDataContext, { api, queryClient, onServer: true });

  const handler = handlerAt(routerBase());
  const context = await handler.query(new Request(url), { requestContext });
  if (context instanceof Response) return context;

  // The API has logged its own errors.
  const thrown = Object.values(context.errors ?? {}).filter((error) => !isRouteErrorResponse(error));
  for (const error of thrown) if (!(error instanceof ApiError)) onError(error);
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = inLanguage(language, () =>
    renderToString(
      <App api={api} queryClient={queryClient} prefetch={noPrefetch}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </App>,
    ),
  );
  const queries = shippedQueries(queryClient, html, onError);
  const state: ShippedState = { queries, router: { loaderData: context.loaderData, errors: publicErrors(context) } };
  const failed = queries.some(([, , error]) => error && error.status >= 500);
  return {
    status: failed && context.statusCode === 200 ? 503 : context.statusCode,
    html,
    state: `<script type="application/json" id="${STATE_ID}">${JSON.stringify(state).replaceAll("<", "\\u003c")}</script>`,
    routeIds: context.matches.map((match) => match.route.id),
    language,
    listsNothing: listsNothing(queryClient),
    lacksDatabase: [...thrown, ...queries.map(([, , error]) => error)].some(isUnavailable),
  };
}

const LACKING: unknown[] = [UNAVAILABLE.code, BUSY.code];
const isUnavailable = (error: unknown): boolean => LACKING.includes((error as { code?: string } | undefined)?.code);

function listsNothing(queryClient: QueryClient): boolean {
  const lists = queryClient.getQueriesData<PostPage>({ queryKey: ["posts", "list"] });
  return lists.some(([, page]) => page?.posts.length === 0);
}

/** What the loaders found. Of failures it contains only the public part. */
function shippedQueries(queryClient: QueryClient, html: string, onError: (error: unknown) => void): ShippedQuery[] {
  const queries = queryClient.getQueryCache().getAll();
  return queries.flatMap(({ queryKey, state }): ShippedQuery[] => {
    if (state.status === "success") return [[queryKey, withoutText(state.data, html)]];
    if (state.status !== "error") return [];
    const error: unknown = state.error;
    if (error instanceof ApiError) return [[queryKey, null, { status: error.status, code: error.code, message: error.message }]];
    onError(error);
    return [[queryKey, null, { status: 500, code: "internal", message: "" }]];
  });
}

/** The errors for hydration: thrown statuses as they are; of other errors only the fact. */
function publicErrors(context: StaticHandlerContext): Record<string, unknown> | null {
  if (!context.errors) return null;
  return Object.fromEntries(
    Object.entries(context.errors).map(([id, error]) => [
      id,
      isRouteErrorResponse(error)
        ? { status: error.status, statusText: error.statusText, internal: false, data: error.data }
        : { message: "Something went wrong" },
    ]),
  );
}

/** The script that takes admins to the site itself, by its key in the build's manifest. */
const ENTRY = "app/browser/maintenance.ts";

/** A whole page that isn't hydrated. @param entry the key of its script in the build's manifest, if it has one */
function staticPage(site: Site, page: ReactElement, assets: PageAssets, sheet: SiteSheet, retryAfter: string, entry?: string) {
  const html = inLanguage(languageOf(site), () => renderToString(page));
  const document = html.replace(/^<!DOCTYPE html>/i, "").replace("<head>", `<head>${assets.staticHead(sheet, entry)}`);
  return pageOf(503, `<!DOCTYPE html>${document}`, { "retry-after": retryAfter, "cache-control": "no-store" });
}

/** The page that all public pages show during maintenance: 503, with the time to try again. */
export const maintenancePage = (site: Site, assets: PageAssets, sheet: SiteSheet): Promise<ServedPage> =>
  staticPage(site, <MaintenancePage site={site} />, assets, sheet, CLOSED_RETRY_AFTER, ENTRY);

/** The page in place of one that can't be made without the database: 503, with the time to try again. */
export const unavailablePage = (site: Site, assets: PageAssets, sheet: SiteSheet): Promise<ServedPage> =>
  staticPage(site, <UnavailablePage site={site} />, assets, sheet, RETRY_AFTER);
