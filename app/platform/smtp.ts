import { hostname } from "node:os";
import type { Transporter } from "nodemailer";

type Message = {
  /** The same when the message is sent again, so that mailboxes recognize copies. */
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  /** An https URL that unsubscribes by a plain POST (RFC 8058). */
  unsubscribe?: string | null;
};

class MailRefused extends Error {
  readonly forGood: boolean;

  constructor(message: string, forGood: boolean, cause: unknown) {
    super(message, { cause });
    this.name = "MailRefused";
    this.forGood = forGood;
  }
}

export type Smtp = { send(message: Message): Promise<void>; close(): void };

/** A message is through or has failed well within a minute. */
export const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

/** The name in EHLO: the machine's, or the site's where that has no domain (RFC 5321, section 4.1.1.1). Many servers refuse an address. */
export function greetingName(siteHost: string): string | undefined {
  return [hostname(), siteHost].find((name) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(name) && !/^[\d.]+$/.test(name));
}

/** `smtp://user:password@host:587`, `smtps://…`. Nothing is connected, and nodemailer isn't loaded, until the first message. */
export function createSmtp(url: string, siteHost: () => string): Smtp {
  let opening: Promise<Transporter> | null = null;
  const open = async () => {
    const { createTransport } = await import("nodemailer");
    const name = greetingName(siteHost());
    return createTransport({ ...(name && { name }), url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true });
  };
  return {
    async send({ id, from, to, unsubscribe, ...message }) {
      opening ??= open();
      const transport = await opening;
      try {
        await transport.sendMail({
          ...message,
          from: { ...from }, // nodemailer writes into it
          to: { name: "", address: to },
          messageId: `<${id}>`,
          // Nobody's "I'm on holiday" wants to be the answer to it (RFC 3834).
          headers: {
            "Auto-Submitted": "auto-generated",
            ...(unsubscribe && {
              "List-Unsubscribe": `<${unsubscribe}>`,
              "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            }),
          },
        });
      } catch (error) {
        throw refusal(error);
      }
    },
    close: () => void opening?.then((transport) => transport.close()),
  };
}

/** Keeps the server's own answer for the outbox, without its secrets. */
function refusal(error: unknown): MailRefused {
  const {
    message,
    code,
    command,
    responseCode = 0,
  } = error as Error & { code?: string; command?: string; responseCode?: number };
  // Only errors about the recipient or the message are permanent; others may be fixed.
  const forGood = responseCode >= 500 && (command === "RCPT TO" || command === "DATA");
  return new MailRefused([code, message].filter(Boolean).join(": ").slice(0, 500).toWellFormed(), forGood, error);
}
