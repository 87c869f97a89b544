import type { Deliver } from "../domain/mail/send-mail.ts";
import { hostOf, senderOf } from "../domain/mail/sender.ts";
import type { Site } from "../domain/settings/model.ts";
import type { Config } from "../platform/config/config.ts";
import { createSmtp } from "../platform/smtp/smtp.ts";

export type OpenMail = { deliver: Deliver; close(): void };

/**
 * How messages leave: by the mail server of SMTP_URL. Without one the console prints what each is about, and the outbox keeps
 * it whole, so that whoever runs the site can go on by hand.
 * @param print writes to the console, past the log
 */
export function openMail(
  { smtpUrl, mailFrom }: Pick<Config, "smtpUrl" | "mailFrom">,
  site: () => Site,
  print: (text: string) => void,
): OpenMail {
  if (smtpUrl === undefined) return { deliver: toConsole(print), close: () => {} };
  const smtp = createSmtp(smtpUrl);
  const deliver: Deliver = {
    keepsSecrets: true,
    send: ({ id, recipient, subject, body_text, body_html, unsubscribe }) =>
      smtp.send({
        id: `${id}@${hostOf(site())}`,
        from: senderOf(site(), mailFrom),
        to: recipient,
        subject,
        text: body_text,
        html: body_html,
        unsubscribe,
      }),
  };
  return { deliver, close: smtp.close };
}

const toConsole = (print: (text: string) => void): Deliver => ({
  keepsSecrets: false,
  async send({ recipient, subject, link, code }) {
    const lines = ["", `  Mail to ${recipient}: ${subject}`];
    if (link) lines.push(`    link  ${link}`);
    if (code) lines.push(`    code  ${code}`);
    print(`${lines.join("\n")}\n\n`);
  },
});
