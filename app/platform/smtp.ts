import type { Transporter } from "nodemailer";

/** One message, ready to go. `from` is a mailbox (`Name <address>`), or a name and an address. */
type Message = {
  /** the same when the message is sent again, so that mailboxes recognise copies */
  id: string;
  from: string | { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  /** an https URL that unsubscribes by a plain POST (RFC 8058); null if there is none */
  unsubscribe?: string | null;
};

/** The mail server refused a message. `forGood`: permanently. */
class MailRefused extends Error {
  readonly forGood: boolean;

  constructor(message: string, forGood: boolean, cause: unknown) {
    super(message, { cause });
    this.name = "MailRefused";
    this.forGood = forGood;
  }
}

export type Smtp = { send(message: Message): Promise<void>; close(): void };

/** No step of a conversation takes longer, in ms; a message is through or failed well within a minute. */
export const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

/**
 * Sends mail by the server of `url` (`smtp://user:password@host:587`, `smtps://…`). Nothing is connected until the first
 * message, and nodemailer is loaded only then.
 */
export function createSmtp(url: string): Smtp {
  let opening: Promise<Transporter> | null = null;
  const open = async () => {
    const { createTransport } = await import("nodemailer");
    return createTransport({ url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true });
  };
  return {
    async send({ id, to, unsubscribe, ...message }) {
      opening ??= open();
      const transport = await opening;
      try {
        await transport.sendMail({
          ...message,
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

/** What went wrong in words for the outbox; a server's own answer is kept, its secrets never are. */
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
