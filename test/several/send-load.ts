import { randomBytes, randomInt } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { FIREFOX } from "../hits.ts";

/** Requests at a time. */
const AT_ONCE = 12;

type Sent = { method: "GET" | "POST"; path: string; body?: object; status: number };

/** Sends one request. @returns what was wrong with the answer, or nothing */
function send(address: string, agent: Agent, { method, path, body, status }: Sent): Promise<string | null> {
  const session = randomBytes(16).toString("hex");
  const text = body && JSON.stringify("kind" in body ? { ...body, session } : body);
  const headers = {
    "user-agent": FIREFOX,
    "accept-language": "en",
    // Every request comes from someone else, so that no limit is reached.
    "x-forwarded-for": `11.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    "x-session-id": session,
    ...(text && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
  };
  return new Promise((resolve) => {
    const sent = request(address + path, { method, agent, headers }, (response) => {
      let said = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        if (said.length < 200) said += part;
      });
      response.once("error", (error) => resolve(`${method} ${path}: ${error.message}`));
      response.once("end", () =>
        resolve(response.statusCode === status ? null : `${method} ${path}: ${response.statusCode} ${said.slice(0, 200)}`),
      );
    });
    sent.once("error", (error: NodeJS.ErrnoException) => resolve(`${method} ${path}: ${error.code}`));
    sent.end(text);
  });
}

/**
 * Reads pages and sends visits and likes (a quarter of the requests) until it is told to end.
 * @param posts that are read and liked
 * @param options how many requests are sent a second; as many as are answered unless given
 */
export function sendLoad(
  address: string,
  posts: { id: string; slug: string }[],
  { perSecond = Number.POSITIVE_INFINITY }: { perSecond?: number } = {},
) {
  const begun = performance.now();
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const failures: string[] = [];
  /** answered as they should be, by path */
  const acknowledged = new Map<string, number>();
  let count = 0;
  let isOver = false;
  const next = (): Sent => {
    const post = posts[count % posts.length] ?? { id: "", slug: "" };
    switch (count % 8) {
      case 1:
        return { method: "POST", path: "/api/visits", body: { kind: "view", url: `/story/${post.slug}` }, status: 200 };
      case 5:
        return { method: "POST", path: "/api/likes/toggle", body: { article_id: post.id }, status: 200 };
      case 3:
        return { method: "GET", path: `/view-all?search=made+up+${count}`, status: 200 };
      case 6:
        return { method: "GET", path: "/api/posts?limit=5", status: 200 };
      default:
        return { method: "GET", path: count % 3 === 0 ? "/" : `/story/${post.slug}`, status: 200 };
    }
  };
  const senders = Array.from({ length: AT_ONCE }, async () => {
    while (!isOver) {
      const one = next();
      count++;
      const early = begun + (count / perSecond) * 1000 - performance.now();
      if (early > 0) await pause(early);
      const failure = await send(address, agent, one);
      if (failure) failures.push(failure);
      else acknowledged.set(one.path, (acknowledged.get(one.path) ?? 0) + 1);
    }
  });
  return {
    count: () => count,
    acknowledged: (path: string) => acknowledged.get(path) ?? 0,
    /** @returns every request that failed */
    async end(): Promise<string[]> {
      isOver = true;
      await Promise.all(senders);
      agent.destroy();
      return failures;
    },
  };
}
