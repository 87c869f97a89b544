import { QueryClient } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from "react-router";
import type { PostPage } from "../../domain/posts/post-shapes.ts";
import type { Site } from "../../domain/settings/settings.ts";
import { App } from "../../pages/app.tsx";
import { pageDataContext, queryDefaults } from "../../pages/data.ts";
import { type ShippedQuery, type ShippedState, STATE_ID, withoutShown } from "../../pages/page-state.ts";
import { MaintenancePage } from "../../pages/public/maintenance/maintenance.tsx";
import { pageRoutes } from "../../pages/routes.tsx";
import { type Api, ApiError } from "../api/client.ts";
import { CLOSED_RETRY_AFTER } from "../errors.ts";
import type { PageAssets } from "./assets.ts";
import type { ColorSheet } from "./category-colors.ts";
import { pageOf, type ServedPage } from "./serve.ts";

/** A rendered page: React's HTML, the state for hydration, the ids of its routes (for preloads), and whether its list is empty. */
export type RenderedPage = {
  status: number;
  html: string;
  state: string;
  routeIds: string[];
  failed: boolean;
  listsNothing: boolean;
};

const handler = createStaticHandler(pageRoutes);

const noPrefetch = () => {};

/**
 * Renders the page at `url`.
 * @param api the API, called in process
 * @param onError receives errors whose details only the log may contain
 * @returns the page, or a redirect
 */
export async function renderPage(url: URL, api: Api, onError: (error: unknown) => void): Promise<RenderedPage | Response> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { ...queryDefaults, retry: false, gcTime: Infinity } } });
  const requestContext = new RouterContextProvider();
  requestContext.set(pageDataContext, { api, queryClient, onServer: true });

  const context = await handler.query(new Request(url), { requestContext });
  if (context instanceof Response) return context;

  for (const error of Object.values(context.errors ?? {})) if (!isRouteErrorResponse(error)) onError(error);
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToString(
    <App api={api} queryClient={queryClient} prefetch={noPrefetch}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>,
  );
  const queries = shippedQueries(queryClient, html, onError);
  const state: ShippedState = { queries, router: { loaderData: context.loaderData, errors: publicErrors(context) } };
  const failed = queries.some(([, , error]) => error && error.status >= 500);
  return {
    status: failed && context.statusCode === 200 ? 503 : context.statusCode,
    html,
    state: `<script type="application/json" id="${STATE_ID}">${JSON.stringify(state).replaceAll("<", "\\u003c")}</script>`,
    routeIds: context.matches.map((match) => match.route.id),
    failed,
    listsNothing: listsNothing(queryClient),
  };
}

function listsNothing(queryClient: QueryClient): boolean {
  const lists = queryClient.getQueriesData<PostPage>({ queryKey: ["posts", "list"] });
  return lists.some(([, page]) => page?.posts.length === 0);
}

/** What the loaders found. Of failures it contains only the public part. */
function shippedQueries(queryClient: QueryClient, html: string, onError: (error: unknown) => void): ShippedQuery[] {
  const queries = queryClient.getQueryCache().getAll();
  return queries.flatMap(({ queryKey, state }): ShippedQuery[] => {
    if (state.status === "success") return [[queryKey, withoutShown(state.data, html)]];
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

/** The page that all public pages show during maintenance: 503, with the time to try again. */
export async function maintenancePage(site: Site, assets: PageAssets, colors: ColorSheet): Promise<ServedPage> {
  const html = renderToString(<MaintenancePage site={site} />);
  const document = html.replace(/^<!DOCTYPE html>/i, "").replace("<head>", `<head>${assets.staticHead(colors, ENTRY)}`);
  return pageOf(503, `<!DOCTYPE html>${document}`, { "retry-after": CLOSED_RETRY_AFTER, "cache-control": "no-store" });
}
