import { setTimeout as pause } from "node:timers/promises";
import { Failure, Problem, warn } from "./problems.ts";

const ANSWER_MS = 120_000;
/** Between the tries of a request that got no answer. */
const PAUSES_MS = [500, 2000, 5000];
const LIMITED_MAX = 20;

/** The site refused one request. */
export class Refused extends Problem {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

type Answer = { code?: string; message?: string; details?: { field: string; rule: string }[] };
type Sent = { json?: unknown; bytes?: Uint8Array<ArrayBuffer>; isPublic?: boolean; isRepeatable?: boolean };

const isLoopback = (host: string) => /^(?:localhost|127(?:\.[0-9]+){3}|\[::1\])$/.test(host);

/** Without the slash at its end. @throws Failure */
export function siteAddress(typed: string): string {
  const host = URL.canParse(`http://${typed}`) ? new URL(`http://${typed}`).hostname : "";
  const address = /^[a-z]+:\/\//i.test(typed) ? typed : `${isLoopback(host) ? "http" : "https"}://${typed}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Failure(`This isn’t the address of a site: ${typed}`);
  if (url.username || url.password) throw new Failure("The address of a site has no name and password in it.");
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    throw new Failure("The address must begin with https://: a token isn’t sent where others can read it.");
  return url.origin + url.pathname.replace(/\/+$/, "");
}

const isSentence = (rule: string) => /^\p{Lu}/u.test(rule);
const sentence = ({ message = "", details = [] }: Answer): string =>
  details.length > 0 ? details.map(({ field, rule }) => (isSentence(rule) ? rule : `${field} ${rule}`)).join("; ") : message;

async function bodyOf(response: Response): Promise<Answer> {
  return (await response.json().catch(() => ({}))) as Answer;
}

/** @throws Failure, Refused */
async function refuse(site: string, response: Response): Promise<never> {
  const answer = await bodyOf(response);
  if (response.status >= 300 && response.status < 400)
    throw new Failure(`${site} sends its visitors to ${response.headers.get("location")}. Use that address.`);
  if (response.status === 401)
    throw new Failure(
      `${site} doesn’t accept the token: ${answer.message ?? ""} Tokens are made at ${site}/admin/tokens. Then run node cli.mjs login, or set SKYLARK_TOKEN.`,
    );
  if (!answer.code)
    throw new Failure(`${site} answered with status ${response.status} and no reason. Is this the address of a Skylark site?`);
  const more = answer.code === "missing_scope" ? `; make one that has it at ${site}/admin/tokens` : "";
  throw new Refused(answer.code, sentence(answer) + more);
}

/** Also of OpenSSL, whose messages are for its authors. */
function reasonOf(error: Error): string {
  const { code = "", message } = (error.cause ?? error) as NodeJS.ErrnoException;
  return code.startsWith("ERR_SSL") ? "it doesn’t speak HTTPS there" : message || code;
}

/** Speaks to the API. The token goes to this site alone, in a header. */
export function openSite(site: string, token: string) {
  const once = (method: string, path: string, { json, bytes, isPublic }: Sent) =>
    fetch(site + path, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: {
        ...(!isPublic && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { "content-type": "application/json" }),
        ...(bytes && { "content-type": "application/octet-stream" }),
      },
      ...(json !== undefined ? { body: JSON.stringify(json) } : bytes ? { body: bytes } : {}),
    });

  /** Again if there was no answer, unless that would add something twice. @throws Failure */
  async function persist(method: string, path: string, sent: Sent): Promise<Response> {
    let limited = 0;
    for (let tries = 0; ; ) {
      const response = await once(method, path, sent).catch((error: Error) => error);
      const isAway = response instanceof Error || [502, 503, 504].includes(response.status);
      if (!isAway && response.status === 429 && limited++ < LIMITED_MAX) {
        const seconds = Math.min(120, Math.max(1, Number(response.headers.get("retry-after")) || 10));
        warn(`The site asks for patience: going on in ${seconds} s.`);
        await pause(seconds * 1000);
      } else if (!isAway) return response;
      else {
        const wait = method === "POST" && !sent.isRepeatable ? undefined : PAUSES_MS[tries++];
        const reason = response instanceof Error ? reasonOf(response) : response.status;
        if (wait === undefined)
          throw new Failure(`${site} can’t be reached (${reason}). What is done is done; run the command again later.`);
        await pause(wait);
      }
    }
  }

  return {
    address: site,
    /** @throws Failure, Refused */
    async ask<T>(method: string, path: string, sent: Sent = {}): Promise<T> {
      const response = await persist(method, path, sent);
      if (response.status === 204) return undefined as T;
      if (!response.ok) return refuse(site, response);
      return (await response.json().catch(() => {
        throw new Failure(`${site} doesn’t answer as a Skylark site does.`);
      })) as T;
    },
    /** A file that everybody may have. Null if it isn't there. */
    async download(path: string): Promise<Uint8Array | null> {
      const response = await persist("GET", path, { isPublic: true });
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
    },
  };
}

export type Site = ReturnType<typeof openSite>;
