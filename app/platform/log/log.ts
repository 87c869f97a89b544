import pino, { type ChildLoggerOptions, type DestinationStream, type Logger } from "pino";
import { describeError } from "./describe-error.ts";
import { humanLine } from "./human-line.ts";
import { redacted } from "./redact.ts";

/** Takes `(fields, message)` or `(message)`; errors go into the field `err`. */
export type Log = Logger;

type LogOptions = {
  /** The least severe level that is written. */
  level: string;
  /** Short lines for people instead of JSON; absent: when standard output is a terminal. */
  pretty?: boolean;
  /** Where lines go instead of standard output. */
  destination?: DestinationStream;
};

const forPeople = (out: DestinationStream, colours: boolean): DestinationStream => ({
  write: (line) => out.write(humanLine(JSON.parse(line), colours)),
});

/**
 * The program's log: one JSON object a line, or a short line for people. Secrets are starred out by the names of their
 * fields at any depth, and in addresses anywhere.
 * @returns the log; children of it (`requestLog`) carry their fields along
 */
export function createLog({ level, pretty = process.stdout.isTTY === true, destination }: LogOptions): Log {
  const out = destination ?? (pretty ? process.stdout : pino.destination({ dest: 1, sync: true }));
  const colours = !destination && process.stdout.isTTY === true && !process.env.NO_COLOR;
  const log = pino(
    {
      level,
      // The machine and the process say nothing that whoever collects the lines doesn't know.
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Errors are described before secrets are looked for, so that both hold for whatever an error carries.
      serializers: { err: (value) => value },
      formatters: { level: (label) => ({ level: label }), log: (fields) => redacted(fields, describeError) },
    },
    pretty ? forPeople(out, colours) : out,
  );
  // Pino doesn't format the fields of children, so they are redacted before it sees them.
  const child: (this: Log, fields: Record<string, unknown>, options?: ChildLoggerOptions) => Logger = log.child;
  const redactingChild = function (this: Log, fields: Record<string, unknown>, options?: ChildLoggerOptions) {
    return child.call(this, redacted(fields, describeError), options);
  };
  return Object.assign(log, { child: redactingChild });
}

/** The log of one request: every line carries the request's id. */
export const requestLog = (log: Log, requestId: string): Log => log.child({ requestId });

const reported = new WeakSet<object>();

/**
 * Logs an error that nobody handled, once: an error that passes several places which report, or that another error was
 * made from after it was reported, leaves one line.
 * @param message what was being done
 * @returns whether a line was written
 */
export function reportError(log: Log, error: unknown, message: string): boolean {
  for (let link = error, depth = 0; link instanceof Error && depth < 10; link = link.cause, depth++) {
    if (reported.has(link)) return false;
  }
  if (typeof error === "object" && error !== null) reported.add(error);
  log.error({ err: error }, message);
  return true;
}
