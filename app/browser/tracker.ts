import { pathTo, pathWithin } from "../base-path.ts";
import { HEARTBEAT_MS, SESSION_GRACE_MS, SESSION_TIMEOUT_MS } from "../domain/reader-session-rules.ts";
import type { ReaderSessionKeeper } from "./reader-session.ts";

/** The path of the endpoint for hits. */
const PATH = "/api/visits";
/** A page counts as viewed after this time (specification, section 9), in ms. */
const DELAY_MS = 500;
/** Readers count as active for this long after they last did something, in ms. */
const ACTIVE_MS = 30_000;
/** A reader who was inactive for this long begins a new visit, in ms. */
const PAUSE_MS = SESSION_TIMEOUT_MS + SESSION_GRACE_MS;
/** Activity is recorded at most this often, in ms. */
const ACTIVITY_MS = 1000;
/** The parameters that are reported: campaign tags and the search term. Any other parameter may be a secret. */
const TAGS = /^utm_(source|medium|campaign|term|content)$/;
const REPORTED = /^(utm_(source|medium|campaign|term|content)|search)$/;
const ACTIVITY_EVENTS = ["pointerdown", "pointermove", "keydown", "scroll"] as const;

export type Tracking = {
  session: Pick<ReaderSessionKeeper, "id">;
  who(): "anonymous" | "reader" | "admin";
  /** calls back after each change of route */
  onRouteChange(listener: () => void): void;
};

/**
 * A page on the screen. `view` is the id of this view and `session` its reader session. `from` is the depth at which the reader
 * resumed the page, `reported` the attention that was last reported, in seconds.
 */
type Shown = {
  url: string;
  path: string;
  view: number;
  session: string;
  engagedMs: number;
  scroll: number;
  from: number;
  reported: number;
};

const isVisible = () => document.visibilityState === "visible";
const here = () => location.pathname + location.search;
const entries = (names: RegExp) => [...new URLSearchParams(location.search)].filter(([name]) => names.test(name));

/** The depth: how much of the article, or of a page without one, has been on the screen, in percent. */
function scrollDepth(): number {
  const { top, height } = (document.querySelector(".prose") ?? document.body).getBoundingClientRect();
  return height > 0 ? Math.max(0, Math.min(100, Math.round(((innerHeight - top) / height) * 100))) : 0;
}

/**
 * Reports hits: a view 500 ms after a page appears, or when it is left before that; attention and depth every five minutes if
 * they have changed; and the end when the page is hidden or left. Attention only counts for half a minute after the reader last
 * did something. Failures never affect readers.
 */
export function track({ session, who, onRouteChange }: Tracking): void {
  // What brought the reader to this tab. It is reported with each visit that begins here.
  const referrer = document.referrer;
  const tags = entries(TAGS);
  let shown: Shown | null = null;
  let over = false;
  let visit = "";
  let openedAt = Date.now();
  let activeAt = openedAt;
  let countedTo = openedAt;
  let pending: ReturnType<typeof setTimeout> | undefined;

  /** The URL to report: without its fragment, and only with these parameters of the query. */
  const urlWith = (names: RegExp, begins: boolean) => {
    const query = new URLSearchParams(entries(names));
    if (begins) for (const [name, value] of tags) if (!query.has(name)) query.append(name, value);
    return `${pathWithin(location.pathname)}${query.size > 0 ? `?${query}` : ""}`;
  };
  const isNewVisit = () => session.id() !== visit || Date.now() - activeAt >= PAUSE_MS;

  const report = (kind: "view" | "alive" | "end", page: Shown, begins = false) => {
    if (!/^[0-9a-f]{32}$/.test(page.session)) return;
    over = kind === "end";
    page.reported = Math.round(page.engagedMs / 1000);
    const hit = {
      kind,
      session: page.session,
      url: page.url,
      view: page.view,
      engaged: page.reported,
      scroll: page.scroll,
      ...(kind === "view"
        ? {
            title: document.title,
            screen: `${screen.width}x${screen.height}`,
            timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            who: who(),
            ...(begins && referrer && { referrer }),
          }
        : { idle: Math.round(Math.max(0, Date.now() - countedTo) / 1000) }),
    };
    navigator.sendBeacon?.(pathTo(PATH), JSON.stringify(hit));
  };

  /** Adds the attention and the depth since the last call. */
  const count = (page: Shown) => {
    const until = Math.min(Date.now(), activeAt + ACTIVE_MS);
    page.engagedMs += Math.max(0, until - countedTo);
    countedTo = until;
    const depth = scrollDepth();
    if (depth > page.from) page.scroll = Math.max(page.scroll, depth);
  };
  const countFrom = (moment: number) => {
    activeAt = moment;
    countedTo = moment;
  };

  const open = (parts: Pick<Shown, "url" | "scroll" | "from">, begins: boolean) => {
    visit = session.id();
    const [view = 0] = crypto.getRandomValues(new Uint32Array(1));
    shown = { ...parts, path: here(), view, session: visit, engagedMs: 0, reported: 0 };
    report("view", shown, begins);
  };
  const begin = () => {
    clearTimeout(pending);
    pending = undefined;
    if (shown) return;
    const begins = isNewVisit();
    countFrom(openedAt);
    const page = { url: urlWith(REPORTED, begins), scroll: scrollDepth(), from: 0 };
    open(page, begins);
  };
  const show = () => {
    clearTimeout(pending);
    pending = undefined;
    // A page that was rendered in advance or opened in the background counts when it is shown.
    if (location.pathname.startsWith(pathTo("/admin")) || !isVisible()) return;
    openedAt = Date.now();
    pending = setTimeout(begin, DELAY_MS);
  };
  /** Begins a new visit on a page after a long pause. Earlier attention and depth have been reported already. */
  const resume = () => {
    countFrom(Date.now());
    open({ url: urlWith(TAGS, true), scroll: 0, from: scrollDepth() }, true);
  };
  const leave = (kind: "alive" | "end") => {
    if (pending !== undefined && kind === "end") begin();
    if (!shown || over || isNewVisit()) return;
    count(shown);
    report(kind, shown);
  };
  const onActivity = ({ type }: Event) => {
    if (!shown || Date.now() - activeAt < ACTIVITY_MS) return;
    if (!isNewVisit()) {
      count(shown);
      countFrom(Date.now());
    } else if (type !== "pointermove") resume(); // A mouse that passes over the page doesn't mean that somebody reads.
  };

  onRouteChange(() => {
    if (shown?.path === here()) return;
    leave("alive");
    shown = null;
    show();
  });
  document.addEventListener("visibilitychange", () => {
    if (!isVisible()) return leave("end");
    if (!shown) return show();
    if (isNewVisit()) return;
    countFrom(Date.now());
    report("alive", shown);
  });
  addEventListener("pagehide", () => leave("end"));
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    shown = null;
    show();
  });
  for (const name of ACTIVITY_EVENTS) addEventListener(name, onActivity, { passive: true, capture: true });
  setInterval(() => {
    if (!shown || !isVisible() || isNewVisit()) return;
    count(shown);
    if (Math.round(shown.engagedMs / 1000) > shown.reported) report("alive", shown);
  }, HEARTBEAT_MS);
  show();
}
