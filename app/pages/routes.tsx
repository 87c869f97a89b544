import type { RouteObject } from "react-router";
import { routes } from "../routes.ts";
import { Layout } from "./public/layout/layout.tsx";
import {
  aboutLoader,
  authorLoader,
  homeLoader,
  layoutLoader,
  listingLoader,
  newsletterLoader,
  notFoundLoader,
  ownPageLoader,
  privacyLoader,
  storedKeysLoader,
  storyLoader,
  termsLoader,
} from "./public/loaders.ts";
import { PageError } from "./public/not-found/message-page.tsx";

const screens = () => import("./account-screens.tsx");
type ScreenName = Exclude<keyof Awaited<ReturnType<typeof screens>>, "Screens">;

/** The route of a screen for accounts. */
const screen = (path: string, name: ScreenName): RouteObject => ({
  id: name,
  path,
  lazy: async () => ({ Component: (await screens())[name] }),
});

/**
 * The pages. Loaders are part of the entry and components are imported when they are needed, so code and data load at the
 * same time. A route's id is the key of its module in the build's manifest, so the server knows what to preload.
 */
export const pageRoutes: RouteObject[] = [
  {
    id: "layout",
    Component: Layout,
    loader: layoutLoader,
    // The layout depends on the settings, not on the URL.
    shouldRevalidate: () => false,
    children: [
      {
        ErrorBoundary: PageError,
        children: [
          { id: "app/pages/public/home/page.tsx", path: "/", loader: homeLoader, lazy: () => import("./public/home/page.tsx") },
          {
            id: "app/pages/public/story/page.tsx",
            path: "/story/:slug",
            loader: storyLoader,
            lazy: () => import("./public/story/page.tsx"),
          },
          {
            id: "app/pages/public/listing/page.tsx",
            path: "/view-all",
            loader: listingLoader,
            lazy: () => import("./public/listing/page.tsx"),
          },
          {
            id: "app/pages/public/author/page.tsx",
            path: "/author/:slug",
            loader: authorLoader,
            lazy: () => import("./public/author/page.tsx"),
          },
          {
            id: "app/pages/public/about/page.tsx",
            path: "/about",
            loader: aboutLoader,
            lazy: () => import("./public/about/page.tsx"),
          },
          {
            id: "app/pages/public/privacy.tsx",
            path: "/privacy",
            loader: privacyLoader,
            lazy: () => import("./public/privacy.tsx"),
          },
          {
            id: "app/pages/public/stored-keys/page.tsx",
            path: "/privacy/storage",
            loader: storedKeysLoader,
            lazy: () => import("./public/stored-keys/page.tsx"),
          },
          {
            id: "app/pages/public/newsletter/page.tsx",
            path: "/newsletter",
            loader: newsletterLoader,
            lazy: () => import("./public/newsletter/page.tsx"),
          },
          { id: "app/pages/public/terms.tsx", path: "/terms", loader: termsLoader, lazy: () => import("./public/terms.tsx") },
          {
            id: "app/pages/account-screens.tsx",
            lazy: async () => ({ Component: (await screens()).Screens }),
            children: [
              screen(routes.login(), "Login"),
              screen(routes.register(), "Register"),
              screen(routes.forgotPassword(), "ForgotPassword"),
              screen(routes.resetPassword(), "ResetPassword"),
              screen(routes.confirm(), "Confirm"),
              screen(routes.account(), "AccountPage"),
              screen(routes.adminLogin(), "AdminLogin"),
            ],
          },
          {
            id: "app/pages/admin/back-office.tsx",
            path: "/admin/*",
            lazy: async () => ({ Component: (await import("./admin/back-office.tsx")).BackOffice }),
          },
          {
            id: "app/pages/public/own-page/page.tsx",
            path: "/:slug",
            loader: ownPageLoader,
            lazy: () => import("./public/own-page/page.tsx"),
          },
          // The loader throws, and PageError says why.
          { id: "not-found", path: "*", loader: notFoundLoader, element: null },
        ],
      },
    ],
  },
];
