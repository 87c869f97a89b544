/** Node's codes for a connection that fails or breaks off. */
const SOCKET_CODES = new Set(
  "ECONNREFUSED ECONNRESET ECONNABORTED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT EPIPE".split(" "),
);
/** A local socket isn't there; in other calls these codes are about files. */
const SOCKET_FILE_CODES = new Set(["ENOENT", "EACCES"]);
/** A server that is starting, stopping or full, or that refuses our role (08, 28, 3D, 53, 57P). */
const SQLSTATE = /^(08[0-9A-Z]{3}|28[0-9A-Z]{3}|3D000|53[0-9A-Z]{3}|57P0[1-5])$/;
/** Errors of `pg` that have no code. */
const WORDS =
  /^(connection terminated|timeout exceeded when trying to connect|cannot use a pool after calling end)|not queryable/i;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code && (SOCKET_CODES.has(code) || SQLSTATE.test(code))) return true;
  if (code && SOCKET_FILE_CODES.has(code) && syscall === "connect") return true;
  if (WORDS.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true;
  return isDatabaseUnavailable(error.cause);
}

/** SQLSTATEs of a statement that waited too long for a lock, or took too long itself. */
const BUSY = new Set(["55P03", "57014"]);
/** SQLSTATE of a write to a server that only reads, such as a standby. */
const READ_ONLY = "25006";

const hasCode = (error: unknown, matches: (code: string) => boolean): boolean =>
  error instanceof Error && (matches(String((error as NodeJS.ErrnoException).code)) || hasCode(error.cause, matches));

export const isDatabaseBusy = (error: unknown): boolean => hasCode(error, (code) => BUSY.has(code));

export const isDatabaseReadOnly = (error: unknown): boolean => hasCode(error, (code) => code === READ_ONLY);
