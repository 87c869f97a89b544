import { z } from "@hono/zod-openapi";
import type { Context as Call } from "hono";
import { streamSSE } from "hono/streaming";
import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import { followReaders, shareReadersNow } from "../../../../domain/analytics/panels/read-live.ts";
import { authenticateToken } from "../../../../domain/auth/access-tokens.ts";
import type { AppEnv, Deps } from "../../../env.ts";
import { HttpError } from "../../../errors.ts";
import { resource, routesOf } from "../../operation.ts";

const createRoute = routesOf("Analytics");

const PATH = "/admin/analytics/live";
/** Live events to one process; more listeners are refused. */
const NOW_EVERY_MS = 5000;
export const LISTENERS_MAX = 20;
/** Listeners need a valid token and the permission as long as they listen. */
const RECHECK_MS = 60_000;

export const isLive = (c: Call): boolean => c.req.path === `/api${PATH}`;

const EXAMPLE_EVENT = 'event: readers\ndata: {"readers":1,"pages":[{"path":"/","title":"Home","readers":1}]}\n\n';

const read = createRoute("get", PATH, analyticsPolicy.readSite, {
  id: "readAnalyticsLive",
  scope: "never",
  summary: "Read who is here right now",
  description:
    "Server-sent events `readers`, immediately and then every 5 seconds: how many visits were active in the last 5 minutes, and " +
    "on which pages. Ends when the token expires, when its owner may no longer read it, and when the server stops; clients then connect again. At most 20 clients may listen at once; one more gets 429.",
  answer: {
    200: {
      description: "Endless events, each with the data `{ readers, pages: [{ path, title, readers }] }`",
      content: { "text/event-stream": { schema: z.string(), example: EXAMPLE_EVENT } },
    },
  },
  refuses: [429],
});

type Sharing = { read: ReturnType<typeof shareReadersNow>; listeners: number };
const sharing = new WeakMap<Deps, Sharing>();

function sharingOf(deps: Deps): Sharing {
  const known = sharing.get(deps) ?? { read: shareReadersNow(deps.context, NOW_EVERY_MS), listeners: 0 };
  sharing.set(deps, known);
  return known;
}

const tooMany = () =>
  new HttpError(
    429,
    { code: "rate_limited", message: `Only ${LISTENERS_MAX} can follow at once. Please try again later.` },
    { "retry-after": "60" },
  );

async function isStillAllowed(c: Call<AppEnv>): Promise<boolean> {
  const token =
    c.req
      .header("authorization")
      ?.replace(/^Bearer +/i, "")
      .trim() ?? "";
  const actor = await authenticateToken(c.var.deps.context, token).catch(() => null);
  const isEnough = actor?.hasCode === true || !c.var.deps.settings.get().requireTwoSteps;
  return isEnough && analyticsPolicy.readSite.admits(actor);
}

/** Ends when the listener disconnects or loses the permission, or the server stops. */
function follow(c: Call<AppEnv>, shared: Sharing): Response {
  const gone = new AbortController();
  const { stopping } = c.var.deps;
  const signal = stopping ? AbortSignal.any([gone.signal, stopping]) : gone.signal;
  shared.listeners += 1;
  const answer = streamSSE(c, async (stream) => {
    stream.onAbort(() => gone.abort());
    const options = { read: shared.read, isAllowed: () => isStillAllowed(c), signal };
    try {
      for await (const now of followReaders({ ...options, everyMs: NOW_EVERY_MS, recheckMs: RECHECK_MS })) {
        // A comment without an event, which keeps the connection open.
        if (now === null) await stream.write(": waiting\n\n");
        else await stream.writeSSE({ event: "readers", data: JSON.stringify(now) });
      }
    } finally {
      shared.listeners -= 1;
    }
  });
  answer.headers.set("cache-control", "no-store");
  // So that a stopping server needn't wait for further requests on this connection.
  answer.headers.set("connection", "close");
  // Proxies that buffer responses would hold the events back.
  answer.headers.set("x-accel-buffering", "no");
  return answer;
}

export const analyticsLive = () =>
  resource().openapi(read, (c) => {
    if (c.req.method === "HEAD") return c.body(null, 200, { "content-type": "text/event-stream" }) as never;
    const shared = sharingOf(c.var.deps);
    if (shared.listeners >= LISTENERS_MAX) throw tooMany();
    return follow(c, shared) as never;
  });
