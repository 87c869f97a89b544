import { type OneTimeKind, oneTimeHours } from "../../../domain/auth/auth-rules.ts";
import { plural } from "../../../texts/texts.ts";
import { texts } from "./texts.ts";

/** How long a link works: "one hour", "72 hours". */
export const linkLife = (kind: OneTimeKind, sendsMail: boolean): string => plural(texts.hours, oneTimeHours(kind, sendsMail));

/** A mailed code lasts ten minutes; others as long as their link. */
export const codeLife = (kind: OneTimeKind, sendsMail: boolean): string => (sendsMail ? texts.tenMinutes : linkLife(kind, false));
