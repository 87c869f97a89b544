import type { ServerResponse } from "node:http";

/**
 * An answer as Node wrote it. `second`: when, in seconds since the epoch, because its Date header is true for one. `bytes`: head and body
 * in one piece.
 */
export type WrittenAnswer = { second: number; head: string; bytes: Buffer };

/**
 * What Node knows of an answer: its head, once it is made, and whether that has been sent. Node doesn't document either (ADR 25).
 * `repeat-answer.test.ts` fails with a release of Node that does it differently.
 */
type NodeAnswer = ServerResponse & { _header?: string | null; _headerSent?: boolean };

const currentSecond = () => Math.floor(Date.now() / 1000);

/** Whether Node writes the same head for every such answer: the connection stays open, and nobody has added a header. */
const isPlain = (response: ServerResponse) => response.shouldKeepAlive && response.getHeaderNames().length === 0;

/**
 * Keeps what Node has written. Call it between `writeHead` and `end`.
 * @param body the bytes that `end` gets
 * @returns undefined if other answers may need another head, or if this release of Node can't repeat answers
 */
export function keepWritten(response: ServerResponse, body: Buffer): WrittenAnswer | undefined {
  const { _header: head, _headerSent: isSent } = response as NodeAnswer;
  if (!head || isSent !== false || !isPlain(response)) return;
  return { second: currentSecond(), head, bytes: Buffer.concat([Buffer.from(head, "latin1"), body]) };
}

/**
 * Sends an answer again, byte for byte, if it was written in the same second. That takes half of the processor time of writing it.
 * @param status of the answer
 * @returns whether it was sent; if not, nothing was
 */
export function repeatWritten(response: ServerResponse, status: number, { second, head, bytes }: WrittenAnswer): boolean {
  if (second !== currentSecond() || !isPlain(response)) return false;
  const answer = response as NodeAnswer;
  answer.statusCode = status;
  answer._header = head;
  answer._headerSent = true;
  answer.end(bytes);
  return true;
}
