import type { IncomingMessage, ServerResponse } from "node:http";

/** How long a request may take to arrive, in ms: nobody holds a connection for longer. */
const ARRIVAL_MS = 30_000;
/** A picture may come over a slow line. Only who is signed in gets so far: everybody else is answered at once. */
export const UPLOAD_ARRIVAL_MS = 600_000;
const UPLOAD = /^\/api\/admin\/media(\?|$)/;

/**
 * Ends a request whose body doesn't arrive in time with 408; uploads are left to the server's own, longer limit.
 * @param ms how long it may take
 */
export function limitArrival(request: IncomingMessage, response: ServerResponse, ms = ARRIVAL_MS): void {
  const { headers, method, url } = request;
  const bringsNothing = headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;
  if (bringsNothing || (method === "POST" && UPLOAD.test(url ?? ""))) return;
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (!response.headersSent) response.writeHead(408, { connection: "close" }).end();
    request.socket.destroySoon();
  }, ms);
  request.once("close", () => clearTimeout(timer));
}
