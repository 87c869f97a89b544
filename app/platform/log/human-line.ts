import type { DescribedError } from "./describe-error.ts";

const COLOURS: Record<string, number> = { trace: 90, debug: 90, info: 32, warn: 33, error: 31, fatal: 31 };

// A line is one line: what a visitor sent must not be able to look like another one, nor steer the terminal.
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

/**
 * A line of the log for people: time, level, message, fields; an error and its causes below it.
 * @param entry the line as it was parsed from JSON
 * @param colours whether the terminal shows them
 * @returns the text with its line end
 */
export function humanLine(entry: Record<string, unknown>, colours: boolean): string {
  const { level, time, msg, err, ...fields } = entry;
  const paint = (text: string, colour = 90) => (colours ? `\u001b[${colour}m${text}\u001b[0m` : text);
  const clock = typeof time === "string" ? time.slice(11, 19) : "";
  const name = String(level);
  const rest = Object.entries(fields).map(([key, value]) => `${key}=${inWords(value)}`);
  const head = [paint(clock), paint(name.padEnd(5), COLOURS[name]), tame(String(msg ?? ""))];
  if (rest.length > 0) head.push(paint(tame(rest.join(" "))));
  const below = err ? errorLines(err as DescribedError, "").map(tame) : [];
  return `${[head.join(" "), ...below].join("\n")}\n`;
}
