import { expect } from "vitest";
import { cleanAnalytics, endIdleVisits } from "../../app/domain/analytics/collect/end-idle-visits.ts";
import { lookUpSearches } from "../../app/domain/analytics/found/read-searches.ts";
import { rollUp } from "../../app/domain/analytics/rollups/roll-up.ts";
import type { AdminPost } from "../../app/domain/posts/post-shapes.ts";
import type { Actor } from "../app/actors.ts";
import type { TestApp } from "../app/create-test-app.ts";
import { signedInUser, signIn } from "../app/signed-in.ts";
import { buildCategory, buildPost } from "../builders.ts";
import { LARKS, LARKS_WORDS, NOW, POSTS, WITHDRAWN, ZONE } from "./cast.ts";
import type { Comment, Hit, Like, Rule, Script } from "./script.ts";

/** The site of the scripted month, with a clock that only moves forward. */
export type Stage = {
  app: TestApp;
  /** ids of articles by slug, and of categories by name */
  ids: Map<string, string>;
  goTo(at: number): void;
  /** the owner, who signs in again: a token is valid for an hour, and days pass */
  owner(): Promise<Actor>;
};

const SWEEP_EVERY = 2 * 3_600_000;
const DAY = 86_400_000;
const words = (count: number, which: string) => `<p>${Array.from({ length: count }, (_, n) => `${which}${n}`).join(" ")}</p>`;

/** The owner sets the timezone and publishes what exists before the month begins. */
export async function setStage(app: TestApp, clock: { now(): Date; forward(ms: number): void }): Promise<Stage> {
  const { user } = await signedInUser(app, { role: "admin" });
  const owner = async () => (await signIn(app, user.id)).actor;
  const admin = await owner();
  const { settings, content, version } = (
    await admin.get<{ settings: object; content: object; version: number }>("/api/admin/settings")
  ).body;
  const answer = await admin.put("/api/admin/settings", { settings: { ...settings, timezone: ZONE.setting }, content, version });
  expect(answer.status).toBe(200);
  await app.settings.renew();

  const { db } = app.context;
  const ids = new Map<string, string>();
  for (const name of ["Calm", "Work"]) ids.set(name, (await buildCategory(db, { name, slug: name.toLowerCase() })).id);
  const goTo = (at: number) => clock.forward(Math.max(0, at - clock.now().getTime()));
  return { app, ids, goTo, owner };
}

async function publish({ app, ids, owner }: Stage, { slug, oldSlug, title, category, minutes, from }: (typeof POSTS)[number]) {
  const category_id = category && ids.get(category);
  if (slug === LARKS.slug) {
    const content = words(LARKS_WORDS.first, "first");
    const input = { title, slug, description: "What it is about.", content, category_id, status: "published" };
    const { status, body } = await (await owner()).post<AdminPost>("/api/admin/posts", input);
    expect(status).toBe(201);
    ids.set(slug, body.id);
  } else {
    const { db } = app.context;
    const values = { title, slug: oldSlug ?? slug, category_id, reading_time: minutes, published_at: new Date(from) };
    const { id } = await buildPost(db, values);
    ids.set(slug, id);
    if (oldSlug) await db.updateTable("posts").set({ slug }).where("id", "=", id).execute();
  }
  app.app.contentChanged();
}

async function change({ app, ids, owner }: Stage, slug: string, input: object): Promise<void> {
  const admin = await owner();
  const path = `/api/admin/posts/${ids.get(slug)}`;
  const { body } = await admin.get<AdminPost>(path);
  expect((await admin.patch(path, { version: body.version, ...input })).status).toBe(200);
  app.app.contentChanged();
}

const forwarded = (address: string) => `6.6.6.6, ${address}`;

/** All visitors are behind one proxy, which passes their IP address on. @returns the response's status */
async function sendHit(
  { app }: Stage,
  { kind, session, person, path, way, search, view, engaged, scroll, idle, who, headers }: Hit,
): Promise<number> {
  const sent = {
    "user-agent": person.agent.userAgent,
    "accept-language": "en",
    "sec-fetch-site": "same-origin",
    "x-forwarded-for": forwarded(person.address),
    ...headers,
  };
  const browser = app.actors.from({ headers: sent, address: "10.0.0.2" });
  if (kind === "dot") {
    const image = {
      host: "blog.test",
      "sec-fetch-dest": "image",
      accept: "image/avif,image/webp,*/*;q=0.8",
      referer: `http://blog.test${path}`,
    };
    return (await browser.get("/api/visits/pixel.gif", image)).status;
  }
  const query = [search && `search=${search}`, kind === "view" && way.query].filter(Boolean).join("&");
  const referrer = kind === "view" ? way.referrer : undefined;
  const url = query ? `${path}?${query}` : path;
  const { status } = await browser.post("/api/visits", {
    kind,
    session,
    url,
    referrer,
    view,
    engaged,
    scroll,
    idle,
    who,
    screen: person.screen,
  });
  return status;
}

async function press({ app, ids }: Stage, { session, slug }: Like): Promise<void> {
  const reader = app.actors.from({
    headers: { "x-session-id": session, "x-forwarded-for": forwarded(`198.19.${Number.parseInt(session.slice(-2), 16)}.1`) },
    address: "10.0.0.2",
  });
  const { status } = await reader.post("/api/likes/toggle", { article_id: ids.get(slug) });
  expect(status).toBe(200);
}

async function say(stage: Stage, { slug, text, decided }: Comment): Promise<string> {
  const { actor } = await signedInUser(stage.app);
  const { status, body } = await actor.post<{ id: string }>(`/api/posts/${slug}/comments`, { content: text });
  expect(status).toBe(201);
  if (decided) await decide(stage, body.id, decided);
  return body.id;
}

async function decide({ owner }: Stage, id: string, status: string): Promise<void> {
  expect((await (await owner()).patch(`/api/admin/comments/${id}`, { status })).status).toBe(200);
}

async function rule({ owner, app }: Stage, { kind, value, verdict }: Rule): Promise<void> {
  expect((await (await owner()).post("/api/admin/analytics/rules", { kind, value, verdict })).status).toBe(201);
  app.app.contentChanged();
}

/** The server's own work of every minute. */
export async function sweep({ app }: Stage): Promise<void> {
  await endIdleVisits(app.context, { timezone: ZONE.name });
  await cleanAnalytics(app.context);
  await lookUpSearches(app.context);
}

/** A hit is answered the same whether or not it counts; the view of an article has its views in the answer. */
const EXPECTED = { refused: [403] } as Record<string, number[]>;

/** Plays the month, up to the moment at which the owner looks. */
export async function play(stage: Stage, { hits, likes, comments, rules }: Script): Promise<void> {
  const deeds: { at: number; run(): Promise<unknown> }[] = [
    ...POSTS.map((post) => ({ at: post.from, run: () => publish(stage, post) })),
    { at: LARKS.dated, run: () => change(stage, LARKS.slug, { content: words(LARKS_WORDS.rewritten, "second") }) },
    { at: WITHDRAWN.until as number, run: () => change(stage, WITHDRAWN.slug, { status: "archived" }) },
    ...hits.map((hit) => ({
      at: hit.at,
      run: async () =>
        expect(hit.kind === "dot" ? [200] : (EXPECTED[hit.fate] ?? [200, 204])).toContain(await sendHit(stage, hit)),
    })),
    ...likes.map((like) => ({ at: like.at, run: () => press(stage, like) })),
    ...comments.map((comment) => ({
      at: comment.at,
      run: async () => {
        const id = await say(stage, comment);
        const { takenBackAt: at } = comment;
        if (at) later.push({ at, run: () => decide(stage, id, "rejected") });
      },
    })),
    ...rules.map((one) => ({ at: one.at, run: () => rule(stage, one) })),
  ];
  const later: typeof deeds = [];
  let swept = 0;
  let day = 0;
  for (const deed of deeds.sort((a, b) => a.at - b.at)) {
    for (const due of later.splice(0, later.length, ...later.filter(({ at }) => at > deed.at)).filter(({ at }) => at <= deed.at))
      await due.run();
    stage.goTo(deed.at);
    if (deed.at - swept > SWEEP_EVERY) {
      swept = deed.at;
      await sweep(stage);
    }
    if (deed.at - day > DAY) {
      day = deed.at;
      await rollUp(stage.app.context, { timezone: ZONE.name });
    }
    await deed.run();
  }
  stage.goTo(NOW);
  await sweep(stage);
}
