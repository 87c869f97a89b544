import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";

const DRAIN_MS = 10_000;
const LOOK_MS = 50;
/** A proxy keeps connections for later, and may send a request at the moment in which its connection is closed here. */
const LAST_ANSWERS = { withProxy: { atMost: 4000, silence: 2000 }, alone: { atMost: 500, silence: LOOK_MS } };
/** Some moment in this time should have no connection that waits to be accepted. */
const QUIET_WITHIN_MS = 4000;
/** A process that wakes up later than this may have been put to sleep again by a busy machine. */
const SLEEP_MS = 5;
const LATE_MS = 1.5;
/** A turn of the event loop that takes no longer did nothing. */
const EMPTY_TURN_MS = 0.2;

/** `http.Server` would look through all connections before it closes the port. */
const closeListener = NetServer.prototype.close;

const countConnections = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count ?? 0)));

/** After a turn in which nothing happened, no connection waits to be accepted, and no request to be read. */
async function quietTurn(seen: { connections: number }): Promise<void> {
  for (const begun = performance.now(); performance.now() - begun < QUIET_WITHIN_MS; ) {
    const asleep = performance.now();
    await pause(SLEEP_MS);
    seen.connections = 0;
    const awake = performance.now();
    // From the timers over what has arrived to here.
    await turn();
    const isQuiet = seen.connections === 0 && performance.now() - awake < EMPTY_TURN_MS;
    const isOnTime = awake - asleep < SLEEP_MS + LATE_MS;
    // On a machine that is always late, being quiet has to do.
    if (isQuiet && (isOnTime || awake - begun > QUIET_WITHIN_MS / 2)) return;
  }
}

/**
 * @returns `answer`: wraps the handler of requests; `drain`: ends each connection with its next answer, and gives requests 10 s to finish
 */
export function createDrain(server: Server) {
  let isDraining = false;
  /** since one of the loops below last looked */
  const seen = { requests: 0, connections: 0 };
  const inProgress = new Set<ServerResponse>();
  /** Requests wait until the port is closed: a server at full load has no quiet moment. */
  let queued: (() => void)[] | null = null;
  server.on("connection", () => {
    seen.connections++;
  });

  /** Every connection that is in use gets an answer that ends it. */
  const lastAnswers = async ({ atMost, silence }: { atMost: number; silence: number }) => {
    for (const response of inProgress) if (!response.headersSent) response.setHeader("connection", "close");
    const begun = performance.now();
    for (let lastRequest = begun; performance.now() - begun < atMost; ) {
      seen.requests = 0;
      await pause(LOOK_MS);
      if (seen.requests > 0) lastRequest = performance.now();
      if (performance.now() - lastRequest >= silence || (await countConnections(server)) === 0) return;
    }
  };

  return {
    answer(response: ServerResponse, respond: () => void): void {
      seen.requests++;
      if (isDraining) response.setHeader("connection", "close");
      const begin = () => {
        respond();
        // What has been handed over to the system arrives, also when the connection is closed here.
        if (response.writableEnded && response.socket?.writableLength === 0) return;
        inProgress.add(response);
        response.once("close", () => inProgress.delete(response));
      };
      if (queued) queued.push(begin);
      else begin();
    },

    async drain({ behindProxy = false } = {}): Promise<void> {
      isDraining = true;
      await lastAnswers(behindProxy ? LAST_ANSWERS.withProxy : LAST_ANSWERS.alone);
      queued = [];
      await quietTurn(seen);
      const closed = new Promise((resolve) => closeListener.call(server, resolve));
      // Only now: a request that came last has as much time as all others.
      const tooLong = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      const waiting = queued;
      queued = null;
      for (const begin of waiting) begin();
      if (inProgress.size === 0) server.closeIdleConnections();
      // Those whose last answer began too early to say that it was the last.
      const closingIdle = setInterval(() => inProgress.size === 0 && server.closeIdleConnections(), LOOK_MS);
      await closed;
      clearTimeout(tooLong);
      clearInterval(closingIdle);
    },
  };
}
