import { adminRoutes } from "../../../admin-routes.ts";
import { routes } from "../../../routes.ts";
import type { AdminIconName } from "../frame/admin-icon.tsx";
import type { Command } from "./commands.ts";

type Part = [label: string, words: string, hash?: string];

const partsOf = (screen: string, icon: AdminIconName, to: string, parts: Part[]): Command[] =>
  parts.map(([label, words, hash = ""]) => ({
    id: `part-${screen}-${label}`,
    label,
    note: screen,
    icon,
    words,
    to: `${to}${hash}`,
  }));

/** What stands within a screen, with the words that owners use for it. Settings come from their own list. */
export const SCREEN_PARTS: Command[] = [
  ...partsOf("Appearance", "palette", adminRoutes.appearance(), [
    ["Logo", "brand mark sign bird picture header", "#look-pictures"],
    ["Favicon", "icon tab touch app", "#look-pictures"],
    ["Colors", "accent palette background brand theme", "#look-colors"],
    ["Fonts", "type typeface typography serif letters text size width", "#look-type"],
    ["Article lists", "cards grid columns thumbnails", "#look-cards"],
    ["Ready-made looks", "design template style theme skin", "#ready-looks"],
  ]),
  ...partsOf("Navigation", "signpost", adminRoutes.navigation(), [
    ["Header menu", "links top bar menu", "#header"],
    ["Footer menu", "links bottom legal imprint", "#footer"],
    ["Social links", "twitter x mastodon bluesky facebook instagram linkedin github youtube profiles follow", "#social"],
    ["Announcement", "banner notice message bar", "#announcement"],
  ]),
  ...partsOf("Backups", "disk", adminRoutes.backups(), [
    ["Back up now", "save copy download archive"],
    ["Restore a backup", "recover bring back undo disaster move server"],
    ["Backup schedule", "nightly automatic retention", "#backup-schedule"],
  ]),
  ...partsOf("Import and Export", "upload", adminRoutes.importExport(), [
    ["Import another blog", "wordpress ghost medium substack blogger hugo jekyll markdown migrate move"],
    ["Export everything", "download zip markdown leave data"],
  ]),
  ...partsOf("Subscribers", "users", adminRoutes.subscriberImport(), [
    ["Import subscribers", "newsletter members audience list csv substack ghost mailchimp buttondown listmonk"],
  ]),
  ...partsOf("Account", "users", routes.account(), [
    ["Name and bio", "byline profile author about me photo"],
    ["Password", "change sign in secret"],
    ["Signed-in devices", "sessions sign out everywhere logout"],
  ]),
  ...partsOf("Outbox", "mail", adminRoutes.outbox(), [
    ["Email delivery", "smtp mail server sender undelivered confirmation links"],
  ]),
  ...partsOf("System", "settings", adminRoutes.system(), [
    ["Server health", "smtp version update disk space database memory jobs errors log doctor"],
  ]),
];

/** More words for settings and texts of pages, by the name of the field. */
export const SETTING_WORDS: Record<string, string> = {
  siteName: "title brand logo",
  siteDescription: "tagline subtitle slogan sentence seo meta",
  siteUrl: "domain address host canonical https",
  adminEmail: "contact replies",
  allowComments: "discussion replies",
  moderateComments: "approve spam discussion pending",
  closeCommentsAfter: "old articles discussion days lock",
  allowRegistration: "sign up register members accounts",
  requireEmailVerification: "confirm double opt-in",
  sessionIdleDays: "logout stay signed in",
  sessionMaxDays: "logout stay signed in",
  requireTwoSteps: "second factor authenticator app code security",
  enableAnalytics: "statistics tracking visitors privacy",
  enableNotifications: "mail alerts",
  maintenanceMode: "offline closed down under construction",
  maxUploadSize: "file limit images",
  securityContact: "security.txt vulnerability",
  theme: "dark mode light",
  timezone: "time zone clock",
  language: "locale german french translation",
  dateFormat: "day month year",
  postsPerPage: "pagination listing",
  updatedPosts: "modified publication date",
  livePrivacy: "gdpr policy cookies",
  offerMarkdown: "ai llm",
  allowAiCrawlers: "robots.txt bots gpt training",
};
