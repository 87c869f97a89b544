import type { RouteObject } from "react-router";
import { routes } from "../routes.ts";
import { aboutLoader } from "./public/about/loader.ts";
import { homeLoader } from "./public/home/loader.ts";
import { Layout } from "./public/layout/layout.tsx";
import { layoutLoader } from "./public/layout/loader.ts";
import { listingLoader } from "./public/listing/loader.ts";
import { notFoundLoader } from "./public/not-found/loader.ts";
import { PageError } from "./public/not-found/page-error.tsx";
import { storyLoader } from "./public/story/loader.ts";

const screens = () => import("./account-screens.tsx");
type ScreenName = Exclude<keyof Awaited<ReturnType<typeof screens>>, "Screens">;

/** A screen around an account. */
const screen = (path: string, name: ScreenName): RouteObject => ({
  id: name,
  path,
  lazy: async () => ({ Component: (await screens())[name] }),
});

/**
 * The pages. Loaders are here at once, components come when they are needed, so that code and data load side by side.
 * A route's id is its module's key in the build's manifest: that is how the server knows what to preload.
 */
export const pageRoutes: RouteObject[] = [
  {
    id: "layout",
    Component: Layout,
    loader: layoutLoader,
    // What the layout shows changes with the settings, not with the address.
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
            id: "app/pages/public/about/page.tsx",
            path: "/about",
            loader: aboutLoader,
            lazy: () => import("./public/about/page.tsx"),
          },
          { id: "app/pages/public/privacy/page.tsx", path: "/privacy", lazy: () => import("./public/privacy/page.tsx") },
          { id: "app/pages/public/terms/page.tsx", path: "/terms", lazy: () => import("./public/terms/page.tsx") },
          {
            id: "app/pages/account-screens.tsx",
            lazy: async () => ({ Component: (await screens()).Screens }),
            children: [
              screen(routes.login(), "Login"),
              screen(routes.register(), "Register"),
              screen(routes.forgotPassword(), "ForgotPassword"),
              screen(routes.resetPassword(), "ResetPassword"),
              screen(routes.confirm(), "Confirm"),
              screen(routes.account(), "Account"),
              screen(routes.adminLogin(), "AdminLogin"),
            ],
          },
          {
            id: "app/pages/admin/back-office.tsx",
            path: "/admin/*",
            lazy: async () => ({ Component: (await import("./admin/back-office.tsx")).BackOffice }),
          },
          // The loader throws; PageError shows what there is to say.
          { id: "not-found", path: "*", loader: notFoundLoader, element: null },
        ],
      },
    ],
  },
];
