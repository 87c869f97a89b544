import type { IncomingMessage, ServerResponse } from "node:http";

/** How long a request may take to arrive, in ms: nobody holds a connection for longer. */
const ARRIVAL_MS = 30_000;
/** How long an upload may stand still, in ms. It may take as long as it moves: a gigabyte over a slow line takes hours. */
const STALL_MS = 60_000;
/** Pictures and exports of other blogs. Only people who are signed in get this far: everybody else is answered at once. */
const UPLOAD = /^\/api\/admin\/(media|imports)(\?|$)/;

/**
 * Ends a request whose body doesn't arrive in time with 408; an upload ends so once nothing of it has come for a while.
 * @param ms how long a request may take
 * @param stallMs how long an upload may stand still
 */
export function limitArrival(request: IncomingMessage, response: ServerResponse, ms = ARRIVAL_MS, stallMs = STALL_MS): void {
  const { headers, method, url, socket } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
  const isUpload = method === "POST" && UPLOAD.test(url ?? "");
  let seen = socket.bytesRead;
  const look = () => {
    if (request.complete) return;
    // What has arrived and isn't taken yet is our own delay, not the sender's.
    const isOurs = request.readableLength >= request.readableHighWaterMark;
    if (isUpload && (isOurs || socket.bytesRead > seen)) {
      seen = socket.bytesRead;
      timer = setTimeout(look, stallMs);
      return;
    }
    if (!response.headersSent) response.writeHead(408, { connection: "close" }).end();
    socket.destroySoon();
  };
  let timer = setTimeout(look, isUpload ? stallMs : ms);
  request.once("close", () => clearTimeout(timer));
}
