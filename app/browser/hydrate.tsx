import "./site.css";
import { notifyManager, QueryClient } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, type HydrationState, matchRoutes, RouterContextProvider } from "react-router";
import { RouterProvider } from "react-router/dom";
import { App } from "../pages/app.tsx";
import { pageDataContext, queryDefaults, siteQuery } from "../pages/data.ts";
import { createPrefetch } from "../pages/public/navigation/prefetch.ts";
import { pageRoutes } from "../pages/routes.tsx";
import { fillCache, type ShippedState, STATE_ID } from "../pages/state.ts";
import { browserApi } from "./api.ts";
import { knowsFonts, showFonts } from "./fonts.ts";
import { browserStore, createReaderSession, watchActivity } from "./reader-session.ts";
import { startCounting } from "./visits.ts";

/** The components of the page at hand, loaded before React takes over, so that nothing of it suspends. */
async function loadMatched(): Promise<void> {
  const matches = matchRoutes(pageRoutes, location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== "function") return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}

/** The script may come before the last of the page, where the data stands. */
const parsed = () =>
  document.readyState === "loading"
    ? new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }))
    : undefined;

async function start(): Promise<void> {
  await parsed();
  const state = document.getElementById(STATE_ID);
  // The maintenance page borrows modules that are built into one file with this one, and is no page of React's.
  if (!state) return;
  const shipped = JSON.parse(state.textContent) as Partial<ShippedState>;
  await loadMatched();

  // What has arrived is shown with the frame that comes next, and not with the one after it.
  notifyManager.setScheduler(queueMicrotask);
  const session = createReaderSession(browserStore());
  const api = browserApi(session);
  const queryClient = new QueryClient({ defaultOptions: { queries: queryDefaults } });
  fillCache(queryClient, shipped.queries ?? []);

  const context = new RouterContextProvider();
  context.set(pageDataContext, { api, queryClient, onServer: false });
  const router = createBrowserRouter(pageRoutes, {
    hydrationData: shipped.router as HydrationState,
    getContext: () => context,
  });
  const prefetch = createPrefetch(pageRoutes, context);
  // Fonts that came late are shown with the next page, which is laid out anew anyway.
  const { pathname } = router.state.location;
  router.subscribe(({ location }) => {
    if (location.pathname !== pathname && knowsFonts()) showFonts();
  });

  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <App api={api} queryClient={queryClient} prefetch={prefetch}>
          <RouterProvider router={router} />
        </App>
      </StrictMode>,
    );
  });
  watchActivity(session);
  const site = queryClient.getQueryData(siteQuery(api).queryKey);
  if (site?.enableAnalytics && !site.maintenance) startCounting(session, (listener) => void router.subscribe(listener));
}

void start();
