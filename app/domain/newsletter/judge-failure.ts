import { SmtpFailure } from "../../platform/smtp-connection.ts";
import { ABOUT_SENDER } from "./newsletter-rules.ts";

/**
 * What a failed attempt means.
 * - `slow down`: the whole issue waits
 * - `try later`: this recipient waits
 * - `no such mailbox`: the recipient is done with, and so is the subscriber
 * - `refused`: the recipient is done with
 * - `sender refused`: the recipient is done with; many of these pause the issue
 * - `stop`: nobody would get the mail, so the issue is paused
 * - `uncertain`: the server may have the mail
 */
export type Judgment = "slow down" | "try later" | "no such mailbox" | "refused" | "sender refused" | "stop" | "uncertain";

const ENHANCED = /^\d{3}[ -](?:\S+: )?([245]\.\d{1,3}\.\d{1,3})\b/;

/** Of a server's answer, such as 5.1.1 (RFC 3463). */
const enhancedCodeOf = (answer: string): string | null => ENHANCED.exec(answer)?.[1] ?? null;

/** About the sender's address, though they begin with 5.1 (RFC 3463, section 3.2). */
const SENDER_ADDRESS = ["5.1.7", "5.1.8"];

/** RFC 3463: 5.3.4 and 5.6 are about the message, 5.5 is about how we speak. */
const ABOUT_MESSAGE = /^5\.(3\.4|2\.3|5\.\d+|6\.\d+)$/;

const SLOW = [421, 451];

/** @param isAgain whether the recipient's message was refused before */
export function judgeFailure(error: unknown, isAgain: boolean): { judgment: Judgment; answer: string; code: string | null } {
  if (!(error instanceof SmtpFailure)) throw error;
  const { answer, responseCode, stage } = error;
  const code = enhancedCodeOf(answer);
  const judged = (judgment: Judgment) => ({ judgment, answer, code });
  if (stage === "uncertain") return judged("uncertain");
  if (responseCode === 0 || SLOW.includes(responseCode)) return judged("slow down");
  if (stage === "connection" || stage === "sign-in" || stage === "sender")
    return judged(responseCode < 500 ? "slow down" : "stop");
  if (responseCode < 500) return judged("try later");
  if (code && SENDER_ADDRESS.includes(code)) return judged("stop");
  if (code?.startsWith("5.7.") || (code === "5.1.0" && ABOUT_SENDER.test(answer))) return judged("sender refused");
  if (code?.startsWith("5.1.") || code === "5.2.1") return judged("no such mailbox");
  if (stage === "recipient" && !(code && ABOUT_MESSAGE.test(code))) return judged("refused");
  if (code?.startsWith("5.2.") && !ABOUT_MESSAGE.test(code)) return judged("refused");
  return judged(isAgain ? "refused" : "stop");
}
