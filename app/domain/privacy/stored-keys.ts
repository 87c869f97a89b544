import { languageOf } from "../../texts/languages.ts";
import { inLanguage, plural } from "../../texts/texts.ts";
import { PASS_SECONDS } from "../auth/browser-tokens.ts";
import { SESSION_GRACE_MS, SESSION_TIMEOUT_MS } from "../reader-session-rules.ts";
import type { Site } from "../settings/settings.ts";
import { texts } from "./key-texts.ts";
import type { StoredKey } from "./privacy.ts";

const REUSED_MINUTES = (SESSION_TIMEOUT_MS + SESSION_GRACE_MS) / 60_000;

/** For how many minutes, where the text names them. */
const MINUTES = { minutes: PASS_SECONDS / 60, replaced: REUSED_MINUTES };

type Listed = Omit<StoredKey, "purpose" | "kept"> & { about: keyof typeof texts.purposes; kept: keyof typeof texts.kept };

/**
 * /privacy/storage shows this list, and a journey through the site fails when it finds anything else in a browser. Add what is new in
 * app/browser, app/ui or app/pages.
 */
const STORED_KEYS: Listed[] = [
  {
    name: "look",
    place: "cookie",
    whose: "everyone",
    about: "look",
    kept: "yearChosen",
  },
  {
    name: "site_pass",
    place: "cookie",
    whose: "admins",
    about: "sitePass",
    kept: "minutes",
  },
  {
    name: "known_browser",
    place: "cookie",
    whose: "signed-in users",
    about: "knownBrowser",
    kept: "yearSignedIn",
  },
  {
    name: "guest",
    place: "cookie",
    whose: "everyone",
    about: "guest",
    kept: "yearConfirmed",
  },
  {
    name: "theme",
    place: "local storage",
    whose: "everyone",
    about: "theme",
    kept: "untilCleared",
  },
  {
    name: "reader_session",
    place: "local storage",
    whose: "everyone",
    about: "readerSession",
    kept: "replaced",
  },
  {
    name: "reader_session_probe",
    place: "local storage",
    whose: "everyone",
    about: "readerSessionProbe",
    kept: "not",
  },
  {
    name: "fonts",
    place: "local storage",
    whose: "everyone",
    about: "fonts",
    kept: "untilCleared",
  },
  {
    name: "listing-view",
    place: "local storage",
    whose: "everyone",
    about: "listingView",
    kept: "untilCleared",
  },
  {
    name: "announcement",
    place: "local storage",
    whose: "everyone",
    about: "announcement",
    kept: "untilCleared",
  },
  {
    name: "react-router-scroll-positions",
    place: "session storage",
    whose: "everyone",
    about: "reactRouterScrollPositions",
    kept: "tab",
  },
  {
    name: "skylark.play",
    place: "session storage",
    whose: "everyone",
    about: "play",
    kept: "plays",
  },
  {
    name: "skylark.session",
    place: "local storage",
    whose: "signed-in users",
    about: "session",
    kept: "signOut",
  },
  {
    name: "skylark.comment.…",
    place: "local storage",
    whose: "signed-in users",
    about: "comment",
    kept: "untilSent",
  },
  {
    name: "maintenance-passed",
    place: "session storage",
    whose: "admins",
    about: "maintenancePassed",
    kept: "tab",
  },
  {
    name: "skylark.copy.…",
    place: "local storage",
    whose: "admins",
    about: "copy",
    kept: "untilSent",
  },
  {
    name: "skylark",
    place: "IndexedDB",
    whose: "admins",
    about: "copies",
    kept: "untilSent",
  },
  {
    name: "skylark.density",
    place: "local storage",
    whose: "admins",
    about: "density",
    kept: "untilCleared",
  },
  {
    name: "skylark.sidebar",
    place: "local storage",
    whose: "admins",
    about: "sidebar",
    kept: "untilCleared",
  },
  {
    name: "skylark.filters.…",
    place: "local storage",
    whose: "admins",
    about: "filters",
    kept: "untilCleared",
  },
  {
    name: "skylark.editor.…",
    place: "local storage",
    whose: "admins",
    about: "editor",
    kept: "untilCleared",
  },
  {
    name: "skylark.focus-mode",
    place: "local storage",
    whose: "admins",
    about: "focusMode",
    kept: "untilCleared",
  },
  {
    name: "skylark.word-goal.…",
    place: "local storage",
    whose: "admins",
    about: "wordGoal",
    kept: "untilCleared",
  },
];

/** In the site's language. */
export const storedKeys = (site: Pick<Site, "language" | "spoken">): StoredKey[] =>
  inLanguage(languageOf(site), () =>
    STORED_KEYS.map(({ about, kept, ...key }) => ({
      ...key,
      purpose: texts.purposes[about],
      kept: kept === "minutes" || kept === "replaced" ? plural(texts.kept[kept], MINUTES[kept]) : texts.kept[kept],
    })),
  );
