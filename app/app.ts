import { Hono, type MiddlewareHandler } from "hono";
import type { Registry } from "prom-client";
import { basePath } from "./base-path.ts";
import { createFigureRefresh } from "./domain/analytics/refresh-figures.ts";
import { keepFacts } from "./domain/home/keep-facts.ts";
import { createMediaTrash } from "./domain/media/media-trash.ts";
import { keepNavigation } from "./domain/navigation/keep-navigation.ts";
import { keepPages } from "./domain/posts/pages/keep-pages.ts";
import { createRedirects } from "./domain/redirects/follow-redirects.ts";
import { createReadCache } from "./http/api/cache-reads.ts";
import { createApi } from "./http/api/client.ts";
import { apiRoutes } from "./http/api/routes.ts";
import { createVisitFastPath } from "./http/api/visit-fast-path.ts";
import { createVisitCollector, visitRoutes } from "./http/api/visits.ts";
import { authRoutes } from "./http/auth-v1/routes.ts";
import { leaveBasePath } from "./http/base-path.ts";
import { brandFileRoutes } from "./http/brand-files.ts";
import type { AppEnv, Deps } from "./http/env.ts";
import { answerError, unknownPath } from "./http/errors.ts";
import { feedRoutes } from "./http/feeds.ts";
import { proxyTraffic, watchProxies } from "./http/guards/proxy-traffic.ts";
import { type HealthOptions, healthRoutes } from "./http/health.ts";
import { createLastDocuments } from "./http/last-documents.ts";
import { mediaFileRoutes } from "./http/media-files.ts";
import { accessLog, requestId } from "./http/middleware/access-log.ts";
import { closeForMaintenance } from "./http/middleware/close-for-maintenance.ts";
import { keepDocuments } from "./http/middleware/keep-documents.ts";
import { countOutcomes, createMetrics, measure } from "./http/middleware/metrics.ts";
import { mountRoutes } from "./http/middleware/require.ts";
import { securityHeaders } from "./http/middleware/security-headers.ts";
import { shareDatabase } from "./http/middleware/share-database.ts";
import { tellSaved } from "./http/middleware/tell-saved.ts";
import type { PageAssets } from "./http/pages/assets.ts";
import { lookPreviewRoutes } from "./http/pages/look-preview.ts";
import { createPages, type PagesOptions, pageRoutes, sendPage } from "./http/pages/pages.ts";
import { previewPages } from "./http/pages/preview.tsx";
import type { ServedPage } from "./http/pages/serve.ts";
import { setupPages } from "./http/pages/setup.tsx";
import { createSiteSheets } from "./http/pages/site-sheet.ts";
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
const NO_PAGE = /^\/(api|auth|assets|brand|media|social|healthz|readyz|metrics)(\/|$)/;

/** The product as a function from request to response. The process that runs it reports changes of content to it. */
export function createApp(options: AppOptions) {
  const { deps, health, machine, gatherMetrics, assets, file, otherFile, saved, ...pageOptions } = options;
  const metrics = createMetrics();
  countOutcomes(metrics.registry, deps.analytics);
  const app = new Hono<AppEnv>();
  const mediaTrash = createMediaTrash(deps.context);
  mediaTrash.renew();
  const facts = keepFacts(deps.context, deps.settings);
  facts.renew();
  const ownPages = keepPages(deps.context);
  void ownPages.renew();
  const navigation = keepNavigation(deps.context);
  void navigation.renew();
  const sheets = createSiteSheets(deps.context);
  sheets.renew();
  const fonts = async () => {
    const { fonts: pair } = await sheets.current();
    return { pair, sheet: assets().fontSheet(pair) };
  };
  const figureRefresh = createFigureRefresh(deps.context);
  const lastDocuments = createLastDocuments();
  const withDeps: MiddlewareHandler<AppEnv> = (c, next) => {
    c.set("lastDocuments", lastDocuments);
    c.set("deps", deps);
    c.set("mediaTrash", mediaTrash);
    c.set("facts", facts);
    c.set("fonts", fonts);
    c.set("ownPages", ownPages);
    c.set("navigation", navigation);
    c.set("figureRefresh", figureRefresh);
    return next();
  };
  const visitTaking = createVisitCollector();
  mountRoutes(app, visitRoutes(visitTaking, withDeps, measure(metrics)));
  app.use(withDeps, requestId(), accessLog(), watchProxies(), measure(metrics), securityHeaders());
  app.use(closeForMaintenance(), keepDocuments());
  app.use("/api/*", shareDatabase());
  if (saved) app.use(tellSaved(saved));
  app.notFound((c) => answerError(unknownPath(), c));

  // Pages read through the same API as everybody else. They call it in process, without the guards and counters of network requests.
  const inside = new Hono<AppEnv>().use(withDeps).onError(answerError).route("/", apiRoutes());
  const askInside = async (request: Request) => inside.fetch(request);
  const api = createApi((input, init) => askInside(new Request(input, init)), "http://in-process");
  const pages = createPages({ ...deps, ...pageOptions, api, assets, sheets, ownPages });
  const redirects = createRedirects(deps.context);
  redirects.renew();
  app.onError(async (error, c) => {
    const answer = answerError(error, c);
    const isPage = (c.req.method === "GET" || c.req.method === "HEAD") && !NO_PAGE.test(c.req.path);
    return isPage && isDatabaseUnavailable(error) ? sendPage(c, await pages.unavailable()) : answer;
  });

  registerSiteMetrics(metrics.registry, {
    ...machine,
    context: deps.context,
    timezone: () => deps.settings.site().timezone,
    pages: pages.figures,
    traffic: () => proxyTraffic(deps),
  });
  const gather = gatherMetrics?.(metrics.registry) ?? (() => metrics.registry.metrics());
  mountRoutes(app, healthRoutes({ ...health, metrics, gatherMetrics: gather }));
  app.route("/", apiRoutes());
  app.route("/", authRoutes());
  mountRoutes(app, feedRoutes);
  mountRoutes(app, siteFileRoutes);
  mountRoutes(app, socialImageRoutes);
  mountRoutes(app, unsubscribeRoutes(assets, sheets));
  mountRoutes(app, previewPages(assets, sheets));
  mountRoutes(app, setupPages(assets, sheets));
  mountRoutes(app, lookPreviewRoutes({ inside: askInside, assets, sheets, addressOf: pages.addressOf }));
  mountRoutes(app, mediaFileRoutes(mediaTrash));
  mountRoutes(app, brandFileRoutes);
  mountRoutes(app, pageRoutes({ pages, sheets, redirects, file, otherFile }));

  const reads = createReadCache({
    newIds: (count) => deps.context.random.hex(16 * count).match(/.{32}/g) ?? [],
    observe: metrics.observe,
  });

  const fetch = reads.caching(app.fetch);
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
      sheets.renew();
      pages.forget();
      reads.forget();
      redirects.renew();
      mediaTrash.renew();
      deps.analytics.forget();
      await Promise.all([deps.settings.reload(), ownPages.renew(), navigation.renew()]);
      facts.renew();
      pages.forget();
      reads.forget();
    },
    /** Call it when something public may no longer be shown, so that not even a copy from before is, while the database is away. */
    contentRemoved(): void {
      pages.drop();
      lastDocuments.clear();
    },
    /** Waits for work that requests have begun, and writes the counts that are still in memory. */
    async close(): Promise<void> {
      await figureRefresh.close();
      await redirects.flush();
    },
  };
}
