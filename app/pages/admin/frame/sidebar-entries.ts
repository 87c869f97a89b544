import { adminRoutes } from "../../../admin-routes.ts";
import { routes } from "../../../routes.ts";
import type { AdminIconName } from "./admin-icon.tsx";
import { SIDEBAR, TABLE } from "./texts.ts";

export type Entry = { label: string; to: string; icon: AdminIconName; newTab?: boolean };

/** The entries of the sidebar. Those of the specification keep their order (section 2); others are next to related ones. */
export const ENTRIES: { title: string; entries: Entry[] }[] = [
  {
    title: SIDEBAR.overview,
    entries: [
      { label: SIDEBAR.dashboard, to: adminRoutes.dashboard(), icon: "dashboard" },
      { label: SIDEBAR.viewBlog, to: routes.home(), icon: "external", newTab: true },
    ],
  },
  {
    title: SIDEBAR.analytics,
    entries: [
      { label: SIDEBAR.webAnalytics, to: adminRoutes.analytics(), icon: "globe" },
      { label: SIDEBAR.blogAnalytics, to: adminRoutes.blogAnalytics(), icon: "chart" },
    ],
  },
  {
    title: SIDEBAR.content,
    entries: [
      { label: SIDEBAR.posts, to: adminRoutes.posts(), icon: "posts" },
      { label: TABLE.pages, to: adminRoutes.pages(), icon: "page" },
      { label: SIDEBAR.calendar, to: adminRoutes.calendar(), icon: "calendar" },
      { label: SIDEBAR.categories, to: adminRoutes.categories(), icon: "folder" },
      { label: SIDEBAR.tags, to: adminRoutes.tags(), icon: "tag" },
      { label: SIDEBAR.media, to: adminRoutes.media(), icon: "image" },
      { label: SIDEBAR.redirects, to: adminRoutes.redirects(), icon: "link" },
      { label: SIDEBAR.trash, to: adminRoutes.trash(), icon: "trash" },
    ],
  },
  {
    title: SIDEBAR.people,
    entries: [
      { label: SIDEBAR.users, to: adminRoutes.users(), icon: "users" },
      { label: SIDEBAR.comments, to: adminRoutes.comments(), icon: "comments" },
    ],
  },
  {
    title: SIDEBAR.site,
    entries: [
      { label: SIDEBAR.settings, to: adminRoutes.settings(), icon: "settings" },
      { label: SIDEBAR.appearance, to: adminRoutes.appearance(), icon: "palette" },
      { label: SIDEBAR.navigation, to: adminRoutes.navigation(), icon: "signpost" },
      { label: SIDEBAR.importAndExport, to: adminRoutes.importExport(), icon: "upload" },
      { label: SIDEBAR.backups, to: adminRoutes.backups(), icon: "disk" },
      { label: SIDEBAR.outbox, to: adminRoutes.outbox(), icon: "mail" },
      { label: SIDEBAR.activityLog, to: adminRoutes.audit(), icon: "log" },
      { label: SIDEBAR.technicalDocs, to: adminRoutes.technicalDocs(), icon: "book" },
    ],
  },
];
