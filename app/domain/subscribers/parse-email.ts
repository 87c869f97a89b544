import { domainToASCII } from "node:url";
import { isMailbox } from "../mail/mail.ts";

const EMAIL_MAX = 320;
/** RFC 5321, section 4.5.3.1.1 */
const LOCAL_MAX = 64;

/** Blanks, and marks that only change how text around them is shown, such as zero-width spaces and those of right-to-left text. */
const AROUND = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]+|[\p{White_Space}\p{Default_Ignorable_Code_Point}]+$/gu;
const HIDDEN = /[\ufffd\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const DOTS = /^\.|\.$|\.\./;

/** `Ada <ada@blog.example>`, and addresses that were copied from a link. */
const bare = (text: string) => (/<([^<>]*)>$/.exec(text)?.[1] ?? text).replace(/^mailto:/i, "").replace(AROUND, "");

/** @returns the email address with its domain in ASCII and lower case, so that one mailbox has one spelling; null if it isn't one */
export function parseEmail(text: string): string | null {
  const typed = bare(text.slice(0, 2 * EMAIL_MAX).replace(AROUND, "")).normalize("NFC");
  const at = typed.lastIndexOf("@");
  const [local, host] = [typed.slice(0, at), domainToASCII(typed.slice(at + 1))];
  const email = `${local}@${host}`;
  if (at < 1 || !DOMAIN.test(host) || host.length > 253 || local.length > LOCAL_MAX || email.length > EMAIL_MAX) return null;
  return isMailbox(email) && !DOTS.test(local) && !HIDDEN.test(local) ? email : null;
}
