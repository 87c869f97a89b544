import { adminRoutes } from "../../../admin-routes.ts";
import { routes } from "../../../routes.ts";
import type { AdminIconName } from "./admin-icon.tsx";

/** A screen that navigation leads to. `words`: other words by which the command menu finds it; `name`: what the menu calls it, if not by its label. */
export type Place = { label: string; name?: string; to: string; icon: AdminIconName; words?: string };

/** `owns`: screens without an entry of their own that mark this one as current. */
export type Entry = Place & { newTab?: true; owns?: readonly Place[] };

/** The screens of one entry, as tabs above their titles. */
const POST_TABS: Place[] = [
  { label: "Posts", to: adminRoutes.posts(), icon: "posts", words: "articles drafts" },
  { label: "Pages", to: adminRoutes.pages(), icon: "page", words: "imprint about privacy terms home contact" },
  { label: "Calendar", to: adminRoutes.calendar(), icon: "calendar", words: "schedule plan" },
];
const CATEGORY_TABS: Place[] = [
  { label: "Categories", to: adminRoutes.categories(), icon: "folder" },
  { label: "Tags", to: adminRoutes.tags(), icon: "tag" },
];
const USER_TABS: Place[] = [
  { label: "Users", to: adminRoutes.users(), icon: "users" },
  { label: "API tokens", to: adminRoutes.tokens(), icon: "lock", words: "machines programs keys scopes access" },
];
const COMMENT_TABS: Place[] = [
  { label: "Comments", to: adminRoutes.comments(), icon: "comments" },
  { label: "Banned", name: "Banned from commenting", to: adminRoutes.commentBans(), icon: "comments", words: "ban block" },
];
const ANALYTICS_TABS: Place[] = [
  { label: "Visits", to: adminRoutes.analytics(), icon: "globe" },
  { label: "Traffic", to: adminRoutes.traffic(), icon: "globe", words: "analytics bots rules quarantine" },
];
const NEWSLETTER_TABS: Place[] = [
  { label: "Issues", to: adminRoutes.newsletter(), icon: "mail" },
  { label: "Subscribers", to: adminRoutes.subscribers(), icon: "users", words: "newsletter readers email list" },
  {
    label: "Settings",
    name: "Newsletter settings",
    to: adminRoutes.newsletterSettings(),
    icon: "mail",
    words: "sender reply postal address",
  },
];
const TABS: readonly (readonly Place[])[] = [POST_TABS, CATEGORY_TABS, USER_TABS, COMMENT_TABS, ANALYTICS_TABS, NEWSLETTER_TABS];

/** The sections of the settings, as a list beside each of them. */
const SECTIONS: { title: string; places: Place[] }[] = [
  {
    title: "Settings",
    places: [
      { label: "General", to: adminRoutes.settings(), icon: "settings", words: "settings" },
      { label: "Reading", to: adminRoutes.settingsPlace("reading"), icon: "settings", words: "language byline footer" },
      {
        label: "Discussion",
        to: adminRoutes.settingsPlace("discussion"),
        icon: "comments",
        words: "comments guests spam filter words close",
      },
      { label: "Accounts", to: adminRoutes.settingsPlace("accounts"), icon: "users", words: "sessions security" },
      { label: "Email", to: adminRoutes.settingsPlace("email"), icon: "mail", words: "smtp mail server" },
      { label: "Privacy and crawlers", to: adminRoutes.settingsPlace("privacy"), icon: "lock", words: "ai bots robots markdown" },
      { label: "Demo content", to: adminRoutes.settingsPlace("demo"), icon: "page", words: "remove sample" },
    ],
  },
  {
    title: "Site",
    places: [
      { label: "Appearance", to: adminRoutes.appearance(), icon: "palette", words: "look logo color font favicon icon" },
      { label: "Navigation", to: adminRoutes.navigation(), icon: "signpost", words: "menu footer header social announcement" },
      {
        label: "Words of the site",
        to: adminRoutes.words(),
        icon: "edit",
        words: "translation translate language texts strings plural",
      },
      { label: "Redirects", to: adminRoutes.redirects(), icon: "link" },
    ],
  },
  {
    title: "Data",
    places: [
      { label: "Import and Export", to: adminRoutes.importExport(), icon: "upload" },
      { label: "Backups", to: adminRoutes.backups(), icon: "disk", words: "restore" },
      { label: "Outbox", to: adminRoutes.outbox(), icon: "mail", words: "email smtp" },
      { label: "Webhooks", to: adminRoutes.webhooks(), icon: "link", words: "events hooks integrations programs" },
      { label: "Activity Log", to: adminRoutes.audit(), icon: "log" },
      { label: "Trash", to: adminRoutes.trash(), icon: "trash", words: "deleted restore" },
    ],
  },
];

const ALL_SECTIONS = SECTIONS.flatMap(({ places }) => places);

/** The entries of the sidebar. Those of the specification keep their order (section 2); Logout follows them. */
const ENTRIES: { title: string; entries: Entry[] }[] = [
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
      { label: "Web Analytics", to: adminRoutes.analytics(), icon: "globe", owns: ANALYTICS_TABS },
      { label: "Blog Analytics", to: adminRoutes.blogAnalytics(), icon: "chart" },
    ],
  },
  {
    title: "Content",
    entries: [
      { label: "Posts", to: adminRoutes.posts(), icon: "posts", owns: POST_TABS },
      { label: "Categories", to: adminRoutes.categories(), icon: "folder", owns: CATEGORY_TABS },
      { label: "Media", to: adminRoutes.media(), icon: "image", words: "pictures files" },
    ],
  },
  {
    title: "People",
    entries: [
      { label: "Users", to: adminRoutes.users(), icon: "users", owns: USER_TABS },
      { label: "Comments", to: adminRoutes.comments(), icon: "comments", owns: COMMENT_TABS },
      { label: "Newsletter", to: adminRoutes.newsletter(), icon: "mail", owns: NEWSLETTER_TABS },
    ],
  },
  {
    title: "Site",
    entries: [
      { label: "Settings", to: adminRoutes.settings(), icon: "settings", owns: ALL_SECTIONS },
      { label: "Technical Docs", to: adminRoutes.technicalDocs(), icon: "book" },
    ],
  },
];

const isAt = (to: string, pathname: string) => pathname === to || pathname.startsWith(`${to}/`);

/** Whether a screen belongs to an entry: it is the entry's own, one below it, or one that the entry owns. */
export const isCurrent = ({ to, owns = [] }: Entry, pathname: string): boolean =>
  isAt(to, pathname) || owns.some((place) => isAt(place.to, pathname));

type MayOpen = (to: string) => boolean;

/** The entry as a user has it: if its own screen is closed to them, it leads to the first one that it owns and they may open. */
function openedBy(entry: Entry, mayOpen: MayOpen): Entry[] {
  if (mayOpen(entry.to)) return [entry];
  const [first, ...others] = entry.owns?.filter(({ to }) => mayOpen(to)) ?? [];
  if (!first) return [];
  return [{ ...entry, to: first.to, ...(others.length === 0 && { label: first.name ?? first.label, icon: first.icon }) }];
}

export const entriesFor = (mayOpen: MayOpen): typeof ENTRIES =>
  ENTRIES.map(({ title, entries }) => ({ title, entries: entries.flatMap((entry) => openedBy(entry, mayOpen)) })).filter(
    ({ entries }) => entries.length > 0,
  );

export const sectionsFor = (mayOpen: MayOpen): typeof SECTIONS =>
  SECTIONS.map(({ title, places }) => ({ title, places: places.filter(({ to }) => mayOpen(to)) })).filter(
    ({ places }) => places.length > 0,
  );

/** The tabs above the title of a screen; only lists have them, not what is opened from them. */
export const tabsAt = (pathname: string): readonly Place[] => TABS.find((tabs) => tabs.some(({ to }) => to === pathname)) ?? [];

/** The section of the settings that a screen is. */
export const sectionAt = (pathname: string): Place | undefined => ALL_SECTIONS.find(({ to }) => to === pathname);

/** Every screen that navigation leads to, once, by the name that the sidebar has for it. */
export function placesFor(mayOpen: MayOpen): Entry[] {
  const all: Entry[] = [
    ...ENTRIES.flatMap(({ entries }) => entries),
    ...TABS.flat(),
    ...SECTIONS.flatMap(({ places }) => places),
  ];
  return all.filter(({ to }, index) => mayOpen(to) && all.findIndex((place) => place.to === to) === index);
}
