import { Readable } from "node:stream";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { greetingName, TIMEOUTS } from "./smtp.ts";

/** A message that is ready to be sent, with what the server is told about it (RFC 5321). */
export type Letter = { from: string; to: string; raw: Buffer };

export type MessageParts = {
  /** the same when the message is sent again */
  id: string;
  from: { name: string; address: string };
  replyTo?: string | undefined;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

/**
 * What a refusal is about. `connection`: no answer, or one about the connection; `uncertain`: the connection was lost while the message was
 * on its way, so the server may have it.
 */
export type FailureStage = "connection" | "uncertain" | "sign-in" | "sender" | "recipient" | "message";

export class SmtpFailure extends Error {
  readonly stage: FailureStage;
  /** of the server's answer; 0: there is none */
  readonly responseCode: number;
  /** The server's answer, or the error's message. Without secrets. */
  readonly answer: string;

  constructor(stage: FailureStage, responseCode: number, answer: string, cause: unknown) {
    super(answer, { cause });
    this.name = "SmtpFailure";
    this.stage = stage;
    this.responseCode = responseCode;
    this.answer = answer;
  }
}

const ANSWER_MAX = 500;

const STAGES: Record<string, FailureStage> = { "MAIL FROM": "sender", "RCPT TO": "recipient", DATA: "message" };

type NodemailerError = Error & { code?: string; command?: string; responseCode?: number; response?: string };

/** @param isBegun whether bytes of the message were on their way */
function failureOf(error: unknown, isBegun: boolean): SmtpFailure {
  const { message, code, command = "", responseCode = 0, response } = error as NodemailerError;
  const words = (response || [code, message].filter(Boolean).join(": ")).replace(/\s+/g, " ").toWellFormed();
  const answer = words.replaceAll("\0", "").slice(0, ANSWER_MAX);
  // What nodemailer refuses by itself: an address that the server can't take, or a message that is larger than it allows.
  if (responseCode === 0 && code === "EENVELOPE") return new SmtpFailure("recipient", 550, answer, error);
  if (responseCode === 0 && code === "EMESSAGE") return new SmtpFailure("message", 552, answer, error);
  if (responseCode === 0) return new SmtpFailure(isBegun ? "uncertain" : "connection", 0, answer, error);
  const stage = command.startsWith("AUTH") ? "sign-in" : (STAGES[command] ?? "connection");
  return new SmtpFailure(stage, responseCode, answer, error);
}

/** As `nodemailer` writes messages; headers with line breaks are folded into one. */
export async function composeMessage({ id, from, to, ...parts }: MessageParts): Promise<Buffer> {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const message = { ...parts, from: { ...from }, to: { name: "", address: to }, messageId: `<${id}>` };
  return new MailComposer({ ...message, disableFileAccess: true, disableUrlAccess: true }).compile().build();
}

/** One connection at a time, kept open between messages; opened again when it was lost. Calls must not overlap. */
export type MailConnection = {
  /** @returns the server's answer @throws SmtpFailure */
  send(letter: Letter): Promise<string>;
  close(): void;
};

/** Nothing is connected before the first message. @param url `smtp://user:password@host:587`, `smtps://…` */
export function createMailConnection(url: string, siteHost: () => string): MailConnection {
  let opened: SMTPConnection | null = null;
  const drop = () => {
    opened?.close();
    opened = null;
  };
  const connected = async () => {
    if (opened && !opened.destroyed) return opened;
    opened = await openConnection(url, siteHost()).catch((error: unknown) => {
      throw failureOf(error, false);
    });
    return opened;
  };
  return {
    async send({ from, to, raw }) {
      const connection = await connected();
      const content = Readable.from([raw], { objectMode: false });
      try {
        return await transfer(connection, { from, to, size: raw.length }, content);
      } catch (error) {
        const failure = failureOf(error, content.readableDidRead);
        const goesOn = failure.responseCode !== 0 && failure.responseCode !== 421 && (await reset(connection));
        if (!goesOn) drop();
        throw failure;
      }
    },
    close: drop,
  };
}

const transfer = (connection: SMTPConnection, envelope: { from: string; to: string; size: number }, content: Readable) =>
  new Promise<string>((resolve, reject) => {
    connection.send(envelope, content, (error, info) => (error ? reject(error) : resolve(info?.response ?? "")));
  });

/** @returns whether the connection can be used again after a refusal */
const reset = (connection: SMTPConnection) =>
  new Promise<boolean>((resolve) => {
    const settle = (isUsable: boolean) => {
      connection.off("end", onEnd);
      resolve(isUsable);
    };
    const onEnd = () => settle(false);
    connection.once("end", onEnd);
    connection.reset((error) => settle(!error));
  });

async function openConnection(url: string, siteHost: string): Promise<SMTPConnection> {
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import("nodemailer/lib/smtp-connection"),
    import("nodemailer/lib/shared"),
  ]);
  const { auth, ...options } = parseConnectionUrl(url);
  const name = greetingName(siteHost);
  const connection = new Connection({ ...options, ...(name && { name }), ...TIMEOUTS });
  const ended = new Promise<never>((_, reject) => {
    connection.on("error", reject);
    connection.once("end", () => reject(new Error("The mail server closed the connection")));
  });
  // Later errors reach the message that is on its way.
  ended.catch(() => {});
  const opening = async () => {
    await new Promise<void>((resolve, reject) => {
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    if (!auth || !connection.allowsAuth) return;
    await new Promise<void>((resolve, reject) => {
      connection.login(auth as never, (error) => (error ? reject(error) : resolve()));
    });
  };
  try {
    await Promise.race([opening(), ended]);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
