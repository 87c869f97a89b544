import { z } from "zod";
import { REDIRECT_MESSAGES, REDIRECT_PATH_MAX, siteAddress } from "./redirect-rules.ts";

const address = (required: string, long: string) =>
  z.string(required).trim().min(1, { error: required, abort: true }).max(REDIRECT_PATH_MAX, long);

/** A new redirect. Whether there are pages at its ends is for the server to say. */
export const newRedirect = z.strictObject({
  from_path: address(REDIRECT_MESSAGES.fromRequired, REDIRECT_MESSAGES.fromLong).refine(
    (text) => siteAddress(text)?.rest === "",
    REDIRECT_MESSAGES.fromPath,
  ),
  to_path: address(REDIRECT_MESSAGES.toRequired, REDIRECT_MESSAGES.toLong).refine(
    (text) => siteAddress(text) !== null,
    REDIRECT_MESSAGES.toPath,
  ),
});

export type NewRedirect = z.infer<typeof newRedirect>;
