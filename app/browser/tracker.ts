// A script of its own that waits for no other: readers on slow connections are gone before the application is there.
import { pathTo, pathWithin } from "../base-path.ts";
import { HEARTBEAT_MS, SESSION_GRACE_MS, SESSION_TIMEOUT_MS } from "../domain/reader-session-rules.ts";
import { publishViews } from "./article-views.ts";
import { storedPerson } from "./auth/stored-person.ts";
import { browserStore, createReaderSession, mayCount, type ReaderSessionKeeper } from "./reader-session.ts";
import { ROUTE_CHANGE } from "./route-change.ts";

const PATH = "/api/visits";
/** A page counts as viewed after this time (specification, section 9). */
const DELAY_MS = 500;
/** Readers count as active for this long after they last did something. */
const ACTIVE_MS = 30_000;
/** A reader who was inactive for this long begins a new visit. */
const PAUSE_MS = SESSION_TIMEOUT_MS + SESSION_GRACE_MS;
const ACTIVITY_MS = 1000;
/** Any other parameter may be a secret. */
const TAGS = /^utm_(source|medium|campaign|term|content)$/;
const REPORTED = /^(utm_(source|medium|campaign|term|content)|search)$/;
const ACTIVITY_EVENTS = ["pointerdown", "pointermove", "keydown", "scroll"] as const;

const READERS = { admin: "admin", user: "reader" } as const;
const who = () => READERS[storedPerson()?.role as keyof typeof READERS] ?? "anonymous";

/** `from`: the depth at which the reader resumed the page. `reported`: the attention that was last reported, in seconds. */
type Shown = {
  url: string;
  path: string;
  view: number;
  session: string;
  engagedMs: number;
  scroll: number;
  from: number;
  reported: number;
  over?: boolean;
};

const newId = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
const isVisible = () => document.visibilityState === "visible";
const here = () => location.pathname + location.search;
const entries = (names: RegExp) => [...new URLSearchParams(location.search)].filter(([name]) => names.test(name));

/** How much of the article, or of a page without one, has been on the screen, in percent. */
function scrollDepth(): number {
  const { top, height } = (document.querySelector(".prose") ?? document.body).getBoundingClientRect();
  return height > 0 ? Math.max(0, Math.min(100, Math.round(((innerHeight - top) / height) * 100))) : 0;
}

/** Attention only counts for half a minute after the reader last did something. */
function createAttention() {
  let activeAt = Date.now();
  let countedTo = activeAt;
  return {
    count(page: Shown): void {
      const until = Math.min(Date.now(), activeAt + ACTIVE_MS);
      page.engagedMs += Math.max(0, until - countedTo);
      countedTo = until;
      const depth = scrollDepth();
      if (depth > page.from) page.scroll = Math.max(page.scroll, depth);
    },
    countFrom(moment: number): void {
      activeAt = moment;
      countedTo = moment;
    },
    inactiveMs: () => Date.now() - activeAt,
    uncountedMs: () => Math.max(0, Date.now() - countedTo),
  };
}

/** The request outlives the page. */
const post = (body: string) => fetch(pathTo(PATH), { method: "POST", body, keepalive: true });

/** Beacons are the surest while the page is being left. Some browsers have none, or refuse one. */
function send(hit: object): void {
  const body = JSON.stringify(hit);
  if (!navigator.sendBeacon?.(pathTo(PATH), body)) void post(body).catch(() => undefined);
}

/** An article's view is answered with its views. */
async function sendView(hit: object): Promise<void> {
  const path = location.pathname;
  const answer = await post(JSON.stringify(hit));
  if (answer.status === 200) publishViews({ path, views: (await answer.json()).views_count });
}

function createReports(attention: ReturnType<typeof createAttention>) {
  // What brought the reader to this tab. It is reported with each visit that begins here.
  const referrer = document.referrer;
  const tags = entries(TAGS);
  return {
    /** The URL has no fragment, and only these parameters. */
    urlWith(names: RegExp, begins: boolean): string {
      const query = new URLSearchParams(entries(names));
      if (begins) for (const [name, value] of tags) if (!query.has(name)) query.append(name, value);
      return `${pathWithin(location.pathname)}${query.size > 0 ? `?${query}` : ""}`;
    },
    report(kind: "view" | "alive" | "end", page: Shown, begins = false): void {
      if (!/^[0-9a-f]{32}$/.test(page.session)) return;
      page.over = kind === "end";
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
          : { idle: Math.round(attention.uncountedMs() / 1000) }),
      };
      if (kind === "view" && isVisible() && "keepalive" in Request.prototype) void sendView(hit).catch(() => undefined);
      else send(hit);
    },
  };
}

function createViews(session: Pick<ReaderSessionKeeper, "id">) {
  const attention = createAttention();
  const { urlWith, report } = createReports(attention);
  let shown: Shown | null = null;
  let visit = "";
  let openedAt = Date.now();
  let pending: ReturnType<typeof setTimeout> | undefined;

  const isNewVisit = () => session.id() !== visit || attention.inactiveMs() >= PAUSE_MS;
  const open = (parts: Pick<Shown, "url" | "scroll" | "from">, begins: boolean) => {
    visit = session.id();
    shown = { ...parts, path: here(), view: newId(), session: visit, engagedMs: 0, reported: 0 };
    report("view", shown, begins);
  };
  const begin = () => {
    clearTimeout(pending);
    pending = undefined;
    if (shown) return;
    const begins = isNewVisit();
    attention.countFrom(openedAt);
    open({ url: urlWith(REPORTED, begins), scroll: scrollDepth(), from: 0 }, begins);
  };
  /** Begins a new visit after a long pause. Earlier attention and depth have been reported already. */
  const resume = () => {
    attention.countFrom(Date.now());
    open({ url: urlWith(TAGS, true), scroll: 0, from: scrollDepth() }, true);
  };

  return {
    shown: () => shown,
    /** @param isOther whether the page is another one, or the same once more */
    show(isOther = false): void {
      if (isOther) shown = null;
      clearTimeout(pending);
      pending = undefined;
      // A page that was rendered in advance or opened in the background counts when it is shown.
      if (location.pathname.startsWith(pathTo("/admin")) || !isVisible()) return;
      openedAt = Date.now();
      pending = setTimeout(begin, DELAY_MS);
    },
    leave(kind: "alive" | "end"): void {
      if (pending !== undefined && kind === "end") begin();
      if (!shown || shown.over || isNewVisit()) return;
      attention.count(shown);
      report(kind, shown);
    },
    /** The page was hidden. */
    comeBack(page: Shown): void {
      if (isNewVisit()) return;
      attention.countFrom(Date.now());
      report("alive", page);
    },
    act({ type }: Event): void {
      if (!shown || attention.inactiveMs() < ACTIVITY_MS) return;
      if (!isNewVisit()) {
        attention.count(shown);
        attention.countFrom(Date.now());
      } else if (type !== "pointermove") resume(); // A mouse that passes over the page doesn't mean that somebody reads.
    },
    beat(): void {
      if (!shown || !isVisible() || isNewVisit()) return;
      attention.count(shown);
      if (Math.round(shown.engagedMs / 1000) > shown.reported) report("alive", shown);
    },
  };
}

/** A view after 500 ms or on leaving; attention and depth every five minutes; and the end on leaving. Failures never affect readers. */
function track(): void {
  const views = createViews(createReaderSession(browserStore()));
  addEventListener(ROUTE_CHANGE, () => {
    if (views.shown()?.path === here()) return;
    views.leave("alive");
    views.show(true);
  });
  document.addEventListener("visibilitychange", () => {
    if (!isVisible()) return views.leave("end");
    const page = views.shown();
    if (page) views.comeBack(page);
    else views.show();
  });
  addEventListener("pagehide", () => views.leave("end"));
  addEventListener("pageshow", ({ persisted }) => persisted && views.show(true));
  for (const name of ACTIVITY_EVENTS) addEventListener(name, views.act, { passive: true, capture: true });
  setInterval(views.beat, HEARTBEAT_MS);
  views.show();
}

if (mayCount()) track();
