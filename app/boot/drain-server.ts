import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";

/** How long requests in progress may take once the server stops, in ms. */
const DRAIN_MS = 10_000;
/** How long connections that are in use are awaited, so that they get an answer with `Connection: close`, in ms. */
const LAST_ANSWERS_MS = 500;
/** Without a request for this long, no connection is in use, in ms. */
const PAUSE_MS = 50;
/** How long to wait for a moment in which no connection waits to be accepted, in ms. */
const QUIET_WITHIN_MS = 2000;
/** A turn of the event loop that takes no longer did nothing, in ms. */
const EMPTY_TURN_MS = 0.2;

/** Closes the port and nothing else. `http.Server` would look through all connections before it does. */
const closeListener = NetServer.prototype.close;

/**
 * Prepares a server to be stopped without cutting a request.
 * @returns `answer`: wraps the handler of requests; `drain`: ends every connection with its next answer, then closes the port, and idle
 *   connections with it. Requests in progress get 10 s to finish.
 */
export function createDrain(server: Server) {
  let isDraining = false;
  /** since one of the loops below last looked */
  const seen = { requests: 0, connections: 0 };
  const inProgress = new Set<ServerResponse>();
  server.on("connection", () => {
    seen.connections++;
  });

  /** Every connection that is in use gets an answer that ends it. */
  const lastAnswers = async () => {
    for (const response of inProgress) if (!response.headersSent) response.setHeader("connection", "close");
    for (const begun = performance.now(); performance.now() - begun < LAST_ANSWERS_MS; ) {
      seen.requests = 0;
      await pause(PAUSE_MS);
      if (seen.requests === 0) break;
    }
  };

  /** Waits for a turn of the event loop in which nothing happened. After it, no connection waits to be accepted, and no request to be read. */
  const quietTurn = async () => {
    await turn();
    for (const begun = performance.now(); performance.now() - begun < QUIET_WITHIN_MS; ) {
      seen.connections = 0;
      const began = performance.now();
      await turn();
      if (seen.connections === 0 && performance.now() - began < EMPTY_TURN_MS) return;
    }
  };

  return {
    answer(response: ServerResponse, respond: () => void): void {
      seen.requests++;
      if (isDraining) response.setHeader("connection", "close");
      respond();
      if (response.writableEnded) return;
      inProgress.add(response);
      response.once("close", () => inProgress.delete(response));
    },

    async drain(): Promise<void> {
      isDraining = true;
      const tooLong = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await lastAnswers();
      await quietTurn();
      const closed = new Promise((resolve) => closeListener.call(server, resolve));
      server.closeIdleConnections();
      // Those whose last answer began too early to say that it was the last.
      const closingIdle = setInterval(() => server.closeIdleConnections(), PAUSE_MS);
      await closed;
      clearTimeout(tooLong);
      clearInterval(closingIdle);
    },
  };
}
