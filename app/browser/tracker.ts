import type { ReaderSessionKeeper } from "./reader-session.ts";

/** Where visits are told of, on this site. */
const ADDRESS = "/api/visits";
/** A page that is left at once wasn't visited (specification, section 9), in ms. */
const DELAY_MS = 500;
const HEARTBEAT_MS = 5 * 60_000;
/** Without a sign of life for so long, nobody is reading any more, in ms. */
const IDLE_MS = 30_000;
/** Campaign tags and what is searched for; anything else in an address may be a secret, and stays here. */
const TOLD = /^(utm_(source|medium|campaign|term|content)|search)$/;
const SIGNS = ["pointerdown", "pointermove", "keydown", "scroll"] as const;

export type Tracking = {
  session: Pick<ReaderSessionKeeper, "id">;
  who(): "anonymous" | "reader" | "admin";
  /** calls back after each change of route */
  onRouteChange(listener: () => void): void;
};

/** A page on the screen: `told` is the session that its view was counted for. */
type Shown = { url: string; path: string; told: string; engagedMs: number; scroll: number };

/** The address as it is told: without its fragment, and of the query only what is asked for. */
function ownAddress(): string {
  const query = new URLSearchParams([...new URLSearchParams(location.search)].filter(([name]) => TOLD.test(name)));
  return `${location.pathname}${query.size > 0 ? `?${query}` : ""}`;
}

/** How far the article has been scrolled, or the page where there is none: percent of it that has been on the screen. */
function scrollDepth(): number {
  const { top, height } = (document.querySelector(".prose") ?? document.body).getBoundingClientRect();
  return height > 0 ? Math.max(0, Math.min(100, Math.round(((innerHeight - top) / height) * 100))) : 0;
}

/**
 * Tells the site what is read: each page 500 ms after it came on the screen, a sign of life every five minutes, and the end
 * when the page is hidden or left, with how long it was read and how far. Nothing here can fail for the reader.
 */
export function track({ session, who, onRouteChange }: Tracking): void {
  let shown: Shown | null = null;
  let referrer = document.referrer;
  let over = false;
  let seenAt = performance.now();
  let timer: ReturnType<typeof setTimeout>;

  const tell = (kind: "view" | "alive" | "end", page: Shown) => {
    const id = session.id();
    if (!/^[0-9a-f]{32}$/.test(id)) return;
    over = kind === "end";
    // The session ran out meanwhile: for the next one this page is new.
    const counts = kind === "view" || (kind === "alive" && id !== page.told);
    if (counts) page.told = id;
    const told = {
      kind: counts ? "view" : kind,
      session: page.told,
      url: page.url,
      engaged: Math.round(page.engagedMs / 1000),
      scroll: page.scroll,
      ...(counts && {
        title: document.title,
        screen: `${screen.width}x${screen.height}`,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        who: who(),
        ...(referrer && { referrer }),
      }),
    };
    navigator.sendBeacon?.(ADDRESS, JSON.stringify(told));
  };

  /** Between two signs of life somebody was reading, unless they are too far apart. */
  const sign = () => {
    if (!shown) return;
    const now = performance.now();
    shown.engagedMs += Math.min(now - seenAt, IDLE_MS);
    seenAt = now;
    shown.scroll = Math.max(shown.scroll, scrollDepth());
  };
  const show = () => {
    clearTimeout(timer);
    if (location.pathname.startsWith("/admin")) return;
    timer = setTimeout(() => {
      // Rendered ahead or opened behind: counted when it is looked at.
      if (document.visibilityState !== "visible" || shown) return;
      shown = { url: ownAddress(), path: location.pathname + location.search, told: "", engagedMs: 0, scroll: scrollDepth() };
      seenAt = performance.now();
      tell("view", shown);
      referrer = "";
    }, DELAY_MS);
  };
  const leave = (kind: "alive" | "end") => {
    if (!shown || over) return;
    sign();
    tell(kind, shown);
  };

  onRouteChange(() => {
    if (shown?.path === location.pathname + location.search) return;
    leave("alive");
    shown = null;
    show();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") return leave("end");
    seenAt = performance.now();
    if (shown) tell("alive", shown);
    else show();
  });
  addEventListener("pagehide", () => leave("end"));
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    shown = null;
    show();
  });
  for (const name of SIGNS) {
    addEventListener(name, () => performance.now() - seenAt > 1000 && sign(), { passive: true, capture: true });
  }
  setInterval(() => document.visibilityState === "visible" && leave("alive"), HEARTBEAT_MS);
  show();
}
