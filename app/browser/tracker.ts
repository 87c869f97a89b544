import { HEARTBEAT_MS, SESSION_GRACE_MS, SESSION_TIMEOUT_MS } from "../domain/reader-session-rules.ts";
import type { ReaderSessionKeeper } from "./reader-session.ts";

/** Where visits are told of, on this site. */
const ADDRESS = "/api/visits";
/** A page that another one follows at once wasn't visited (specification, section 9), in ms. */
const DELAY_MS = 500;
/** For so long after the last sign of them, a reader is taken to be reading, in ms. */
const READING_MS = 30_000;
/** A reader who returns to the page after so long without a sign begins a new visit, in ms. */
const PAUSE_MS = SESSION_TIMEOUT_MS + SESSION_GRACE_MS;
/** Signs are taken note of at most so often, in ms. */
const SIGN_MS = 1000;
/** Campaign tags and what is searched for; anything else in an address may be a secret, and stays here. */
const TAGS = /^utm_(source|medium|campaign|term|content)$/;
const TOLD = /^(utm_(source|medium|campaign|term|content)|search)$/;
const SIGNS = ["pointerdown", "pointermove", "keydown", "scroll"] as const;

export type Tracking = {
  session: Pick<ReaderSessionKeeper, "id">;
  who(): "anonymous" | "reader" | "admin";
  /** calls back after each change of route */
  onRouteChange(listener: () => void): void;
};

/**
 * A page on the screen. `view` names this view of it, `session` is the one it was told for, `from` how far down it was when
 * it was taken up again, `told` the attention last reported, in seconds.
 */
type Shown = {
  url: string;
  path: string;
  view: number;
  session: string;
  engagedMs: number;
  scroll: number;
  from: number;
  told: number;
};

const isVisible = () => document.visibilityState === "visible";
const here = () => location.pathname + location.search;
const entries = (names: RegExp) => [...new URLSearchParams(location.search)].filter(([name]) => names.test(name));

/** How far the article has been scrolled, or the page where there is none: percent of it that has been on the screen. */
function scrollDepth(): number {
  const { top, height } = (document.querySelector(".prose") ?? document.body).getBoundingClientRect();
  return height > 0 ? Math.max(0, Math.min(100, Math.round(((innerHeight - top) / height) * 100))) : 0;
}

/**
 * Tells the site what is read: each page 500 ms after it came on the screen, or when it is left before; every five minutes
 * how long it has been read and how far, if that has changed; and the end when the page is hidden or left. Only what a
 * reader does counts as reading, and for half a minute at most. Nothing here can fail for the reader.
 */
export function track({ session, who, onRouteChange }: Tracking): void {
  // What brought the reader to this tab; told again with each visit that begins here.
  const referrer = document.referrer;
  const tags = entries(TAGS);
  let shown: Shown | null = null;
  let over = false;
  let visit = "";
  let openedAt = Date.now();
  let signAt = openedAt;
  let countedTo = openedAt;
  let pending: ReturnType<typeof setTimeout> | undefined;

  /** The address as it is told: without its fragment, and of the query only what is asked for. */
  const address = (names: RegExp, begins: boolean) => {
    const query = new URLSearchParams(entries(names));
    if (begins) for (const [name, value] of tags) if (!query.has(name)) query.append(name, value);
    return `${location.pathname}${query.size > 0 ? `?${query}` : ""}`;
  };
  const isNewVisit = () => session.id() !== visit || Date.now() - signAt >= PAUSE_MS;

  const tell = (kind: "view" | "alive" | "end", page: Shown, begins = false) => {
    if (!/^[0-9a-f]{32}$/.test(page.session)) return;
    over = kind === "end";
    page.told = Math.round(page.engagedMs / 1000);
    const told = {
      kind,
      session: page.session,
      url: page.url,
      view: page.view,
      engaged: page.told,
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
    navigator.sendBeacon?.(ADDRESS, JSON.stringify(told));
  };

  /** Adds what has been read since it was last added. */
  const count = (page: Shown) => {
    const until = Math.min(Date.now(), signAt + READING_MS);
    page.engagedMs += Math.max(0, until - countedTo);
    countedTo = until;
    const depth = scrollDepth();
    if (depth > page.from) page.scroll = Math.max(page.scroll, depth);
  };
  const readFrom = (moment: number) => {
    signAt = moment;
    countedTo = moment;
  };

  const open = (parts: Pick<Shown, "url" | "scroll" | "from">, begins: boolean) => {
    visit = session.id();
    const [view = 0] = crypto.getRandomValues(new Uint32Array(1));
    shown = { ...parts, path: here(), view, session: visit, engagedMs: 0, told: 0 };
    tell("view", shown, begins);
  };
  const begin = () => {
    clearTimeout(pending);
    pending = undefined;
    if (shown) return;
    const begins = isNewVisit();
    readFrom(openedAt);
    const page = { url: address(TOLD, begins), scroll: scrollDepth(), from: 0 };
    open(page, begins);
  };
  const show = () => {
    clearTimeout(pending);
    pending = undefined;
    // Rendered ahead or opened behind: counted when it is looked at.
    if (location.pathname.startsWith("/admin") || !isVisible()) return;
    openedAt = Date.now();
    pending = setTimeout(begin, DELAY_MS);
  };
  /** A page that somebody reads on after a long pause: what was read and scrolled before was told before. */
  const takeUp = () => {
    readFrom(Date.now());
    open({ url: address(TAGS, true), scroll: 0, from: scrollDepth() }, true);
  };
  const leave = (kind: "alive" | "end") => {
    if (pending !== undefined && kind === "end") begin();
    if (!shown || over || isNewVisit()) return;
    count(shown);
    tell(kind, shown);
  };
  const onSign = ({ type }: Event) => {
    if (!shown || Date.now() - signAt < SIGN_MS) return;
    if (!isNewVisit()) {
      count(shown);
      readFrom(Date.now());
    } else if (type !== "pointermove") takeUp(); // A mouse that passes over the page isn't somebody who reads on.
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
    readFrom(Date.now());
    tell("alive", shown);
  });
  addEventListener("pagehide", () => leave("end"));
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    shown = null;
    show();
  });
  for (const name of SIGNS) addEventListener(name, onSign, { passive: true, capture: true });
  setInterval(() => {
    if (!shown || !isVisible() || isNewVisit()) return;
    count(shown);
    if (Math.round(shown.engagedMs / 1000) > shown.told) tell("alive", shown);
  }, HEARTBEAT_MS);
  show();
}
