import type { IncomingMessage, ServerResponse } from "node:http";

/** Asked of the process rather than of the site, so they also answer without the site's path. */
const OF_THE_PROCESS = /^\/(healthz|readyz|metrics)(\?|$)/;

/** A target may be in absolute form (RFC 9112, section 3.2.2). */
const ORIGIN = /^(https?:\/\/[^/?#]*)?/i;

/**
 * So that nothing behind it knows of a path. Other paths of the host answer 404.
 * @param base without a slash at the end, not empty
 * @returns whether the request is for the site; otherwise it has been answered
 */
export function enterBasePath(base: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const [origin = ""] = ORIGIN.exec(request.url ?? "") ?? [];
    const target = (request.url ?? "").slice(origin.length);
    if (target.startsWith(`${base}/`)) {
      request.url = origin + target.slice(base.length);
      return true;
    }
    if (OF_THE_PROCESS.test(target)) return true;
    const [path, query] = target.split(/(?=\?)/, 2);
    if (path === base && (request.method === "GET" || request.method === "HEAD")) {
      response.writeHead(301, { location: `${base}/${query ?? ""}`, "content-length": "0" }).end();
      return false;
    }
    const text = `There is nothing here. The site is at ${base}/.\n`;
    const headers = {
      "content-type": "text/plain; charset=utf-8",
      "content-length": String(text.length),
      "x-content-type-options": "nosniff",
    };
    response.writeHead(404, headers).end(request.method === "HEAD" ? undefined : text);
    return false;
  };
}

/** Adds the path to redirects within the site. @param base without a slash at the end, not empty */
export function leaveBasePath<Rest extends unknown[]>(
  fetch: (request: Request, ...rest: Rest) => Response | Promise<Response>,
  base: string,
): (request: Request, ...rest: Rest) => Promise<Response> {
  return async (request, ...rest) => {
    const answer = await fetch(request, ...rest);
    const location = answer.headers.get("location");
    if (location && /^\/(?!\/)/.test(location)) answer.headers.set("location", base + location);
    return answer;
  };
}
