import { ApiError } from "../../../../../http/api/client.ts";
import { messageOf } from "../../../../account/frame/failure.ts";
import { FETCH } from "./texts.ts";

/** A rule that begins with the host that it is about, which may be another one than the address names. */
const NAMES_HOST = / leads into /;

/** Says why the server couldn't fetch something. @param what "file" or "page" */
export function explainFetch(error: unknown, what: "file" | "page"): string {
  const rule = error instanceof ApiError ? error.details?.[0]?.rule : undefined;
  if (!rule) return messageOf(error as Error, FETCH.unanswered);
  return FETCH.failed(what, NAMES_HOST.test(rule) ? rule : `it ${rule}`);
}
