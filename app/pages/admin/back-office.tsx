import { pathTo } from "../../base-path.ts";
import "./back-office.css";
import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { Route, Routes } from "react-router";
import { adminRoutes } from "../../admin-routes.ts";
import { routes } from "../../routes.ts";
import { Spinner } from "../../ui/form/spinner.tsx";
import { Link } from "../../ui/link.tsx";
import { UnlistedTitle } from "../public/meta.tsx";
import { MessagePage } from "../public/not-found/message-page.tsx";
import { AdminGuard } from "./admin-guard.tsx";
import { Audit } from "./audit/page.tsx";
import { Calendar } from "./calendar/page.tsx";
import { Categories } from "./categories/page.tsx";
import { CommentBans } from "./comments/bans/page.tsx";
import { Comments } from "./comments/page.tsx";
import { Dashboard } from "./dashboard/page.tsx";
import { TechnicalDocs } from "./docs/page.tsx";
import { Office } from "./frame/office.tsx";
import { ScreenGate } from "./frame/screen-gate.tsx";
import { IssueScreen } from "./newsletter/issue-page.tsx";
import { Issues } from "./newsletter/page.tsx";
import { Outbox } from "./outbox/page.tsx";
import { Pages } from "./pages/page.tsx";
import { Posts } from "./posts/page.tsx";
import { DemoContent } from "./settings/demo-content.tsx";
import { Email } from "./settings/email.tsx";
import { Tags } from "./tags/page.tsx";
import { ApiTokens } from "./tokens/page.tsx";
import { Trash } from "./trash/page.tsx";
import { Users } from "./users/page.tsx";

const TO_EDITOR = [`a[href^="${pathTo(adminRoutes.editPost(""))}"]`, `a[href^="${pathTo(adminRoutes.createPost())}"]`].join();

/** Prefetches the editor, which is large, when the pointer or the focus reaches a link to it. @param load loads it and may fail */
function usePrefetchEditor(load: () => Promise<unknown>): void {
  useEffect(() => {
    const leave = () => {
      document.removeEventListener("pointerover", come);
      document.removeEventListener("focusin", come);
    };
    const come = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest(TO_EDITOR)) return;
      leave();
      // The click tries again and reports a failure.
      void load().catch(() => {});
    };
    document.addEventListener("pointerover", come);
    document.addEventListener("focusin", come);
    return leave;
  }, [load]);
}

/** Their forms validate with the server's own schema, which is large. */
type SettingsScreen =
  | "Settings"
  | "Reading"
  | "Discussion"
  | "Accounts"
  | "PrivacyAndCrawlers"
  | "NewsletterSettings"
  | "HomeText"
  | "AboutText";
const settingsScreen = (name: SettingsScreen) => lazy(async () => ({ default: (await import("./settings/page.tsx"))[name] }));
const Settings = settingsScreen("Settings");
const Reading = settingsScreen("Reading");
const Discussion = settingsScreen("Discussion");
const Accounts = settingsScreen("Accounts");
const PrivacyAndCrawlers = settingsScreen("PrivacyAndCrawlers");
const NewsletterSettings = settingsScreen("NewsletterSettings");
const HomeText = settingsScreen("HomeText");
const AboutText = settingsScreen("AboutText");
/** So does the screen of the look. */
const Appearance = lazy(async () => ({ default: (await import("./appearance/page.tsx")).Appearance }));

/** The charts need a library that no other screen loads. */
const BlogAnalytics = lazy(async () => ({ default: (await import("./blog-analytics/page.tsx")).BlogAnalytics }));
const WebAnalytics = lazy(async () => ({ default: (await import("./analytics/page.tsx")).WebAnalytics }));

const Traffic = lazy(async () => ({ default: (await import("./analytics/traffic/page.tsx")).Traffic }));
const ImportExport = lazy(async () => ({ default: (await import("./imports/page.tsx")).ImportExport }));
const Backups = lazy(async () => ({ default: (await import("./backups/page.tsx")).Backups }));
const Redirects = lazy(async () => ({ default: (await import("./redirects/page.tsx")).Redirects }));
const Navigation = lazy(async () => ({ default: (await import("./navigation/page.tsx")).Navigation }));
const WordsOfSite = lazy(async () => ({ default: (await import("./words/page.tsx")).WordsOfSite }));
const AuthorScreen = lazy(async () => ({ default: (await import("./authors/page.tsx")).AuthorScreen }));
const MediaLibrary = lazy(async () => ({ default: (await import("./media/library/page.tsx")).MediaLibrary }));
const Subscribers = lazy(async () => ({ default: (await import("./subscribers/page.tsx")).Subscribers }));
const ImportSubscribers = lazy(async () => ({ default: (await import("./subscribers/import/page.tsx")).ImportSubscribers }));
const Webhooks = lazy(async () => ({ default: (await import("./webhooks/page.tsx")).Webhooks }));
const WebhookDeliveries = lazy(async () => ({ default: (await import("./webhooks/deliveries.tsx")).WebhookDeliveries }));
const loadEditor = () => import("./editor/page.tsx");
const PostEditor = lazy(async () => ({ default: (await loadEditor()).PostEditor }));
const PostHistory = lazy(async () => ({ default: (await import("./history/page.tsx")).PostHistory }));
const MissingPost = lazy(async () => ({ default: (await loadEditor()).MissingPost }));

const SCREENS: [path: string, Screen: ComponentType][] = [
  [adminRoutes.dashboard(), Dashboard],
  [adminRoutes.posts(), Posts],
  [adminRoutes.pages(), Pages],
  [adminRoutes.createPage(), PostEditor],
  [adminRoutes.calendar(), Calendar],
  [adminRoutes.categories(), Categories],
  [adminRoutes.tags(), Tags],
  [adminRoutes.analytics(), WebAnalytics],
  [adminRoutes.traffic(), Traffic],
  [adminRoutes.redirects(), Redirects],
  [adminRoutes.media(), MediaLibrary],
  [adminRoutes.navigation(), Navigation],
  [adminRoutes.blogAnalytics(), BlogAnalytics],
  // One component for both, so that the editor stays open after a new post is created.
  [adminRoutes.createPost(), PostEditor],
  [`${adminRoutes.posts()}/edit/:id`, PostEditor],
  [`${adminRoutes.posts()}/edit/:id/history`, PostHistory],
  [`${adminRoutes.posts()}/edit`, MissingPost],
  [adminRoutes.importExport(), ImportExport],
  [adminRoutes.backups(), Backups],
  [adminRoutes.outbox(), Outbox],
  [`${adminRoutes.technicalDocs()}/:document?`, TechnicalDocs],
  [adminRoutes.trash(), Trash],
  [adminRoutes.users(), Users],
  [adminRoutes.tokens(), ApiTokens],
  [adminRoutes.author(), AuthorScreen],
  [`${adminRoutes.users()}/:id/author`, AuthorScreen],
  [adminRoutes.comments(), Comments],
  [adminRoutes.commentBans(), CommentBans],
  [adminRoutes.newsletter(), Issues],
  [`${adminRoutes.newsletter()}/issues/:id`, IssueScreen],
  [adminRoutes.subscribers(), Subscribers],
  [adminRoutes.subscriberImport(), ImportSubscribers],
  [adminRoutes.newsletterSettings(), NewsletterSettings],
  [adminRoutes.settings(), Settings],
  [adminRoutes.settingsPlace("reading"), Reading],
  [adminRoutes.settingsPlace("discussion"), Discussion],
  [adminRoutes.settingsPlace("accounts"), Accounts],
  [adminRoutes.settingsPlace("email"), Email],
  [adminRoutes.settingsPlace("privacy"), PrivacyAndCrawlers],
  [adminRoutes.settingsPlace("demo"), DemoContent],
  [adminRoutes.siteText("home"), HomeText],
  [adminRoutes.siteText("about"), AboutText],
  [adminRoutes.appearance(), Appearance],
  [adminRoutes.words(), WordsOfSite],
  [adminRoutes.audit(), Audit],
  [adminRoutes.webhooks(), Webhooks],
  [`${adminRoutes.webhooks()}/:id`, WebhookDeliveries],
];

function Loading() {
  return (
    <>
      <UnlistedTitle title="Admin" />
      <Spinner label="Loading..." />
    </>
  );
}

function NoSuchScreen() {
  return (
    <MessagePage title="Oops! Page not found" sign="404">
      <UnlistedTitle title="Page not found" />
      <p>There’s no such screen. The link may have a typo.</p>
      <p className="hero-buttons">
        <Link className="button button-solid" to={adminRoutes.dashboard()}>
          Dashboard
        </Link>
        <Link className="button" to={routes.home()}>
          Back to Home
        </Link>
      </p>
    </MessagePage>
  );
}

/**
 * The back office: one chunk, rendered in the browser only. Everything under /admin arrives here, so that public
 * pages don't contain its paths.
 */
export function BackOffice() {
  usePrefetchEditor(loadEditor);
  return (
    <AdminGuard>
      {(admin) => (
        <Office admin={admin}>
          <Suspense fallback={<Loading />}>
            <Routes>
              {SCREENS.map(([path, Screen]) => (
                <Route
                  key={path}
                  path={path.slice("/admin/".length)}
                  element={
                    <ScreenGate path={path}>
                      <Screen />
                    </ScreenGate>
                  }
                />
              ))}
              <Route path="*" element={<NoSuchScreen />} />
            </Routes>
          </Suspense>
        </Office>
      )}
    </AdminGuard>
  );
}
