import type { AddressInfo } from "node:net";
import { simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A message as it arrived: its recipients and its content. */
export type Received = {
  /** the name that the client gave in EHLO */
  greeting: string;
  envelope: { from: string; to: string[] };
  raw: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  header(name: string): unknown;
};

/** The server's response before it accepts a message: throw an error with `responseCode` to refuse. */
type Behavior = {
  onRecipient?(address: string): void;
  /** called when the whole message has arrived */
  onMessage?(): void;
  /** requires this user and password */
  login?: { user: string; password: string };
  port?: number;
};

/** An error that the server reports with this code. */
export const smtpError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/**
 * A real mail server on a loopback port.
 * @returns its address for SMTP_URL, the messages, and `arrived`, which waits until there are `count` messages
 */
export async function startMailServer({ onRecipient, onMessage, login, port = 0 }: Behavior = {}) {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const options: SMTPServerOptions = {
    authOptional: login === undefined,
    disabledCommands: login ? ["STARTTLS"] : ["STARTTLS", "AUTH"],
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      if (username === login?.user && password === login?.password) done(null, { user: username });
      else done(smtpError(535, "Authentication failed"));
    },
    onRcptTo({ address }, _, done) {
      attempt(() => onRecipient?.(address), done);
    },
    onData(stream, session, done) {
      void stream.toArray().then(async (chunks: Buffer[]) => {
        const raw = Buffer.concat(chunks).toString("utf8");
        const mail = await simpleParser(raw);
        attempt(
          () => onMessage?.(),
          (error) => {
            if (!error) {
              received.push({
                greeting: session.hostNameAppearsAs,
                envelope: {
                  from: session.envelope.mailFrom ? session.envelope.mailFrom.address : "",
                  to: session.envelope.rcptTo.map(({ address }) => address),
                },
                raw,
                from: mail.from?.text ?? "",
                to: [mail.to ?? []]
                  .flat()
                  .map(({ text }) => text)
                  .join(),
                subject: mail.subject ?? "",
                text: mail.text ?? "",
                html: mail.html || "",
                messageId: mail.messageId ?? "",
                header: (name) => mail.headers.get(name),
              });
              for (const resolve of waiting) resolve();
            }
            done(error);
          },
        );
      });
    },
  };
  const server = new SMTPServer(options);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: taken } = server.server.address() as AddressInfo;
  const credentials = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : "";
  return {
    url: `smtp://${credentials}127.0.0.1:${taken}`,
    port: taken,
    received,
    arrived: (count: number) =>
      new Promise<Received[]>((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

function attempt(step: () => void, done: (error?: Error | null) => void): void {
  try {
    step();
    done();
  } catch (error) {
    done(error as Error);
  }
}
