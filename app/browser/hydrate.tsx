import { pathTo, routerBase } from "../base-path.ts";
import "./site.css";
import { notifyManager } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, type HydrationState, matchRoutes, RouterContextProvider } from "react-router";
import { RouterProvider } from "react-router/dom";
import { createApi } from "../http/api/client.ts";
import { App } from "../pages/app.tsx";
import { pageDataContext, queryDefaults } from "../pages/data.ts";
import { fillCache, type ShippedState, STATE_ID } from "../pages/page-state.ts";
import { createPrefetch } from "../pages/public/page-link.tsx";
import { pageRoutes } from "../pages/routes.tsx";
import { guardComposedWords } from "../ui/form/composed-words.ts";
import { requestPass } from "./auth/state.ts";
import { BrowserQueryClient } from "./browser-query-client.ts";
import { knowsFonts, showFonts } from "./fonts.ts";
import { loadWords } from "./load-words.ts";
import { browserStore, createReaderSession, type ReaderSessionKeeper, watchActivity } from "./reader-session.ts";
import { ROUTE_CHANGE } from "./route-change.ts";

const isClosed = async (response: Response): Promise<boolean> => {
  if (response.status !== 503) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: unknown } | null;
  return body?.code === "maintenance";
};

/** In maintenance mode, admins get the cookie that lets them in. */
function browserApi(session: ReaderSessionKeeper) {
  const withSession: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("x-session-id", session.id());
    const send = () => fetch(input, { ...init, headers });
    const response = await send();
    return (await isClosed(response)) && (await requestPass()) ? send() : response;
  };
  return createApi(withSession, location.origin + pathTo(""));
}

async function loadMatched(): Promise<void> {
  const matches = matchRoutes(pageRoutes, location, routerBase()) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== "function") return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}

/** The end of the document contains the data. */
const parsed = () =>
  document.readyState === "loading"
    ? new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }))
    : undefined;

async function start(): Promise<void> {
  await Promise.all([parsed(), loadWords()]);
  const state = document.getElementById(STATE_ID);
  // The maintenance page loads this chunk for other modules in it, and there is nothing to hydrate.
  if (!state) return;
  const shipped = JSON.parse(state.textContent) as Partial<ShippedState>;
  await loadMatched();

  // Data that has arrived is rendered in the next frame, and not in the one after it.
  notifyManager.setScheduler(queueMicrotask);
  const session = createReaderSession(browserStore());
  const api = browserApi(session);
  const queryClient = new BrowserQueryClient({ defaultOptions: { queries: queryDefaults } });
  fillCache(queryClient, shipped.queries ?? []);

  const context = new RouterContextProvider();
  context.set(pageDataContext, { api, queryClient, onServer: false });
  const router = createBrowserRouter(pageRoutes, {
    basename: routerBase(),
    hydrationData: shipped.router as HydrationState,
    getContext: () => context,
  });
  const prefetch = createPrefetch(pageRoutes, context);
  // Fonts that arrived late are applied on the next page, which needs a new layout anyway.
  const { pathname } = router.state.location;
  router.subscribe(({ location }) => {
    if (location.pathname !== pathname && knowsFonts()) showFonts();
    dispatchEvent(new Event(ROUTE_CHANGE));
  });

  guardComposedWords();
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
}

void start();
