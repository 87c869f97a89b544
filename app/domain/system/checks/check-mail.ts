import { Resolver } from "node:dns/promises";
import { trySmtp } from "../../../platform/try-smtp.ts";
import { adviseOnError } from "../../mail/advise-on-error.ts";
import { countUnsentMails } from "../../mail/count-unsent-mails.ts";
import { hostOf } from "../../mail/send-mail.ts";
import { type Finding, failed, type Installation, inWords, ok, onDatabase, type RunCheck, warning } from "./installation.ts";

/** No encryption needed: the connection doesn't leave the machine or its network. */
const NEAR = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1|\[::1\]|f[cd])|^[^.]+$/;

type SmtpError = Error & { code?: string; originalCode?: string };

const adviceOn = ({ code = "", originalCode = "", message }: SmtpError): string =>
  adviseOnError(`${code} ${originalCode} ${message}`) ?? "Ask the provider of the mail server what this answer means.";

export const mailServerCheck: RunCheck = {
  name: "mail_server",
  title: "Mail server",
  why: "People who forgot their password, and readers who sign up, need an email.",
  async run({ config: { smtpUrl }, siteUrl }): Promise<Finding> {
    if (smtpUrl === undefined)
      return warning(
        "No mail server is configured: emails stay in the outbox, and you have to pass on their links yourself.",
        "Set SMTP_URL (smtp://user:password@host:587) and MAIL_FROM.",
      );
    try {
      const { host, port, encrypted, signedIn } = await trySmtp(smtpUrl, siteUrl ? hostOf({ url: siteUrl }) : "localhost");
      const found = `${host}:${port} greets us${signedIn ? ", and accepts user and password" : ""}. No email was sent.`;
      if (encrypted || NEAR.test(host)) return ok(`${found} The connection is ${encrypted ? "" : "not "}encrypted.`);
      return warning(`${found} The connection isn’t encrypted.`, "Use smtps://…:465, or a server that offers STARTTLS.");
    } catch (error) {
      // OpenSSL's messages name places in its source.
      const { message, reason = message } = error as Error & { reason?: string };
      return failed(`The mail server can’t be used: ${reason.split("\n")[0]}`, adviceOn(error as SmtpError));
    }
  },
};

const DNS = { timeout: 2000, tries: 2 };
const NO_RECORD = new Set(["ENOTFOUND", "ENODATA"]);

/** Null where there are none. @throws the resolver's error when nobody could be asked */
async function textsOf(resolver: Resolver, name: string): Promise<string[] | null> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    if (NO_RECORD.has(String((error as NodeJS.ErrnoException).code))) return null;
    throw error;
  }
}

/** Otherwise `_domainkey` doesn't exist at all (RFC 8020), and there is no key under any selector. */
async function hasKeys(resolver: Resolver, domain: string): Promise<boolean> {
  try {
    await resolver.resolveTxt(`_domainkey.${domain}`);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENODATA") return true;
    if (code === "ENOTFOUND") return false;
    throw error;
  }
}

/** Of the domain, or of the one above it, which counts then (RFC 7489, section 6.6.3). */
async function dmarcOf(resolver: Resolver, domain: string): Promise<string | undefined> {
  for (let name = domain; name.includes("."); name = name.slice(name.indexOf(".") + 1)) {
    const record = (await textsOf(resolver, `_dmarc.${name}`))?.find((text) => /^v=DMARC1\b/i.test(text));
    if (record) return record;
  }
  return undefined;
}

type Lack = { found: string; mend: string };

function spfLack(records: string[], domain: string): Lack | null {
  if (records.length === 1 && !/\s\+?all\s*$/i.test(records[0] ?? "")) return null;
  const first = `Let ${domain} have one TXT record that lists the servers which send its email`;
  if (records.length === 0) return { found: "no SPF record", mend: `${first}, such as “v=spf1 include:… -all”.` };
  if (records.length > 1)
    return { found: `${records.length} SPF records, which makes them invalid`, mend: `${first}, and no more.` };
  return { found: "an SPF record that lets everyone send (+all)", mend: `${first}, and end it with -all.` };
}

const domainOf = (sender: string) => (/@([^@\s>]+)>?\s*$/.exec(sender)?.[1] ?? "").toLowerCase();

async function lookUpSender(domain: string, nameServers: Installation["nameServers"]): Promise<Finding> {
  const resolver = new Resolver(DNS);
  if (nameServers) resolver.setServers(nameServers);
  const records = ((await textsOf(resolver, domain)) ?? []).filter((text) => /^v=spf1(\s|$)/i.test(text));
  const [dmarc, keys] = await Promise.all([dmarcOf(resolver, domain), hasKeys(resolver, domain)]);
  const spf = spfLack(records, domain);
  const lacks: Lack[] = [
    ...(spf ? [spf] : []),
    ...(keys
      ? []
      : [
          {
            found: "no DKIM key",
            mend: "Let the mail server sign emails, and publish the key that it shows (selector._domainkey).",
          },
        ]),
    ...(dmarc
      ? []
      : [{ found: "no DMARC record", mend: `Add the TXT record _dmarc.${domain} with “v=DMARC1; p=none; rua=mailto:…”.` }]),
  ];
  if (lacks.length === 0) return ok(`${domain} has an SPF record, DKIM keys and a DMARC record (${dmarc}).`);
  return warning(`${domain} has ${lacks.map(({ found }) => found).join(", and ")}.`, lacks.map(({ mend }) => mend).join(" "));
}

const NOTHING_SENT = "Nothing is sent, because no mail server is configured.";

/** @param change how to have another sender */
async function checkSender(sender: string, change: string, nameServers: Installation["nameServers"]): Promise<Finding> {
  const domain = domainOf(sender);
  if (!domain.includes(".") || /(^|\.)(localhost|invalid|test|example|local|internal)$/.test(domain) || /^[\d.]+$/.test(domain))
    return warning(`Emails come from ${sender}, whose domain can’t be looked up.`, change);
  try {
    return await lookUpSender(domain, nameServers);
  } catch (error) {
    return warning(
      `The records of ${domain} could not be looked up (${(error as NodeJS.ErrnoException).code ?? "no answer"}).`,
      "Check whether this machine reaches its name servers, then run the checks again.",
    );
  }
}

const WHY_RECORDS = "Without SPF, DKIM and DMARC, the large mail services put emails into the spam folder or refuse them.";

export const senderCheck: RunCheck = {
  name: "mail_sender",
  title: "Domain of the sender",
  why: WHY_RECORDS,
  async run({ config, sender, nameServers }): Promise<Finding> {
    if (config.smtpUrl === undefined) return ok(NOTHING_SENT);
    return checkSender(sender, "Set MAIL_FROM to an address on your own domain.", nameServers);
  },
};

export const newsletterSenderCheck: RunCheck = {
  name: "newsletter_sender",
  title: "Domain of the newsletter’s sender",
  why: WHY_RECORDS,
  async run({ config, newsletterSender, nameServers }): Promise<Finding> {
    if (config.smtpUrl === undefined) return ok(NOTHING_SENT);
    if (newsletterSender === "") return ok("The newsletter has no sender yet, so it isn’t sent.");
    return checkSender(newsletterSender, "Set the newsletter’s sender to an address on your own domain.", nameServers);
  },
};

/** Seconds. */
const OVERDUE = 900;

export const mailsCheck: RunCheck = {
  name: "mails",
  title: "Emails",
  why: "Someone is waiting for each of them.",
  run: (installation) =>
    onDatabase(installation, async (db) => {
      const { waiting, givenUp, oldestSeconds } = await countUnsentMails(db);
      const found = `Emails waiting to be sent: ${waiting}; failed in the last 30 days: ${givenUp}.`;
      if (givenUp === 0 && oldestSeconds < OVERDUE) return ok(found);
      const since = waiting > 0 ? ` The oldest has waited for ${inWords(oldestSeconds)}.` : "";
      return warning(`${found}${since}`, "The outbox (/admin/outbox) shows why. You can send an email again there.");
    }),
};
