import { useEffect } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { routes } from "../../../routes.ts";
import { Mark } from "../../../ui/illustration/mark.tsx";
import { applyTheme, themeChoice } from "../../../ui/theme/choice.ts";
import { Toaster } from "../../../ui/toast/toaster.tsx";
import { MaintenanceBar } from "../maintenance/maintenance-bar.tsx";
import { NavigationEffects } from "../navigation/navigation-effects.tsx";
import { PageLink } from "../navigation/page-link.tsx";
import { DocumentHead } from "./document-head.tsx";
import { Header } from "./header.tsx";
import { siteLook } from "./site-look.ts";
import { useSite } from "./use-site.ts";

/** The foot of every public page. Feeds and machine-readable pages are files, so their links load them as such. */
function Footer() {
  const site = useSite();
  return (
    <footer className="site-footer">
      <div className="page-width footer-grid">
        <div className="footer-about">
          <p className="brand">
            <Mark className="brand-mark" />
            <span>{site.name}</span>
          </p>
          <p>{site.footer.text}</p>
        </div>
        <nav aria-labelledby="footer-read">
          <h2 id="footer-read">Read</h2>
          <ul>
            <li>
              <PageLink to={routes.listing()}>All Articles</PageLink>
            </li>
            <li>
              <PageLink to={routes.about()}>About</PageLink>
            </li>
            <li>
              <PageLink to={routes.privacy()}>Privacy</PageLink>
            </li>
            <li>
              <PageLink to={routes.terms()}>Terms</PageLink>
            </li>
          </ul>
        </nav>
        <nav aria-labelledby="footer-follow">
          <h2 id="footer-follow">Follow</h2>
          <ul>
            <li>
              <a href={routes.feeds.rss}>RSS feed</a>
            </li>
            <li>
              <a href={routes.feeds.atom}>Atom feed</a>
            </li>
            <li>
              <a href={routes.feeds.json}>JSON feed</a>
            </li>
          </ul>
        </nav>
        <nav aria-labelledby="footer-build">
          <h2 id="footer-build">Build</h2>
          <ul>
            <li>
              <a href={routes.apiDocs()}>API docs</a>
            </li>
            <li>
              <a href={routes.sitemap()}>Sitemap</a>
            </li>
          </ul>
        </nav>
      </div>
      <div className="page-width footer-end">
        <p>{`© ${site.year} ${site.name}. ${site.footer.rights}`.trim()}</p>
        <a href="#top">Back to top</a>
      </div>
    </footer>
  );
}

/** A thin bar for navigations that take longer than a blink; the style sheet holds it back for the first 150 ms. */
function Progress() {
  const busy = useNavigation().state !== "idle";
  return <div className="progress" data-busy={busy || undefined} aria-hidden="true" />;
}

/** What everybody may see while the site is closed. */
const OPEN: string[] = [
  routes.login(),
  routes.forgotPassword(),
  routes.resetPassword(),
  routes.confirm(),
  routes.account(),
  routes.adminLogin(),
];

/** Header, page and footer. The back office brings its own frame, with its own <main>. */
function Page() {
  const { pathname } = useLocation();
  const { maintenance } = useSite();
  if (pathname.startsWith(`${routes.admin()}/`) && pathname !== routes.adminLogin()) return <Outlet />;
  return (
    <>
      {maintenance && !OPEN.includes(pathname) ? (
        <MaintenanceBar>Maintenance mode is on. Only admins can see this page.</MaintenanceBar>
      ) : null}
      <Header />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}

/** The whole document around every page. A reader's own theme is set on <html> by a script of its own before React starts. */
export function Layout() {
  const site = useSite();
  const { theme } = site;
  // biome-ignore lint/correctness/useExhaustiveDependencies: React has just written the site's new theme over the reader's own
  useEffect(() => applyTheme(themeChoice()), [theme]);
  return (
    <html lang="en" {...siteLook(site)} suppressHydrationWarning>
      <DocumentHead site={site} />
      <body id="top">
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <Progress />
        <Page />
        <Toaster />
        <NavigationEffects />
        <ScrollRestoration />
        {site.enableAnalytics && !site.maintenance && (
          <noscript>
            <img src={routes.pixel()} alt="" width="1" height="1" hidden />
          </noscript>
        )}
      </body>
    </html>
  );
}
