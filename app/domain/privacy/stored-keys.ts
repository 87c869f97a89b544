import { PASS_SECONDS } from "../auth/browser-tokens.ts";
import { SESSION_GRACE_MS, SESSION_TIMEOUT_MS } from "../reader-session-rules.ts";
import type { StoredKey } from "./privacy.ts";

const CLEARED = "Until you clear this site’s data";
const SENT = "Until it is sent or saved";
const REUSED_MINUTES = (SESSION_TIMEOUT_MS + SESSION_GRACE_MS) / 60_000;

/**
 * /privacy/storage shows this list, and a journey through the site fails when it finds anything else in a browser. Add what is new in
 * app/browser, app/ui or app/pages.
 */
export const STORED_KEYS: StoredKey[] = [
  {
    name: "look",
    place: "cookie",
    whose: "everyone",
    purpose:
      "Tells the server that you have chosen a theme or signed in, so that pages don’t flash. Its value is the same for everyone.",
    kept: "One year after you chose a theme or signed in",
  },
  {
    name: "site_pass",
    place: "cookie",
    whose: "admins",
    purpose: "Lets you see the site while it is closed for maintenance. On https, its name begins with __Host-.",
    kept: `${PASS_SECONDS / 60} minutes`,
  },
  {
    name: "known_browser",
    place: "cookie",
    whose: "signed-in users",
    purpose:
      "Lets you sign in to your account from here, also while someone else tries passwords for it. On https, its name begins with __Host-.",
    kept: "One year after you signed in",
  },
  {
    name: "theme",
    place: "local storage",
    whose: "everyone",
    purpose: "Your choice of light, dark or automatic.",
    kept: CLEARED,
  },
  {
    name: "reader_session",
    place: "local storage",
    whose: "everyone",
    purpose: "A random number, so that you can take back a like, and an article that you open twice counts once.",
    kept: `Replaced after ${REUSED_MINUTES} minutes without activity`,
  },
  {
    name: "reader_session_probe",
    place: "local storage",
    whose: "everyone",
    purpose: "Tests whether your browser allows storage.",
    kept: "Removed at once",
  },
  {
    name: "fonts",
    place: "local storage",
    whose: "everyone",
    purpose: "Whether the fonts have been loaded before, so that the text doesn’t change while you read.",
    kept: CLEARED,
  },
  {
    name: "listing-view",
    place: "local storage",
    whose: "everyone",
    purpose: "Whether you see articles as a grid or a list.",
    kept: CLEARED,
  },
  {
    name: "announcement",
    place: "local storage",
    whose: "everyone",
    purpose: "Which announcement you closed.",
    kept: CLEARED,
  },
  {
    name: "react-router-scroll-positions",
    place: "session storage",
    whose: "everyone",
    purpose: "How far you had scrolled on each page, so that going back leads to the same place.",
    kept: "Until the tab is closed",
  },
  {
    name: "skylark.play",
    place: "session storage",
    whose: "everyone",
    purpose: "The video or music that you have asked to play, while the page reloads.",
    kept: "Until it plays, or the tab is closed",
  },
  {
    name: "skylark.session",
    place: "local storage",
    whose: "signed-in users",
    purpose: "The tokens that keep you signed in, with your name, email address and role.",
    kept: "Until you sign out",
  },
  {
    name: "skylark.comment.…",
    place: "local storage",
    whose: "signed-in users",
    purpose: "A comment you have started.",
    kept: SENT,
  },
  {
    name: "maintenance-passed",
    place: "session storage",
    whose: "admins",
    purpose: "When this tab last opened the site during maintenance, so that it doesn’t reload forever.",
    kept: "Until the tab is closed",
  },
  {
    name: "skylark.copy.…",
    place: "local storage",
    whose: "admins",
    purpose: "A copy of what you are writing, so that nothing is lost.",
    kept: SENT,
  },
  {
    name: "skylark",
    place: "IndexedDB",
    whose: "admins",
    purpose: "The same copies, in a place that survives a crash.",
    kept: SENT,
  },
  {
    name: "skylark.density",
    place: "local storage",
    whose: "admins",
    purpose: "The row density of tables.",
    kept: CLEARED,
  },
  {
    name: "skylark.sidebar",
    place: "local storage",
    whose: "admins",
    purpose: "Whether the sidebar is folded.",
    kept: CLEARED,
  },
  {
    name: "skylark.filters.…",
    place: "local storage",
    whose: "admins",
    purpose: "The filters that you have saved for lists.",
    kept: CLEARED,
  },
  {
    name: "skylark.editor.…",
    place: "local storage",
    whose: "admins",
    purpose: "Which parts of the editor are open.",
    kept: CLEARED,
  },
  {
    name: "skylark.focus-mode",
    place: "local storage",
    whose: "admins",
    purpose: "Whether the editor is in focus mode.",
    kept: CLEARED,
  },
  {
    name: "skylark.word-goal.…",
    place: "local storage",
    whose: "admins",
    purpose: "Your word goal for an article.",
    kept: CLEARED,
  },
];
