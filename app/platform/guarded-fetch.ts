import { lookup as resolve } from "node:dns";
import { type IncomingMessage, request as plain } from "node:http";
import { request as secure } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./ip-address.ts";

class FetchError extends Error {
  override readonly name = "FetchError";
}

export type FetchLimits = {
  maxBytes: number;
  idleMs?: number;
  totalMs?: number;
  maxRedirects?: number;
  accept?: string;
  allows?(address: string): boolean;
};

const REFUSED = "leads into a private network";

/** Resolves to allowed IP addresses only, so that the checked address is the one that is used. */
const guarded =
  (allows: (address: string) => boolean): LookupFunction =>
  (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "", 0);
      if (found.length === 0 || found.some(({ address }) => !allows(address)))
        return callback(new FetchError(`${host} ${REFUSED}`), "", 0);
      const [first] = found;
      // Node asks for one or for all, depending on how it connects.
      if (options.all) return callback(null, found);
      return callback(null, first?.address ?? "", first?.family ?? 4);
    });
  };

function addressOf(raw: string, base?: string): URL {
  const url = URL.parse(raw, base);
  if (!url) throw new FetchError("is no address");
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new FetchError(`is ${url.protocol} and not http or https`);
  if (url.username || url.password) throw new FetchError("holds a name or password");
  return url;
}

type Asked = { allows(address: string): boolean; signal: AbortSignal; idleMs: number };
type Sent = { method?: "POST"; headers: Record<string, string>; body?: string };

const ask = (url: URL, { method, headers, body }: Sent, { allows, signal, idleMs }: Asked) =>
  new Promise<IncomingMessage>((done, fail) => {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) && !allows(host)) return fail(new FetchError(`${host} ${REFUSED}`));
    const request = url.protocol === "https:" ? secure : plain;
    const options = { ...(method && { method }), headers, signal, agent: false, timeout: idleMs, lookup: guarded(allows) };
    const sent = request(url, options, done);
    sent.on("timeout", () => sent.destroy(new FetchError(`gave no answer within ${idleMs / 1000} seconds`)));
    // An answer that changes the protocol ends without an error.
    sent.on("close", () => fail(new FetchError("broke off")));
    sent.on("error", fail).end(body);
  });

async function* upTo(answer: IncomingMessage, max: number, stop: () => void): AsyncGenerator<Uint8Array> {
  try {
    let bytes = 0;
    for await (const piece of answer as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > max) throw new FetchError(`has more than ${Math.round(max / 1024 ** 2)} MB`);
      yield piece;
    }
  } finally {
    answer.destroy();
    stop();
  }
}

const plainly = (error: unknown): FetchError => {
  if (error instanceof FetchError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ABORT_ERR") return new FetchError("took too long");
  return new FetchError(`can’t be reached (${code ?? message})`);
};

/**
 * From the public internet only, redirects included.
 * @throws FetchError, also while reading, with a reason that goes on from the address
 */
export async function guardedFetch(address: string, limits: FetchLimits): Promise<AsyncIterable<Uint8Array>> {
  const { maxBytes, idleMs = 15_000, totalMs = 60_000, maxRedirects = 5, accept = "image/*", allows = isPublicAddress } = limits;
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), totalMs);
  const stop = () => clearTimeout(timer);
  try {
    let url = addressOf(address);
    for (let redirects = 0; ; redirects++) {
      const headers = { "user-agent": "Skylark-Import/1", accept, "accept-encoding": "identity" };
      const answer = await ask(url, { headers }, { allows, signal: ending.signal, idleMs });
      const { statusCode = 0, headers: given } = answer;
      if (statusCode === 200) {
        if (Number(given["content-length"] ?? 0) > maxBytes) {
          answer.destroy();
          throw new FetchError(`has more than ${Math.round(maxBytes / 1024 ** 2)} MB`);
        }
        return upTo(answer, maxBytes, stop);
      }
      answer.destroy();
      if (statusCode < 300 || statusCode > 399 || !given.location) throw new FetchError(`answers ${statusCode}`);
      if (redirects === maxRedirects) throw new FetchError(`redirects more than ${maxRedirects} times`);
      url = addressOf(given.location, url.href);
    }
  } catch (error) {
    stop();
    throw plainly(error);
  }
}

export type Post = {
  headers: Record<string, string>;
  body: string;
  /** how much of the answer is read */
  maxBytes: number;
  totalMs: number;
  allows?: ((address: string) => boolean) | undefined;
};

/** Its beginning, if it breaks off or takes too long. */
async function beginningOf(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= maxBytes) break;
    }
  } catch {
    // The status has come.
  }
  answer.destroy();
  return Buffer.concat(pieces).subarray(0, maxBytes).toString();
}

/**
 * By HTTPS to the public internet only; follows no redirects.
 * @returns any status @throws FetchError without one, with a reason that goes on from the address
 */
export async function guardedPost(
  address: string,
  { headers, body, maxBytes, totalMs, allows = isPublicAddress }: Post,
): Promise<{ status: number; answer: string }> {
  try {
    const url = addressOf(address);
    if (url.protocol !== "https:") throw new FetchError("isn’t https");
    const signal = AbortSignal.timeout(totalMs);
    const sent = { "user-agent": "Skylark-Webhook/1", "accept-encoding": "identity", ...headers };
    const length = { "content-length": String(Buffer.byteLength(body)) };
    const asked = { allows, signal, idleMs: totalMs };
    const answer = await ask(url, { method: "POST", headers: { ...sent, ...length }, body }, asked);
    return { status: answer.statusCode ?? 0, answer: await beginningOf(answer, maxBytes) };
  } catch (error) {
    throw plainly(error);
  }
}
