import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { pathTo } from "../../../base-path.ts";
import { routes } from "../../../routes.ts";
import { pressEarly } from "../../../ui/early-presses.ts";
import { applyTheme, themeChoice } from "../../../ui/theme/theme-choice.ts";
import { Toaster } from "../../../ui/toast/toaster.tsx";
import { useSite } from "../../data.ts";
import { MaintenanceBar } from "../maintenance/maintenance.tsx";
import { Announcement } from "./announcement.tsx";
import { DocumentHead, inSiteLanguage, siteLook } from "./document-head.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { texts } from "./texts.ts";

/** The style sheet shows it after 150 ms. */
function Progress() {
  const busy = useNavigation().state !== "idle";
  return <div className="progress" data-busy={busy || undefined} aria-hidden="true" />;
}

/**
 * Skeletons have no heading.
 * @param callback learns whether the reader has moved the focus in the meantime, so that it can stay there
 * @returns cancels the call
 */
function whenArrived(callback: (heading: HTMLElement, isElsewhere: boolean) => void): () => void {
  const before = document.activeElement;
  const arrive = (): boolean => {
    const heading = document.querySelector<HTMLElement>("main h1");
    const now = document.activeElement;
    if (heading) callback(heading, now !== before && now !== document.body);
    return heading !== null;
  };
  const observer = new MutationObserver(() => {
    if (arrive()) observer.disconnect();
  });
  // React sets the title in the same commit, so the new one is there a frame later.
  const frame = requestAnimationFrame(() => {
    if (!arrive()) observer.observe(document.body, { childList: true, subtree: true });
  });
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  };
}

/**
 * As after a page load: announces the new title and moves the focus to the new heading. If only the query changes, as when somebody types
 * in a search box, the focus stays.
 */
function NavigationEffects() {
  const { pathname, hash } = useLocation();
  const [announcement, setAnnouncement] = useState("");
  const shown = useRef(pathname);

  // The page answers to clicks from now on. Browser tests wait for this.
  useEffect(() => {
    document.documentElement.dataset.hydrated = "true";
    pressEarly();
  }, []);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    return whenArrived((heading, isElsewhere) => {
      setAnnouncement(document.title);
      if (hash || isElsewhere) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
  }, [pathname, hash]);

  return (
    <p className="sr-only" aria-live="polite" role="status">
      {announcement}
    </p>
  );
}

/** Everybody may see these during maintenance. */
const OPEN: string[] = [
  routes.login(),
  routes.forgotPassword(),
  routes.resetPassword(),
  routes.confirm(),
  routes.account(),
  routes.adminLogin(),
];

const SignedUp = lazy(() => import("./signed-up.tsx").then(({ SignedUp }) => ({ default: SignedUp })));

const isOffice = (pathname: string): boolean => pathname.startsWith(`${routes.admin()}/`) && pathname !== routes.adminLogin();

/** The back office has a frame and a <main> of its own. */
function Page() {
  const { pathname, state } = useLocation();
  const { maintenance, navigation } = useSite();
  if (isOffice(pathname)) return <Outlet />;
  return (
    <>
      {maintenance && !OPEN.includes(pathname) ? <MaintenanceBar>{texts.maintenance}</MaintenanceBar> : null}
      {navigation?.announcement ? <Announcement announcement={navigation.announcement} /> : null}
      {state?.signedUp ? (
        <Suspense>
          <SignedUp {...state.signedUp} />
        </Suspense>
      ) : null}
      <Header />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}

/** The back office. */
const IN_ENGLISH = { lang: "en" };

/** A separate script sets the reader's theme on <html> before React starts. */
export function Layout() {
  const site = useSite();
  const { pathname } = useLocation();
  const { theme } = site;
  // biome-ignore lint/correctness/useExhaustiveDependencies: React has just replaced the reader's theme with the site's new one
  useEffect(() => applyTheme(themeChoice()), [theme]);
  return (
    <html {...(isOffice(pathname) ? IN_ENGLISH : inSiteLanguage())} {...siteLook(site)} suppressHydrationWarning>
      <DocumentHead site={site} />
      <body id="top">
        <a className="skip-link" href="#main">
          {texts.skip}
        </a>
        <Progress />
        <Page />
        <Toaster />
        <NavigationEffects />
        <ScrollRestoration />
        {site.enableAnalytics && !site.maintenance && (
          <noscript>
            <img src={pathTo(routes.pixel())} alt="" width="1" height="1" hidden />
          </noscript>
        )}
      </body>
    </html>
  );
}
