import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { DomainError, type FieldError } from "../domain/errors.ts";
import { type Log, reportError, requestLog } from "../platform/log/log.ts";
import { DISK_FULL_MESSAGE, isDiskFull } from "../platform/storage/disk-full.ts";
import { StorageError } from "../platform/storage/file-store.ts";
import type { AppEnv } from "./env.ts";

/** Node's codes of a connection that doesn't come about or breaks off. */
const SOCKET_CODES = new Set(
  "ECONNREFUSED ECONNRESET ECONNABORTED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT EPIPE".split(" "),
);
/** These say so only of connecting to a local socket; elsewhere they are about files. */
const SOCKET_FILE_CODES = new Set(["ENOENT", "EACCES"]);
/** SQLSTATEs of a server that is starting, stopping or full, or lets us in no more (08, 28, 3D, 53, 57P). */
const SQLSTATE = /^(08[0-9A-Z]{3}|28[0-9A-Z]{3}|3D000|53[0-9A-Z]{3}|57P0[1-5])$/;
/** What `pg` says in words only. */
const WORDS =
  /^(connection terminated|timeout exceeded when trying to connect|cannot use a pool after calling end)|not queryable/i;

/**
 * Whether `error`, or what caused it, says that the database can't be reached: a refused or broken connection, a server
 * that starts, stops or takes no more connections, a closed pool.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code && (SOCKET_CODES.has(code) || SQLSTATE.test(code))) return true;
  if (code && SOCKET_FILE_CODES.has(code) && syscall === "connect") return true;
  if (WORDS.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true;
  return isDatabaseUnavailable(error.cause);
}

/** The one shape of every error that leaves as JSON. */
export type ErrorBody = { code: string; message: string; details?: FieldError[] };

/** A refusal that only HTTP knows (methods, media types, sizes); `headers` go out with it. */
export class HttpError extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;

  constructor(status: ContentfulStatusCode, body: ErrorBody, headers: Record<string, string> = {}) {
    super(body.message);
    this.name = "HttpError";
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** What the API says of sessions, by code: the auth service's own words are made for programs. */
export const SESSION_WORDS: Record<string, string> = {
  no_authorization: "Please sign in.",
  bad_jwt: "Your session has ended. Please sign in again.",
  session_not_found: "Your session has ended. Please sign in again.",
};

/** The user who wants to create a post could not be looked up. */
export class RoleCheckError extends Error {
  constructor(cause: unknown) {
    super("The role could not be looked up", { cause });
    this.name = "RoleCheckError";
  }
}

/** What is said of everything that is closed for maintenance. */
export const CLOSED: ErrorBody = {
  code: "maintenance",
  message: "The site is closed for maintenance. Please try again later.",
};
/** When it is worth trying again, in seconds. */
export const CLOSED_RETRY_AFTER = "600";

/** The site is closed for maintenance: an answer, and no fault of ours. */
export class ClosedError extends HttpError {
  constructor() {
    super(503, CLOSED, { "retry-after": CLOSED_RETRY_AFTER });
  }
}

const STATUS: Record<DomainError["kind"], ContentfulStatusCode> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  limited: 429,
  unavailable: 503,
};

/** How long a client waits before it asks a server again that couldn't answer, in seconds. */
const RETRY_AFTER = "5";

export const UNEXPECTED: ErrorBody = {
  code: "unexpected",
  message: "Something went wrong on our side. Nothing of yours was changed; please try again.",
};
export const UNAVAILABLE: ErrorBody = {
  code: "unavailable",
  message: "The database can't be reached at the moment. Please try again shortly.",
};

const STORE_UNAVAILABLE: ErrorBody = {
  code: "storage_unavailable",
  message: "The store of pictures can't be used at the moment. Nothing was changed; please try again shortly.",
};

export const DISK_FULL: ErrorBody = { code: "disk_full", message: DISK_FULL_MESSAGE };

/** A body that isn't JSON; the validator of the routes meets it first. */
const malformed = (error: HTTPException): HttpError =>
  error.status === 415
    ? unsupportedMediaType()
    : new HttpError(400, {
        code: "invalid_input",
        message: "The request can't be read",
        details: [{ field: "body", rule: "must be valid JSON" }],
      });

/** Node's error of a body whose sender went away before all of it had come. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === "ECONNRESET" && error.message === "aborted";

/** Nobody hears of it any more; it stands in the log. */
const cutOff = (): HttpError =>
  new HttpError(400, {
    code: "invalid_input",
    message: "The request broke off",
    details: [{ field: "body", rule: "must arrive whole" }],
  });

/** The body is of a kind that isn't taken here. */
export const unsupportedMediaType = (): HttpError =>
  new HttpError(415, {
    code: "unsupported_media_type",
    message: "The body must be JSON",
    details: [{ field: "content-type", rule: "must be application/json" }],
  });

/** No resource has this address. */
export const unknownPath = (): HttpError =>
  new HttpError(404, { code: "not_found", message: "There is nothing at this address" });

/**
 * What `error` looks like from outside. Whatever isn't foreseen is "unexpected": its own text never leaves.
 * @returns status, body and headers of the answer
 */
export function present(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof RoleCheckError) {
    const { status, body, headers } = present(error.cause);
    return new HttpError(status, { ...body, message: `Role check failed: ${body.message}` }, headers);
  }
  // Before all else: a picture whose copies find no room looks as if it were damaged.
  if (isDiskFull(error)) return new HttpError(507, DISK_FULL);
  if (error instanceof DomainError) {
    const { code, message, details } = error;
    const headers: Record<string, string> = error.kind === "unavailable" ? { "retry-after": RETRY_AFTER } : {};
    return new HttpError(STATUS[error.kind], { code, message, ...(details && { details }) }, headers);
  }
  if (error instanceof HTTPException && error.status < 500) return malformed(error);
  if (isCutOff(error)) return cutOff();
  if (error instanceof StorageError) return new HttpError(503, STORE_UNAVAILABLE, { "retry-after": RETRY_AFTER });
  if (isDatabaseUnavailable(error)) return new HttpError(503, UNAVAILABLE, { "retry-after": RETRY_AFTER });
  return new HttpError(500, UNEXPECTED);
}

/** Whether an answer belongs in the log as a failure. */
export const isOurFault = (error: unknown, status: number): boolean => status >= 500 && !(error instanceof ClosedError);

/** `present`, and what is our fault is logged, once, with its cause. @param request what failed, as "POST /api/visits" */
export function presentFailure(error: unknown, request: string, log: Log): HttpError {
  const presented = present(error);
  if (isOurFault(error, presented.status)) reportError(log, error, `${request} failed`);
  return presented;
}

/**
 * Turns whatever a handler threw into our JSON; what is our fault is logged here, once, with its cause.
 * Made for `app.onError`.
 */
export function answerError(error: unknown, c: Context<AppEnv>): Response {
  const log = requestLog(c.var.deps.context.log, c.var.requestId);
  const { status, body, headers } = presentFailure(error, `${c.req.method} ${c.req.path}`, log);
  const words = error instanceof DomainError ? SESSION_WORDS[error.code] : undefined;
  return c.json(words === undefined ? body : { ...body, message: words }, status, { ...headers, "cache-control": "no-store" });
}
