import { ApiError } from "../../../../../http/api/client.ts";
import { messageOf } from "../../../../account/frame/failure.ts";

/** A rule that begins with the host that it is about, which may be another one than the address names. */
const NAMES_HOST = / leads into /;

/** Says why the server couldn't fetch something. @param what "file" or "page" */
export function explainFetch(error: unknown, what: "file" | "page"): string {
  const rule = error instanceof ApiError ? error.details?.[0]?.rule : undefined;
  if (!rule) return messageOf(error as Error, "The server can’t be reached");
  return `The ${what} can’t be fetched: ${NAMES_HOST.test(rule) ? rule : `it ${rule}`}`;
}
