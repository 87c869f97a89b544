/** Node's codes of a disk or a share of it that is full, and PostgreSQL's. */
const CODES = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** Whether `error`, or what caused it, says that there is no room left on the disk. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return CODES.has(String((error as NodeJS.ErrnoException).code)) || isDiskFull(error.cause);
}

/** What whoever runs the site does about it. */
export const DISK_FULL_MESSAGE =
  "The server's disk is full. Nothing of this was stored: make room there (DATA_DIR), then try again.";
