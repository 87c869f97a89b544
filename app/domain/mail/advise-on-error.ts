const ENCRYPTION = "Use smtps://…:465 if the server wants encryption from the start, smtp://…:587 otherwise";
const REACH =
  "Check host and port of SMTP_URL, and whether a firewall lets this machine connect to them (providers often block port 25).";

/** By the error's text, because nodemailer has one code for refused connections, TLS and certificates. */
const ADVICE: readonly (readonly [error: RegExp, advice: string])[] = [
  [/^(EAUTH|535 )/, "Check user and password of SMTP_URL; characters such as @ and / in them must be escaped (%40, %2F)."],
  [/^EDNS|ENOTFOUND|EAI_AGAIN/, "Check the name of the server in SMTP_URL."],
  [/ALTNAME/i, "Write the host in SMTP_URL as the server’s certificate names it."],
  [
    /SELF.SIGNED|UNABLE.TO.(GET.(LOCAL.)?ISSUER|VERIFY)|CERT_UNTRUSTED/i,
    "Let the environment variable NODE_EXTRA_CA_CERTS name a file with the certificate (PEM) of the authority that signed the server’s, or with the server’s own if it signed itself, and restart.",
  ],
  [
    /CERT_|certificate (has expired|is not yet valid)/,
    "Renew the certificate of the mail server, and check the clock of this machine.",
  ],
  [/^ETLS|ERR_SSL|ERR_TLS|EPROTO|tls_|wrong version number/, `${ENCRYPTION}.`],
  [/Greeting never received/, `${ENCRYPTION}. If that is right, check whether a firewall lets this machine connect.`],
  [/Mail command failed/, "The server doesn’t accept the sender. Set MAIL_FROM to an address that its user may send from."],
  [
    /recipients were rejected/,
    "The server doesn’t accept the recipient. Check the address; some servers only accept their own until SMTP_URL has a user and a password.",
  ],
  [
    /^EMESSAGE|Message failed/,
    "The server refused the message itself, often because of its limits or its spam filter. Ask its provider.",
  ],
  [/^E(CONNECTION|SOCKET|TIMEDOUT)|ECONN/, REACH],
];

/** @param error the text of an error as nodemailer names it: `EAUTH: Invalid login …`, or the server’s answer @returns what to do, null if nobody can tell */
export const adviseOnError = (error: string): string | null => ADVICE.find(([pattern]) => pattern.test(error))?.[1] ?? null;
