import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { DomainError, type FieldError } from "../domain/errors.ts";
import { isDatabaseBusy, isDatabaseReadOnly, isDatabaseUnavailable } from "../platform/database/unavailable.ts";
import { type Log, reportError, requestLog } from "../platform/log.ts";
import { DISK_FULL_MESSAGE, isDiskFull } from "../platform/storage/disk.ts";
import { StorageError } from "../platform/storage/file-store.ts";
import type { AppEnv } from "./env.ts";
import { noteFullDisk } from "./guards/full-disk.ts";

/** Every error that leaves as JSON has this shape. */
export type ErrorBody = { code: string; message: string; details?: FieldError[] };

/** A refusal that only HTTP knows (methods, media types, sizes). `headers` are sent with it. */
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

/** These are for people; the auth service's messages are for programs. */
export const SESSION_WORDS: Record<string, string> = {
  no_authorization: "Please sign in.",
  bad_jwt: "Your session has ended. Please sign in again.",
  session_not_found: "Your session has ended. Please sign in again.",
};

export class RoleCheckError extends Error {
  constructor(cause: unknown) {
    super("The role could not be looked up", { cause });
    this.name = "RoleCheckError";
  }
}

export const CLOSED: ErrorBody = {
  code: "maintenance",
  message: "The site is closed for maintenance. Please try again later.",
};
export const CLOSED_RETRY_AFTER = "600";

/** Isn't logged as a failure. */
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

/** Seconds to wait when the server couldn't answer. */
export const RETRY_AFTER = "5";

export const UNEXPECTED: ErrorBody = {
  code: "unexpected",
  message: "Something went wrong on our end. Nothing was changed. Please try again.",
};
export const UNAVAILABLE: ErrorBody = {
  code: "unavailable",
  message: "The database can’t be reached right now. Please try again shortly.",
};

export const BUSY: ErrorBody = {
  code: "busy",
  message: "The database is too busy right now. Nothing was changed. Please try again shortly.",
};
const READ_ONLY: ErrorBody = {
  code: "read_only",
  message: "The database is read-only right now. Nothing was changed. Please try again later.",
};

const STORE_UNAVAILABLE: ErrorBody = {
  code: "storage_unavailable",
  message: "The image storage can’t be used right now. Nothing was changed. Please try again shortly.",
};

export const DISK_FULL: ErrorBody = { code: "disk_full", message: DISK_FULL_MESSAGE };

/** The validator of the routes throws its own error for a body that isn't JSON. */
const malformed = (error: HTTPException): HttpError =>
  error.status === 415
    ? unsupportedMediaType()
    : new HttpError(400, {
        code: "invalid_input",
        message: "The request can’t be read",
        details: [{ field: "body", rule: "must be valid JSON" }],
      });

/** Node's error for a body whose sender disconnected before the end. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === "ECONNRESET" && error.message === "aborted";

/** Nobody receives this answer; it only appears in the log. */
const cutOff = (): HttpError =>
  new HttpError(400, {
    code: "invalid_input",
    message: "The request was interrupted",
    details: [{ field: "body", rule: "must arrive whole" }],
  });

export const unsupportedMediaType = (): HttpError =>
  new HttpError(415, {
    code: "unsupported_media_type",
    message: "The body must be JSON",
    details: [{ field: "content-type", rule: "must be application/json" }],
  });

export const unknownPath = (): HttpError => new HttpError(404, { code: "not_found", message: "Nothing found at this URL" });

/** An error that we don't know becomes "unexpected": its message never leaves. */
export function present(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof RoleCheckError) {
    const { status, body, headers } = present(error.cause);
    return new HttpError(status, { ...body, message: `Role check failed: ${body.message}` }, headers);
  }
  // First, because a picture whose copies don't fit on the disk looks damaged otherwise.
  if (isDiskFull(error)) return new HttpError(507, DISK_FULL);
  if (error instanceof DomainError) {
    const { code, message, details } = error;
    const headers: Record<string, string> = error.kind === "unavailable" ? { "retry-after": RETRY_AFTER } : {};
    return new HttpError(STATUS[error.kind], { code, message, ...(details && { details }) }, headers);
  }
  if (error instanceof HTTPException && error.status < 500) return malformed(error);
  if (isCutOff(error)) return cutOff();
  if (error instanceof StorageError) return new HttpError(503, STORE_UNAVAILABLE, { "retry-after": RETRY_AFTER });
  if (isDatabaseBusy(error)) return new HttpError(503, BUSY, { "retry-after": RETRY_AFTER });
  if (isDatabaseReadOnly(error)) return new HttpError(503, READ_ONLY, { "retry-after": RETRY_AFTER });
  if (isDatabaseUnavailable(error)) return new HttpError(503, UNAVAILABLE, { "retry-after": RETRY_AFTER });
  return new HttpError(500, UNEXPECTED);
}

export const isOurFault = (error: unknown, status: number): boolean => status >= 500 && !(error instanceof ClosedError);

/** Logs our own failures once, with their cause. @param request what failed, such as "POST /api/visits" */
export function presentFailure(error: unknown, request: string, log: Log): HttpError {
  const presented = present(error);
  if (isOurFault(error, presented.status)) reportError(log, error, `${request} failed`);
  return presented;
}

/** Made for `app.onError`. Logs our own failures once, with their cause. */
export function answerError(error: unknown, c: Context<AppEnv>): Response {
  const log = requestLog(c.var.deps.context.log, c.var.requestId);
  const { status, body, headers } = presentFailure(error, `${c.req.method} ${c.req.path}`, log);
  if (body === DISK_FULL) noteFullDisk(c.var.deps);
  const words = error instanceof DomainError ? SESSION_WORDS[error.code] : undefined;
  return c.json(words === undefined ? body : { ...body, message: words }, status, { ...headers, "cache-control": "no-store" });
}
