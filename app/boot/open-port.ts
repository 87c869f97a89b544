import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { UPLOAD_PATHS } from "../http/upload-paths.ts";
import { createDrain } from "./drain-server.ts";

/** A request has to arrive within this time. */
const ARRIVAL_MS = 30_000;
/** An upload may take any time as long as data arrives: a gigabyte over a slow line takes hours. */
const STALL_MS = 60_000;

/** Answers 408 to a request whose body doesn't arrive within `ms`, and to an upload that stalls. */
export function limitArrival(request: IncomingMessage, response: ServerResponse, ms = ARRIVAL_MS, stallMs = STALL_MS): void {
  const { headers, method, url, socket } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
  // Only signed-in users and the owner of a new site get this far with a file; everybody else is answered at once.
  const isUpload = method === "POST" && UPLOAD_PATHS.includes(url?.split("?", 1)[0] ?? "");
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

/** Times in ms, sizes in bytes. `limitArrival` limits the bodies. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  // How often the limits are checked; Node's own 30 s would let a header arrive for four times as long as it may.
  connectionsCheckingInterval: 2000,
};

/** A request without a body gets no stream for it, which saves a tenth of the work of a page from the cache. */
const WITHOUT_BODY = { optimizeEmptyRequests: true };

export type Handlers = {
  fetch(request: Request, env: { incoming: IncomingMessage }): Response | Promise<Response>;
  /** Answers from memory. @returns whether it could */
  fastPath(request: IncomingMessage, response: ServerResponse): boolean;
  /** Takes the site's path off a request. @returns false if the request was for another path, and is answered */
  enter?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** The handler that is asked first in development. */
  first?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};

export type OpenPort = {
  port: number;
  /** Before this, requests get 503 and are asked to retry. */
  serve(handlers: Handlers): void;
  /**
   * Ends every connection with its next answer; requests in progress get 10 s. `behindProxy`: a proxy needs seconds to use its connections
   * up.
   */
  close(how?: { behindProxy?: boolean }): Promise<void>;
};

/** @param handlers given when the site can serve already @throws Node's error when the port is taken or not allowed */
export async function openPort(host: string, port: number, handlers?: Handlers): Promise<OpenPort> {
  let answer = (_: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(503, { "retry-after": "2", "content-type": "text/plain; charset=utf-8" }).end("The site is starting.\n");
  };
  const server = createServer({ ...LIMITS, ...WITHOUT_BODY });
  const { answer: answerAll, drain } = createDrain(server);
  server.on("request", (request, response) => answerAll(response, () => answer(request, response)));
  const serve = ({ fetch, fastPath, enter, first }: Handlers) => {
    const listener = getRequestListener((request, env) => fetch(request, env as { incoming: IncomingMessage }));
    const ours = (request: IncomingMessage, response: ServerResponse) => {
      if (enter && !enter(request, response)) return;
      limitArrival(request, response);
      if (!fastPath(request, response)) void listener(request, response);
    };
    answer = first ? (request, response) => first(request, response, () => ours(request, response)) : ours;
  };
  if (handlers) serve(handlers);
  await new Promise<void>((resolve, reject) => {
    // Not once: a connection that the system can't hand over later is lost, and nothing else.
    server.on("error", reject);
    server.listen(port, host, () => {
      resolve();
    });
  });
  return { port: (server.address() as AddressInfo).port, serve, close: drain };
}
