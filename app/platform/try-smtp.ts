import { greetingName, TIMEOUTS } from "./smtp.ts";

export type MailServer = { host: string; port: number; encrypted: boolean; signedIn: boolean };

/**
 * Greeting, EHLO, STARTTLS where it is offered, AUTH where the address names a user, QUIT (RFC 5321, RFC 3207, RFC 4954).
 * @throws Error with the server's answer; `code` is nodemailer's (ECONNECTION, EAUTH, ETLS …), `originalCode` the one of Node or OpenSSL
 */
export async function trySmtp(url: string, siteHost: string): Promise<MailServer> {
  const [{ default: SMTPConnection }, { parseConnectionUrl }] = await Promise.all([
    import("nodemailer/lib/smtp-connection"),
    import("nodemailer/lib/shared"),
  ]);
  const { auth, ...address } = parseConnectionUrl(url);
  const name = greetingName(siteHost);
  const connection = new SMTPConnection({ ...(name && { name }), ...address, ...TIMEOUTS });
  const failure = new Promise<never>((_, reject) => {
    connection.on("error", reject);
    connection.once("end", () => reject(new Error("the server closed the connection")));
  });
  failure.catch(() => undefined);
  const step = (run: (done: (error?: Error | null) => void) => void) =>
    Promise.race([failure, new Promise<void>((resolve, reject) => run((error) => (error ? reject(error) : resolve())))]);
  try {
    await step((done) => connection.connect(done));
    const user = auth?.user;
    if (user) await step((done) => connection.login({ user, pass: auth.pass ?? "" }, done));
    const { host = "localhost", port } = address;
    const encrypted = connection.secure === true;
    const server = { host, port: Number(port ?? (address.secure ? 465 : 587)), encrypted, signedIn: Boolean(user) };
    connection.quit();
    return server;
  } catch (error) {
    connection.close();
    throw error;
  }
}
