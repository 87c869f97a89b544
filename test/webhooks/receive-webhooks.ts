import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { makeCertificate } from "../several/make-certificate.ts";

/** Each is a host of its own. */
const HOSTS = Array.from({ length: 24 }, (_, n) => `127.0.0.${n + 1}`);

export const isLoopback = (address: string) => address.startsWith("127.");

/** `count`: requests to this path so far, with this one. */
type Received = { path: string; headers: IncomingHttpHeaders; body: string; count: number };
type Answer = (response: ServerResponse, request: IncomingMessage, count: number) => void;

/**
 * Takes what is posted to it, on every loopback address. This process trusts it until `close`.
 * @param answers by path; 200 otherwise
 */
export async function receiveWebhooks(answers: Record<string, Answer> = {}) {
  const { cert, key, file, forget } = makeCertificate(HOSTS);
  const received: Received[] = [];
  const counts = new Map<string, number>();
  const server = createServer({ cert, key }, async (request, response) => {
    const path = request.url ?? "";
    const body = Buffer.concat(await request.toArray()).toString();
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    received.push({ path, headers: request.headers, body, count });
    const answer = answers[path];
    if (answer) answer(response, request, count);
    else response.end("taken");
  });
  await new Promise<void>((done) => server.listen(0, "0.0.0.0", done));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    at: (path: string) => received.filter((one) => one.path === path),
    urlOf: (path: string, host = "127.0.0.1") => `https://${host}:${port}${path}`,
    certificate: file,
    hangUp: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      forget();
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof receiveWebhooks>>;
