import { Hono, type MiddlewareHandler } from "hono";
import type { Registry } from "prom-client";
import { basePath } from "./base-path.ts";
import { createFigureRefresh } from "./domain/analytics/refresh-figures.ts";
import { createReadCache } from "./http/api/cache-reads.ts";
import { createApi } from "./http/api/client.ts";
import { apiRoutes } from "./http/api/routes.ts";
import { createVisitFastPath } from "./http/api/visit-fast-path.ts";
import { createVisitCollector, visitRoutes } from "./http/api/visits.ts";
import { authRoutes } from "./http/auth-v1/routes.ts";
import { leaveBasePath } from "./http/base-path.ts";
import { brandFileRoutes } from "./http/brand-files.ts";
import { type Content, createContent } from "./http/content.ts";
import type { AppEnv, Deps } from "./http/env.ts";
import { answerError, unknownPath } from "./http/errors.ts";
import { feedRoutes } from "./http/feeds.ts";
import { proxyTraffic, watchProxies } from "./http/guards/proxy-traffic.ts";
import { type HealthOptions, healthRoutes } from "./http/health.ts";
import { createLastDocuments } from "./http/last-documents.ts";
import { mcpRoutes } from "./http/mcp/mcp.ts";
import { mediaFileRoutes } from "./http/media-files.ts";
import { accessLog, requestId } from "./http/middleware/access-log.ts";
import { closeForMaintenance } from "./http/middleware/close-for-maintenance.ts";
import { keepDocuments } from "./http/middleware/keep-documents.ts";
import { countOutcomes, createMetrics, type Metrics, measure } from "./http/middleware/metrics.ts";
import { reportSaved } from "./http/middleware/report-saved.ts";
import { mountRoutes } from "./http/middleware/require.ts";
import { securityHeaders } from "./http/middleware/security-headers.ts";
import { shareDatabase } from "./http/middleware/share-database.ts";
import type { PageAssets } from "./http/pages/assets.ts";
import { guestPages } from "./http/pages/guests.tsx";
import { lookPreviewRoutes } from "./http/pages/look-preview.ts";
import { newsletterPages } from "./http/pages/newsletter.tsx";
import { createPages, type Pages, type PagesOptions, pageRoutes, sendPage } from "./http/pages/pages.ts";
import { previewPages } from "./http/pages/preview.tsx";
import { restorePages } from "./http/pages/restore.tsx";
import type { ServedPage } from "./http/pages/serve.ts";
import { setupPages } from "./http/pages/setup.tsx";
import { socialImageRoutes } from "./http/pages/social-images.ts";
import { unsubscribeRoutes } from "./http/pages/unsubscribe.tsx";
import { siteFileRoutes } from "./http/site-files.ts";
import { type Machine, registerSiteMetrics } from "./http/site-metrics.ts";
import { isDatabaseUnavailable } from "./platform/database/unavailable.ts";

export type AppOptions = {
  deps: Deps;
  health: Omit<HealthOptions, "metrics" | "gatherMetrics">;
  /** how the metrics of all processes are gathered; by default only this one's are shown */
  gatherMetrics?: (registry: Registry) => () => Promise<string>;
  /** what the metrics of this process are taken from */
  machine: Machine;
  assets(): PageAssets;
  /** a built file by its path */
  file(path: string): ServedPage | undefined;
  /** a built file of another release */
  otherFile?: ((path: string) => Promise<ServedPage | undefined>) | undefined;
  /** called after a write that may have changed content, before it is answered */
  saved?(): Promise<void>;
} & Pick<PagesOptions, "ttlMs" | "isPurged">;

/** Paths of what programs ask for, whose errors aren't pages. */
const NO_PAGE = /^\/(api|auth|assets|brand|mcp|media|social|healthz|readyz|metrics)(\/|$)/;

/** Gives each request what it may need. */
function provide(deps: Deps, content: Content, assets: AppOptions["assets"]) {
  const lastDocuments = createLastDocuments();
  const figureRefresh = createFigureRefresh(deps.context);
  const fonts = async () => {
    const { fonts: pair } = await content.sheet.current();
    return { pair, sheet: assets().fontSheet(pair) };
  };
  const variables = { lastDocuments, deps, content, fonts, figureRefresh };
  const withDeps: MiddlewareHandler<AppEnv> = (c, next) => {
    for (const name of Object.keys(variables) as (keyof typeof variables)[]) c.set(name, variables[name]);
    return next();
  };
  return { withDeps, lastDocuments, figureRefresh };
}

/** The API that pages read through, in process: as everybody else's, without the guards and counters of network requests. */
function openInside(withDeps: MiddlewareHandler<AppEnv>) {
  const inside = new Hono<AppEnv>().use(withDeps).onError(answerError).route("/", apiRoutes());
  const ask = async (request: Request) => inside.fetch(request);
  return { ask, api: createApi((input, init) => ask(new Request(input, init)), "http://in-process") };
}

/** Every route of the product, in order: what none of them takes is a page. */
function mountAll(
  app: Hono<AppEnv>,
  {
    health,
    pages,
    inside,
    content,
    assets,
    file,
    otherFile,
  }: Pick<AppOptions, "assets" | "file" | "otherFile"> & {
    health: HealthOptions;
    pages: Pages;
    inside: ReturnType<typeof openInside>;
    content: Content;
  },
): void {
  mountRoutes(app, healthRoutes(health));
  const api = apiRoutes();
  app.route("/", api);
  mountRoutes(app, mcpRoutes(api, app.fetch));
  app.route("/", authRoutes());
  mountRoutes(app, feedRoutes);
  mountRoutes(app, siteFileRoutes);
  mountRoutes(app, socialImageRoutes);
  mountRoutes(app, unsubscribeRoutes(assets, content.sheet));
  mountRoutes(app, newsletterPages(assets, content.sheet));
  mountRoutes(app, guestPages(assets, content.sheet));
  mountRoutes(app, previewPages(assets, content.sheet));
  mountRoutes(app, setupPages(assets, content.sheet));
  mountRoutes(app, restorePages(assets, content.sheet));
  mountRoutes(app, lookPreviewRoutes({ inside: inside.ask, assets, addressOf: pages.addressOf }));
  mountRoutes(app, mediaFileRoutes);
  mountRoutes(app, brandFileRoutes);
  mountRoutes(app, pageRoutes({ pages, content, file, otherFile }));
}

/** Middleware in order, and what is answered when no route or no database is there. */
function mountMiddleware(
  app: Hono<AppEnv>,
  {
    withDeps,
    metrics,
    pages,
    saved,
  }: { withDeps: MiddlewareHandler<AppEnv>; metrics: Metrics; pages: Pages } & Pick<AppOptions, "saved">,
): void {
  app.use(withDeps, requestId(), accessLog(), watchProxies(), measure(metrics), securityHeaders());
  app.use(closeForMaintenance(), keepDocuments());
  app.use("/api/*", shareDatabase());
  if (saved) app.use(reportSaved(saved));
  app.notFound((c) => answerError(unknownPath(), c));
  app.onError(async (error, c) => {
    const answer = answerError(error, c);
    const isPage = (c.req.method === "GET" || c.req.method === "HEAD") && !NO_PAGE.test(c.req.path);
    return isPage && isDatabaseUnavailable(error) ? sendPage(c, await pages.unavailable()) : answer;
  });
}

/** The metrics of this process. @returns those of all processes, as Prometheus text, when they are asked for */
function registerMetrics(
  { registry }: Metrics,
  { deps, machine, gatherMetrics }: AppOptions,
  pages: Pages,
): () => Promise<string> {
  countOutcomes(registry, deps.analytics);
  registerSiteMetrics(registry, {
    ...machine,
    context: deps.context,
    timezone: () => deps.settings.site().timezone,
    pages: pages.figures,
    traffic: () => proxyTraffic(deps),
  });
  return gatherMetrics?.(registry) ?? (() => registry.metrics());
}

/** The product as a function from request to response. The process that runs it reports changes of content to it. */
export function createApp(options: AppOptions) {
  const { deps, health, assets, file, otherFile, saved, ttlMs, isPurged } = options;
  const metrics = createMetrics();
  const app = new Hono<AppEnv>();
  const content = createContent(deps.context, deps.settings);
  const { withDeps, lastDocuments, figureRefresh } = provide(deps, content, assets);
  const inside = openInside(withDeps);
  const pages = createPages({ ...deps, ttlMs, isPurged, api: inside.api, assets, content });
  const gather = registerMetrics(metrics, options, pages);
  const visitTaking = createVisitCollector();
  // Ahead of the middleware, which hits do without.
  mountRoutes(app, visitRoutes(visitTaking, withDeps, measure(metrics)));
  mountMiddleware(app, { withDeps, metrics, pages, saved });
  mountAll(app, { health: { ...health, metrics, gatherMetrics: gather }, pages, inside, content, assets, file, otherFile });

  const reads = createReadCache({
    newIds: (count) => deps.context.random.hex(16 * count).match(/.{32}/g) ?? [],
    observe: metrics.observe,
  });
  const fetch = reads.caching(app.fetch);
  const forget = () => {
    pages.forget();
    reads.forget();
  };
  return {
    fetch: basePath() ? leaveBasePath(fetch, basePath()) : fetch,
    /** Answers reads of the API that were answered before, ahead of `fetch`. Returns whether it did. */
    readFastPath: reads.fastPath,
    /** Answers hits, the most frequent requests, ahead of `fetch`. Returns whether it did. */
    visitFastPath: createVisitFastPath(visitTaking, { deps, observe: metrics.observe }),
    pages,
    metrics,
    /** The metrics of all processes, as Prometheus text. */
    gatherMetrics: gather,
    /** Call it when public content has changed. It drops what was made from the old content or begun with the old settings. */
    async contentChanged(): Promise<void> {
      forget();
      deps.analytics.forget();
      await content.renew();
      forget();
    },
    /** Call it when something public may no longer be shown, so that not even a copy from before is, while the database is away. */
    contentRemoved(): void {
      pages.drop();
      lastDocuments.clear();
    },
    /** Waits for work that requests have begun, and writes the counts that are still in memory. */
    async close(): Promise<void> {
      await figureRefresh.close();
      await content.redirects.flush();
    },
  };
}
