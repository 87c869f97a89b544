import pino, { type ChildLoggerOptions, type DestinationStream, type Logger } from "pino";

type DescribedError = {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: DescribedError;
  errors?: DescribedError[];
};

const CAUSES_MAX = 8;

const ownCode = (error: Error) => ("code" in error && error.code !== undefined ? { code: String(error.code) } : {});

const isExpected = (error: Error) => "expected" in error && error.expected === true;

/** Includes its causes. An error with `expected: true` loses its own stack and those below it. */
function describeError(error: unknown, withStack = true, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const stacks = withStack && !isExpected(error);
  const deeper = (inner: unknown) => describeError(inner, stacks, depth + 1);
  return {
    type: error.name,
    message: error.message,
    ...ownCode(error),
    ...(stacks && error.stack ? { stack: error.stack } : {}),
    ...(error.cause !== undefined && depth < CAUSES_MAX ? { cause: deeper(error.cause) } : {}),
    ...(error instanceof AggregateError && depth < CAUSES_MAX ? { errors: error.errors.slice(0, 5).map(deeper) } : {}),
  };
}

export type DatabaseLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

const COLORS: Record<string, number> = { trace: 90, debug: 90, info: 32, warn: 33, error: 31, fatal: 31 };

// An entry is one line: input of visitors must not look like another entry, nor control the terminal.
const CONTROL = /(?![\t\n])\p{Cc}/gu;
const tame = (text: string) => text.replace(CONTROL, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`);

const errorLines = (error: DescribedError, prefix: string): string[] => {
  const code = error.code ? ` (${error.code})` : "";
  const frames = error.stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [];
  return [
    `  ${prefix}${error.type}: ${error.message}${code}`,
    ...frames.map((frame) => `    ${frame.trim()}`),
    ...(error.cause ? errorLines(error.cause, "caused by ") : []),
    ...(error.errors ?? []).flatMap((inner) => errorLines(inner, "one of ")),
  ];
};

const inWords = (value: unknown) => (typeof value === "string" && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value));

function humanLine(entry: Record<string, unknown>, colors: boolean): string {
  const { level, time, msg, err, ...fields } = entry;
  const paint = (text: string, color = 90) => (colors ? `\u001b[${color}m${text}\u001b[0m` : text);
  const clock = typeof time === "string" ? time.slice(11, 19) : "";
  const name = String(level);
  const rest = Object.entries(fields).map(([key, value]) => `${key}=${inWords(value)}`);
  const head = [paint(clock), paint(name.padEnd(5), COLORS[name]), tame(String(msg ?? ""))];
  if (rest.length > 0) head.push(paint(tame(rest.join(" "))));
  const below = err ? errorLines(err as DescribedError, "").map(tame) : [];
  return `${[head.join(" "), ...below].join("\n")}\n`;
}

const SECRET =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-session-id|api_?key|.*password|.*secret|.*token|.*_?hash)$/i;
const CREDENTIALS = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/"']*@/gi;
const STARS = "***";
const DEEPEST = 8;

const withoutCredentials = (text: string) => (text.includes("://") ? text.replace(CREDENTIALS, `$1${STARS}@`) : text);

const isPlain = (value: object) => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const clean = (value: unknown, plain: (error: Error) => object, depth: number): unknown => {
  if (typeof value === "string") return withoutCredentials(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEEPEST) return "…";
  if (value instanceof Error) return clean(plain(value), plain, depth + 1);
  if (value instanceof Headers) return clean(Object.fromEntries(value), plain, depth + 1);
  if (Array.isArray(value)) return value.map((item) => clean(item, plain, depth + 1));
  return isPlain(value) ? redacted(value as Record<string, unknown>, plain, depth + 1) : value;
};

/** Redacts secrets by the names of their fields, at any depth, and in addresses. `fields` isn't changed. */
function redacted(fields: Record<string, unknown>, plain: (error: Error) => object, depth = 0): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const secret = SECRET.test(name) && value !== undefined && value !== null && typeof value !== "boolean";
    result[name] = secret ? STARS : clean(value, plain, depth);
  }
  return result;
}

/** Takes `(fields, message)` or `(message)`; errors go into the field `err`. */
export type Log = Logger;

type LogOptions = {
  level: string;
  pretty?: boolean;
  destination?: DestinationStream;
};

const forPeople = (out: DestinationStream, colors: boolean): DestinationStream => ({
  write: (line) => out.write(humanLine(JSON.parse(line), colors)),
});

/** A logger, and through its prototype every child, finds what it leaves out under this key. */
const LEAVES_OUT: unique symbol = Symbol("leaves out");
type Muted = { [LEAVES_OUT]?: (error: unknown) => boolean };

/** Leaves out lines about errors that are logged elsewhere, also in the log's children. Asked once for each. */
export function leaveOut(log: Log, isLoggedElsewhere: (error: unknown) => boolean): void {
  (log as Muted)[LEAVES_OUT] = isLoggedElsewhere;
}

/** Lines that can't be written, as on a full disk, are lost: at most a megabyte waits. */
function linesOut(): DestinationStream {
  const out = pino.destination({ dest: 1, sync: true, maxLength: 2 ** 20 });
  out.on("error", () => undefined);
  return out;
}

/** One JSON object a line, or a short line for people, without secrets. Children (`requestLog`) carry their fields along. */
export function createLog({ level, pretty = process.stdout.isTTY === true, destination }: LogOptions): Log {
  const out = destination ?? (pretty ? process.stdout : linesOut());
  const colors = !destination && process.stdout.isTTY === true && !process.env.NO_COLOR;
  const log = pino(
    {
      level,
      // The collector of the logs knows the machine and the process.
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Errors are described before secrets are redacted, so that secrets in errors are redacted too.
      serializers: { err: (value) => value },
      hooks: {
        logMethod(args, method) {
          const { err } = (args[0] ?? {}) as { err?: unknown };
          if (err === undefined || !(this as Muted)[LEAVES_OUT]?.(err)) method.apply(this, args);
        },
      },
      formatters: { level: (label) => ({ level: label }), log: (fields) => redacted(fields, describeError) },
    },
    pretty ? forPeople(out, colors) : out,
  );
  // Pino doesn't format the fields of children, so they are redacted before it sees them.
  const child: (this: Log, fields: Record<string, unknown>, options?: ChildLoggerOptions) => Logger = log.child;
  const redactingChild = function (this: Log, fields: Record<string, unknown>, options?: ChildLoggerOptions) {
    return child.call(this, redacted(fields, describeError), options);
  };
  return Object.assign(log, { child: redactingChild });
}

export const requestLog = (log: Log, requestId: string): Log => log.child({ requestId });

const reported = new WeakSet<object>();

/** Logs an unhandled error once, also if it is reported in several places or wrapped. @returns whether a line was written */
export function reportError(log: Log, error: unknown, message: string): boolean {
  for (let link = error, depth = 0; link instanceof Error && depth < 10; link = link.cause, depth++) {
    if (reported.has(link)) return false;
  }
  if (typeof error === "object" && error !== null) reported.add(error);
  log.error({ err: error }, message);
  return true;
}
