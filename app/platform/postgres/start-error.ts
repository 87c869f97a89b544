/** Stable, for tests and process supervisors. */
export type DatabaseStartCode =
  | "aborted"
  | "data-missing"
  | "data-shared"
  | "disk-failed"
  | "disk-full"
  | "given-up"
  | "in-use"
  | "newer-data"
  | "no-account"
  | "no-binaries"
  | "no-folder"
  | "no-memory"
  | "no-permission"
  | "not-a-directory"
  | "not-a-standby"
  | "older-data"
  | "read-only"
  | "server-too-old"
  | "start-failed"
  | "unreachable";

/** The message is for the operator: what happened, what is safe, what to do. Print it without the stack. */
export class DatabaseStartError extends Error {
  readonly code: DatabaseStartCode;

  constructor(code: DatabaseStartCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DatabaseStartError";
    this.code = code;
  }
}

type Explanation = { code: DatabaseStartCode; pattern: RegExp; codes: string[]; say: (path: string) => string };

// The same causes reach us as error codes of Node and as sentences of PostgreSQL's programs.
const causes: Explanation[] = [
  {
    code: "no-memory",
    // Shared memory is a file system, so PostgreSQL says "no space left" of it, too.
    pattern: /could not \w+ shared memory segment "\/PostgreSQL/i,
    codes: [],
    say: (path) =>
      `The database in ${path} can't get shared memory in /dev/shm. What was saved before is untouched. Give it at least 64 MB there ` +
      "(docker run --shm-size=64m, shm_size in Compose, or mount -o remount,size=64m /dev/shm) and start again.",
  },
  {
    code: "disk-full",
    pattern: /No space left on device|Disk quota exceeded|disk full/i,
    codes: ["ENOSPC", "EDQUOT"],
    say: (path) =>
      `The disk that holds ${path} is full. What was saved before is untouched. Free at least 200 MB there and start again.`,
  },
  {
    code: "read-only",
    pattern: /Read-only file system/i,
    codes: ["EROFS"],
    say: (path) =>
      `The disk that holds ${path} is read-only, and a database must write. Nothing was changed. Mount it writable, or choose another data folder.`,
  },
  {
    code: "disk-failed",
    pattern: /Input\/output error/i,
    codes: ["EIO"],
    say: (path) =>
      `The disk that holds ${path} reports input/output errors. Copy the data to another disk before trying anything else.`,
  },
  {
    code: "no-memory",
    pattern: /Cannot allocate memory|could not create shared memory segment|could not map anonymous shared memory/i,
    codes: ["ENOMEM"],
    say: (path) =>
      `There is too little free memory to run the database in ${path}; it needs about 150 MB. Nothing was changed. Free some memory and start again.`,
  },
  {
    code: "not-a-directory",
    pattern: /Not a directory/i,
    codes: ["ENOTDIR", "EEXIST"],
    say: (path) =>
      `The data folder ${path} can't be made, because a file is in its way. Nothing was changed. Move that file, or choose another data folder.`,
  },
  {
    code: "no-permission",
    pattern: /Permission denied|Operation not permitted|has wrong ownership/i,
    codes: ["EACCES", "EPERM"],
    say: (path) =>
      `This user may not use ${path}. Nothing was changed. Start as the user who owns it, or give it to this one (chown -R).`,
  },
];

/** @param error what a file operation or a spawn threw; a DatabaseStartError comes back as it is */
export function explainSystemError(error: unknown, path: string): DatabaseStartError {
  if (error instanceof DatabaseStartError) return error;
  const { code = "", message = String(error) } = (error ?? {}) as NodeJS.ErrnoException;
  const found = causes.find((cause) => cause.codes.includes(code));
  if (found) return new DatabaseStartError(found.code, `${found.say(path)} (${code})`, { cause: error });
  return new DatabaseStartError("start-failed", `The database in ${path} could not be started: ${message}`, { cause: error });
}

/** @param output of a PostgreSQL program that failed; quoted when the cause isn't one of the known ones */
export function explainOutput(output: string, path: string): DatabaseStartError {
  const lines = output.split("\n").filter((line) => /\b(FATAL|PANIC|ERROR|error|could not|No space)\b/.test(line));
  const found = causes.find((cause) => cause.pattern.test(output));
  // What follows the cause may be its consequences.
  const about = lines.findLast((line) => found?.pattern.test(line)) ?? lines.at(-1);
  const quote = (about ?? output.trim().split("\n").at(-1) ?? "").trim();
  if (found) return new DatabaseStartError(found.code, `${found.say(path)} PostgreSQL said: ${quote}`);
  return new DatabaseStartError("start-failed", `The database in ${path} could not be started. PostgreSQL said: ${quote}`);
}
