import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { smtpError } from "../mail/mail-server.ts";

type Refusals = {
  /** of the envelope sender */
  sender?(address: string): void;
  /** before the message: by the recipient's address */
  recipient?(address: string): void;
  /** once the whole message has arrived, before it is answered; `count`: messages so far, with this one */
  message?(count: number, address: string): void | Promise<void>;
};

/** A mail server that counts what it has accepted. It answers each message after `delayMs`. */
export async function receiveMail({ sender, recipient, message }: Refusals = {}, delayMs = 0) {
  /** how many copies each address has */
  const copies = new Map<string, number>();
  const raws: string[] = [];
  const connected = new Set<string>();
  const senders = new Set<string>();
  let count = 0;
  let total = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onConnect({ id }, done) {
      connected.add(id);
      done();
    },
    onMailFrom({ address }, _, done) {
      try {
        senders.add(address);
        sender?.(address);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    onRcptTo({ address }, _, done) {
      try {
        recipient?.(address);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    onData(stream, { envelope }, done) {
      const address = envelope.rcptTo[0]?.address ?? "";
      const take = async () => {
        const chunks: Buffer[] = await stream.toArray();
        if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
        try {
          await message?.(++count, address);
        } catch (error) {
          return done(error as Error);
        }
        copies.set(address, (copies.get(address) ?? 0) + 1);
        raws.push(Buffer.concat(chunks).toString("utf8"));
        total += 1;
        done();
      };
      // The client was killed before its message had arrived.
      take().catch(() => {});
    },
  });
  // A client that is killed ends its connection in the middle.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    copies,
    raws,
    /** of envelopes */
    senders,
    connections: () => connected.size,
    total: () => total,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

export { smtpError };
