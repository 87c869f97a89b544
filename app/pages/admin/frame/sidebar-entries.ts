import { adminRoutes } from "../../../admin-routes.ts";
import { routes } from "../../../routes.ts";
import type { AdminIconName } from "./admin-icon.tsx";

export type Entry = { label: string; to: string; icon: AdminIconName; newTab?: boolean };

/** The entries of the sidebar. Those of the specification keep their order (section 2); others are next to related ones. */
export const ENTRIES: { title: string; entries: Entry[] }[] = [
  {
    title: "Overview",
    entries: [
      { label: "Dashboard", to: adminRoutes.dashboard(), icon: "dashboard" },
      { label: "View Blog", to: routes.home(), icon: "external", newTab: true },
    ],
  },
  {
    title: "Analytics",
    entries: [
      { label: "Web Analytics", to: adminRoutes.analytics(), icon: "globe" },
      { label: "Blog Analytics", to: adminRoutes.blogAnalytics(), icon: "chart" },
    ],
  },
  {
    title: "Content",
    entries: [
      { label: "Posts", to: adminRoutes.posts(), icon: "posts" },
      { label: "Pages", to: adminRoutes.pages(), icon: "page" },
      { label: "Calendar", to: adminRoutes.calendar(), icon: "calendar" },
      { label: "Categories", to: adminRoutes.categories(), icon: "folder" },
      { label: "Tags", to: adminRoutes.tags(), icon: "tag" },
      { label: "Media", to: adminRoutes.media(), icon: "image" },
      { label: "Redirects", to: adminRoutes.redirects(), icon: "link" },
      { label: "Trash", to: adminRoutes.trash(), icon: "trash" },
    ],
  },
  {
    title: "People",
    entries: [
      { label: "Users", to: adminRoutes.users(), icon: "users" },
      { label: "Comments", to: adminRoutes.comments(), icon: "comments" },
    ],
  },
  {
    title: "Site",
    entries: [
      { label: "Settings", to: adminRoutes.settings(), icon: "settings" },
      { label: "Appearance", to: adminRoutes.appearance(), icon: "palette" },
      { label: "Navigation", to: adminRoutes.navigation(), icon: "signpost" },
      { label: "Import and Export", to: adminRoutes.importExport(), icon: "upload" },
      { label: "Backups", to: adminRoutes.backups(), icon: "disk" },
      { label: "Outbox", to: adminRoutes.outbox(), icon: "mail" },
      { label: "Activity Log", to: adminRoutes.audit(), icon: "log" },
      { label: "Technical Docs", to: adminRoutes.technicalDocs(), icon: "book" },
    ],
  },
];
