import { createSeededRandom } from "../../app/domain/demo/invent-visits.ts";
import {
  BLOCKED,
  DIRECT,
  FRIENDLY,
  GOOGLEBOT,
  HASTY,
  LARKS,
  LOST,
  NAMELESS,
  NOW,
  PAGES,
  type Person,
  PLAIN_READER,
  POSTS,
  PRIVATE,
  PROBER,
  READERS,
  SEARCHES,
  SILENT,
  SKIMMER,
  SPAM,
  SPAMMED,
  WAYS,
  type Way,
  WITHDRAWN,
} from "./cast.ts";

/** Why a hit is not counted at once; `nothing`: nothing of it is stored; `refused`: the server refuses it. */
export type Fate =
  | "counted"
  | "nothing"
  | "refused"
  | "bot_user_agent"
  | "no_user_agent"
  | "bot_headers"
  | "spam_referrer"
  | "burst"
  | "too_many_addresses"
  | "blocked"
  | "no_engagement";

/** What somebody really did on one view of a page: seconds of attention, and percent of it. */
type Reading = { attention: number; scroll: number };

/**
 * What a page reports. `at` in ms since 1970; `dot`: a page without JavaScript. What a reader did is stored with the view that
 * began it; what the page reports of it later, in parts, twice or too late, is `engaged` and `scroll`.
 */
export type Hit = {
  at: number;
  kind: "view" | "alive" | "end" | "dot";
  session: string;
  person: Person;
  path: string;
  way: Way;
  search?: string;
  reading?: Reading;
  /** the view that it is, or belongs to */
  view?: number;
  engaged?: number;
  scroll?: number;
  /** seconds since the reader's last activity, reported by an idle page */
  idle?: number;
  who?: "reader" | "admin";
  headers?: Record<string, string>;
  fate: Fate;
  /** it was counted when it arrived, and taken back by a rule later */
  wasTakenBack?: boolean;
};

export type Like = { at: number; session: string; slug: string };
export type Comment = { at: number; slug: string; text: string; decided: "approved" | "rejected" | null; takenBackAt?: number };
export type Rule = { at: number; kind: "network" | "user_agent"; value: string; verdict: "block" | "allow" };
export type Script = { hits: Hit[]; likes: Like[]; comments: Comment[]; rules: Rule[] };

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DAYS = 37;

let sessions = 0;
let views = 0;
const newSession = () => (++sessions).toString(16).padStart(32, "0");
const at = (time: string) => Date.parse(`2026-${time}Z`);
const hit = (parts: Omit<Hit, "way" | "fate"> & Partial<Pick<Hit, "way" | "fate">>): Hit => ({
  way: DIRECT,
  fate: "counted",
  ...parts,
});

/** The month: what everybody does, in the order of time; always the same. */
export function writeScript(): Script {
  sessions = 0;
  views = 0;
  const hits = [...comings(), ...borders(), ...longOnes(), ...lastOnes(), ...plainOnes(), ...uncounted(), ...bots()];
  return {
    hits: nameViews(hits.sort((a, b) => a.at - b.at)),
    ...reactions(),
    rules: [
      { at: at("11-06T09:00:00"), kind: "network", value: "198.51.100.0/24", verdict: "block" },
      { at: at("11-02T09:00:00"), kind: "user_agent", value: "FriendlyBot", verdict: "allow" },
    ],
  };
}

/** Gives each view a number, and later hits of a page the number of its latest view. */
function nameViews(hits: Hit[]): Hit[] {
  const open = new Map<string, number>();
  for (const hit of hits) {
    const page = `${hit.session} ${hit.path}`;
    if (hit.kind === "view") hit.view ??= ++views;
    if (hit.kind === "view" && hit.view) open.set(page, hit.view);
    else hit.view ??= open.get(page);
  }
  return hits;
}

/** Ordinary visits, more of them on working days. */
function comings(): Hit[] {
  const random = createSeededRandom(20261110);
  const below = (most: number) => Math.floor(random.next() * most);
  const one = <Item>(list: readonly Item[]) => list[below(list.length)] as Item;
  const hits: Hit[] = [];
  // Weights: the articles are read more than the rest; the last two are read by nobody, or written later.
  const weighted = PAGES.filter(({ path }) => path !== "/story/never-read").map((page) => ({
    ...page,
    weight: page.post ? (page.post.oldSlug ? 3 : 2) : page.path === "/" ? 5 : 1,
  }));

  const visit = (start: number, person: Person, session: string): number => {
    const way = one(WAYS);
    const pages = 1 + below(4);
    let now = start;
    for (let n = 0; n < pages; n++) {
      const roll = random.next();
      const search = roll > 0.94 ? one(SEARCHES).term : undefined;
      const lost = roll < 0.03 ? one(LOST).path : undefined;
      const path = search ? "/view-all" : (lost ?? random.pick(weighted).path);
      const from = n === 0 ? way : WAYS.at(-1);
      const who = random.next() < 0.2 ? "reader" : undefined;
      const opened = hit({ at: now, kind: "view", session, person, path, way: from, search, who, view: ++views });
      hits.push(opened);
      const laterHit = (parts: Pick<Hit, "at" | "kind"> & Partial<Hit>) =>
        hit({ session, person, path, view: opened.view, ...attention, ...parts });
      const stay = random.next() < 0.3 ? 1 + below(9) : 10 + below(280);
      const long = random.next() < 0.06 ? 31 * MINUTE + below(200) * SECOND : 0;
      const attention = { engaged: Math.round(stay * (0.4 + random.next() * 0.6)), scroll: below(101) };
      now += stay * SECOND;
      // Before a long pause the page has reported how far its reader had come.
      if (long) hits.push(laterHit({ at: now, kind: "alive" }));
      now += long;
      const isLast = n === pages - 1;
      const chance = random.next();
      // Some pages end without a last hit; what they don't report is unknown.
      const isSilent = isLast && chance < 0.2;
      if (long || !isSilent) opened.reading = { attention: attention.engaged, scroll: attention.scroll };
      if (isSilent) break;
      // The reader of every other idle page doesn't come back to it: it is closed automatically.
      const idle = long && chance < 0.5 ? long / SECOND : undefined;
      hits.push(laterHit({ at: now, kind: isLast && chance < 0.85 ? "end" : "alive", idle }));
      // A beacon that arrives twice, and one that was overtaken: it reports less.
      if (chance > 0.5 && chance < 0.6) hits.push({ ...(hits.at(-1) as Hit), at: now + SECOND });
      if (chance > 0.6 && chance < 0.7)
        hits.push(laterHit({ at: now + 4 * SECOND, kind: "alive", engaged: Math.floor(attention.engaged / 2), scroll: 0 }));
      now += 3 * SECOND;
    }
    return now;
  };

  for (let day = 0; day < DAYS; day++) {
    const midnight = at("10-05T00:00:00") + day * DAY;
    const weekday = new Date(midnight).getUTCDay();
    const many = (weekday === 0 || weekday === 6 ? 3 : 6) + below(4);
    for (let n = 0; n < many; n++) {
      const session = newSession();
      const person = one(READERS);
      const start = midnight + below(DAY - 3 * HOUR) + 1;
      if (start > NOW - 6 * HOUR) continue;
      const over = visit(start, person, session);
      const again = random.next();
      // Back soon after leaving, the same visit; back after a while, the next one.
      if (again < 0.1) visit(over + 4 * MINUTE + below(600) * SECOND, person, session);
      else if (again < 0.2) visit(over + 36 * MINUTE + below(3600) * SECOND, person, session);
    }
  }
  return hits;
}

/** Around the midnights between which the clocks go back, and over one of them. */
function borders(): Hit[] {
  const [anna, ben, cleo] = READERS as [Person, Person, Person];
  const view = (time: string, person: Person, path: string, session = newSession()) =>
    hit({ at: at(time), kind: "view", session, person, path, way: WAYS[1] });
  const over = newSession();
  return [
    view("11-01T03:59:59", anna, "/about"),
    view("11-01T04:00:00", anna, "/about"),
    view("11-01T05:30:00", ben, "/privacy"),
    view("11-01T06:30:00", ben, "/privacy"),
    view("11-02T04:59:59", cleo, "/story/heron"),
    view("11-02T05:00:00", cleo, "/story/heron"),
    // It began yesterday, and counts for yesterday.
    view("11-04T04:50:00", anna, "/", over),
    { ...view("11-04T05:10:00", anna, "/story/mood-diary", over), reading: { attention: 110, scroll: 96 } },
    hit({
      at: at("11-04T05:12:00"),
      kind: "end",
      session: over,
      person: anna,
      path: "/story/mood-diary",
      engaged: 110,
      scroll: 96,
    }),
  ];
}

/** A pause of 35 minutes is still one visit, a second more is not; and none lasts longer than a day. */
function longOnes(): Hit[] {
  const [, , , dora, , , eve] = READERS as [Person, Person, Person, Person, Person, Person, Person];
  const [first, second, endless] = [newSession(), newSession(), newSession()];
  const start = at("10-14T13:00:00");
  const view = (session: string, person: Person, time: number, path: string) =>
    hit({ at: time, kind: "view", session, person, path, way: WAYS[7] });
  const signs = Array.from({ length: 49 }, (_, n) =>
    hit({
      at: start + n * 30 * MINUTE,
      kind: n ? "alive" : "view",
      session: endless,
      person: eve,
      path: "/story/deep-work",
      engaged: n * 20,
      scroll: Math.min(n * 5, 100),
      reading: n ? undefined : { attention: 48 * 20, scroll: 100 },
    }),
  );
  return [
    view(first, dora, start, "/"),
    view(first, dora, start + 35 * MINUTE, "/about"),
    view(second, dora, start, "/"),
    view(second, dora, start + 35 * MINUTE + SECOND, "/about"),
    // A sign of life of a visit that is over doesn't count.
    hit({ at: start + 3 * HOUR, kind: "alive", session: second, person: dora, path: "/about", engaged: 999, scroll: 100 }),
    ...signs,
    // The day is over: this is the next visit, with its own ten minutes.
    { ...view(endless, eve, start + DAY + 20 * MINUTE, "/story/deep-work"), reading: { attention: 500, scroll: 100 } },
    hit({
      at: start + DAY + 30 * MINUTE,
      kind: "alive",
      session: endless,
      person: eve,
      path: "/story/deep-work",
      engaged: 500,
      scroll: 100,
    }),
  ];
}

/** Visitors who are there, or have just left, while the owner looks. */
function lastOnes(): Hit[] {
  const [anna, ben, cleo, dora] = READERS as [Person, Person, Person, Person];
  const [one, two, three, four] = [newSession(), newSession(), newSession(), newSession()];
  const hitOf = (session: string, person: Person, before: number, kind: Hit["kind"], path: string, more: Partial<Hit> = {}) =>
    hit({ at: NOW - before * MINUTE, kind, session, person, path, ...more });
  return [
    hitOf(one, anna, 55, "view", "/about", { way: WAYS[1], reading: { attention: 90, scroll: 40 } }),
    hitOf(one, anna, 50, "alive", "/about", { engaged: 90, scroll: 40 }),
    hitOf(one, anna, 22, "view", "/story/heron", { reading: { attention: 200, scroll: 66 } }),
    hitOf(one, anna, 2, "alive", "/story/heron", { engaged: 200, scroll: 66 }),
    hitOf(two, ben, 4, "view", "/story/heron"),
    hitOf(three, cleo, 20, "view", "/privacy"),
    // The same page twice: both readings count, and the second was reported in between.
    hitOf(four, dora, 10, "view", "/story/inbox", { reading: { attention: 200, scroll: 100 } }),
    hitOf(four, dora, 6.5, "alive", "/story/inbox", { engaged: 200, scroll: 100 }),
    hitOf(four, dora, 6, "view", "/story/inbox", { reading: { attention: 170, scroll: 60 } }),
    hitOf(four, dora, 4, "alive", "/story/inbox", { engaged: 100, scroll: 30 }),
    hitOf(four, dora, 3, "end", "/story/inbox", { engaged: 170, scroll: 60 }),
  ];
}

/** A browser without scripts: its IP address and user agent are its session, for a day. */
function plainOnes(): Hit[] {
  const dot = (time: string, path: string) =>
    hit({ at: at(time), kind: "dot", session: `plain ${time.slice(0, 5)}`, person: PLAIN_READER, path });
  return [
    dot("10-21T15:00:00", "/"),
    dot("10-21T15:04:00", "/story/heron"),
    dot("10-21T15:09:00", "/story/heron"),
    dot("10-21T18:00:00", "/about"),
    dot("11-07T18:00:00", "/story/inbox"),
  ];
}

/** Visitors of whom nothing may be stored, and visitors who are refused. */
function uncounted(): Hit[] {
  const view = (time: string, person: Person, more: Partial<Hit>) =>
    hit({ at: at(time), kind: "view", session: newSession(), person, path: "/story/heron", fate: "nothing", ...more });
  return [
    view("10-20T12:00:00", PRIVATE, { headers: { dnt: "1" } }),
    view("11-08T12:00:00", PRIVATE, { headers: { "sec-gpc": "1" } }),
    view("11-08T12:10:00", GOOGLEBOT, { headers: { "sec-gpc": "1" } }),
    view("11-08T12:20:00", READERS[0] as Person, { who: "admin" }),
    view("11-08T12:30:00", READERS[0] as Person, { path: "/admin/posts" }),
    view("11-08T12:40:00", READERS[0] as Person, { fate: "refused", headers: { "sec-fetch-site": "cross-site" } }),
    view("11-08T12:50:00", READERS[0] as Person, {
      fate: "refused",
      headers: { "sec-fetch-site": "", origin: "https://evil.test" },
    }),
  ];
}

/** All visitors whose hits go to quarantine, and what is counted of them. */
function bots(): Hit[] {
  const view = (time: string, person: Person, fate: Fate, more: Partial<Hit> = {}) =>
    hit({ at: at(time), kind: "view", session: newSession(), person, path: "/story/heron", fate, ...more });
  const burst = newSession();
  const first = ++views;
  const skim = newSession();
  const skimmed = ["/", "/about", "/privacy", "/view-all", "/story/heron", "/story/inbox", "/story/deep-work", "/about"];
  const stay = newSession();
  return [
    // Older than 30 days when the owner looks: deleted.
    view("10-09T08:00:00", GOOGLEBOT, "bot_user_agent"),
    view("10-15T08:00:00", GOOGLEBOT, "bot_user_agent", { path: "/" }),
    view("11-05T08:00:00", GOOGLEBOT, "bot_user_agent", { path: "/about" }),
    view("10-30T08:00:00", FRIENDLY, "bot_user_agent"),
    view("11-03T08:00:00", FRIENDLY, "counted"),
    view("11-04T08:00:00", NAMELESS, "no_user_agent"),
    view("11-04T09:00:00", SILENT, "bot_headers", { headers: { "accept-language": "" } }),
    view("11-04T10:00:00", SPAMMED, "spam_referrer", { way: SPAM }),
    // A reader who continues after that is the same reader.
    view("11-04T10:30:00", SPAMMED, "counted", { way: WAYS[2] }),
    view("11-09T21:00:00", HASTY, "counted", { session: burst, path: "/", view: first, reading: { attention: 12, scroll: 10 } }),
    ...Array.from({ length: 24 }, (_, n) =>
      view("11-09T21:00:00", HASTY, n < 19 ? "counted" : "burst", { session: burst, path: "/" }),
    ),
    hit({
      at: at("11-09T21:00:20"),
      kind: "end",
      session: burst,
      person: HASTY,
      path: "/",
      view: first,
      engaged: 12,
      scroll: 10,
    }),
    ...Array.from({ length: 54 }, (_, n) =>
      hit({
        at: at("11-07T03:00:00") + n * SECOND,
        kind: "view",
        session: newSession(),
        person: PROBER,
        path: `/probe-${n}.php`,
        fate: n < 51 ? "counted" : "too_many_addresses",
      }),
    ),
    view("11-07T03:02:00", PROBER, "too_many_addresses", { path: "/about" }),
    ...skimmed.map((path, n) => view(`11-08T02:00:0${n}`, SKIMMER, "no_engagement", { session: skim, path })),
    view("10-28T10:00:00", BLOCKED, "blocked", { wasTakenBack: true, way: WAYS[8] }),
    view("11-05T10:00:00", BLOCKED, "blocked", { wasTakenBack: true, session: stay, path: "/" }),
    view("11-05T10:01:00", BLOCKED, "blocked", {
      wasTakenBack: true,
      session: stay,
      path: "/story/inbox",
      reading: { attention: 100, scroll: 91 },
    }),
    hit({
      at: at("11-05T10:03:00"),
      kind: "end",
      session: stay,
      person: BLOCKED,
      path: "/story/inbox",
      engaged: 100,
      scroll: 91,
      fate: "blocked",
      wasTakenBack: true,
    }),
    view("11-06T10:00:00", BLOCKED, "blocked", { path: "/about" }),
  ];
}

/** Likes (each a press on the button) and comments, around the borders of days too. */
function reactions(): Pick<Script, "likes" | "comments"> {
  const random = createSeededRandom(7);
  const below = (most: number) => Math.floor(random.next() * most);
  const reader = (n: number) => (0xa0000 + n).toString(16).padStart(32, "0");
  const likes: Like[] = [];
  const comments: Comment[] = [];
  const public_ = (time: number) => POSTS.filter(({ from, until = NOW }) => from < time && time < until);
  for (let n = 0; n < 40; n++) {
    const time = at("10-05T00:00:00") + below(36 * 24 * 60) * MINUTE;
    const one = public_(time)[below(6)] ?? LARKS;
    if (time <= one.from || one.slug === "never-read") continue;
    const press = { at: time, session: reader(n), slug: one.slug };
    likes.push(press);
    // A third of them is taken back days later, and some of those given again: the like belongs to the first day.
    if (n % 3 === 0 && one !== WITHDRAWN) likes.push({ ...press, at: Math.min(time + 2 * DAY, NOW - HOUR) });
    if (n % 6 === 0 && one !== WITHDRAWN) likes.push({ ...press, at: Math.min(time + 3 * DAY, NOW - MINUTE) });
  }
  for (let n = 0; n < 24; n++) {
    const time = at("10-06T00:00:00") + below(34 * 24 * 60) * MINUTE + 30 * SECOND;
    const one = public_(time)[below(5)] ?? LARKS;
    if (time <= one.from || one.slug === "never-read") continue;
    const decided = n % 4 === 3 ? "rejected" : n % 4 === 2 ? null : "approved";
    comments.push({ at: time, slug: one.slug, text: `Thought number ${n} about it, as it came to me.`, decided });
  }
  // Approved, then rejected.
  comments.push({
    at: at("11-01T05:45:00"),
    slug: "heron",
    text: "It waited for me, too.",
    decided: "approved",
    takenBackAt: at("11-02T12:00:00"),
  });
  likes.push(
    { at: at("11-01T04:59:59"), session: reader(99), slug: "heron" },
    { at: at("11-02T05:00:00"), session: reader(98), slug: "heron" },
    { at: at("11-01T05:30:00"), session: reader(97), slug: "heron" },
    { at: at("11-09T12:00:00"), session: reader(97), slug: "inbox" },
  );
  return { likes: likes.sort((a, b) => a.at - b.at), comments };
}
