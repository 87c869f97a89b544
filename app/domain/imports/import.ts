import { z } from "zod";
import { IMPORT_NAME_MAX, OLD_SITE_MAX, SEVERITIES } from "./import-rules.ts";

const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

/** The name of an uploaded file. */
export const importName = z
  .string("must be a file's name")
  .trim()
  .min(1, "must be a file's name")
  .max(IMPORT_NAME_MAX, `must have at most ${IMPORT_NAME_MAX} characters`)
  .refine(isStorable, "must be text without NUL characters or broken ones");

/** The URL of the old blog. */
export const oldSite = z
  .url({ protocol: /^https?$/, error: "must be an address such as https://old.example" })
  .max(OLD_SITE_MAX, `must have at most ${OLD_SITE_MAX} characters`)
  .refine(isStorable, "must be an address such as https://old.example");

export const severity = z.enum(SEVERITIES, `must be one of ${SEVERITIES.join(", ")}`);
