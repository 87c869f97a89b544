import type { Context } from "hono";
import { sizeRule } from "../../../domain/media/media-rules.ts";
import { HttpError } from "../../errors.ts";
import { UPLOAD_PATHS } from "../../upload-paths.ts";

/** Whether a request uploads a file. */
export const isUpload = (c: Context): boolean => c.req.method === "POST" && UPLOAD_PATHS.includes(c.req.path);

const MEGABYTE = 1024 * 1024;

/** The file is larger than allowed. */
export const fileTooLarge = (megabytes: number) =>
  new HttpError(413, {
    code: "payload_too_large",
    message: "The file is too large",
    details: [{ field: "file", rule: sizeRule(megabytes) }],
  });

/**
 * The bytes of a body as they arrive. If the consumer stops, the rest isn't read: the server closes the connection by itself.
 * @param megabytes the most that is allowed
 * @throws HttpError 413 as soon as there are more
 */
export async function* bodyUpTo(megabytes: number, body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  for (let left = megabytes * MEGABYTE; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    left -= value.byteLength;
    if (left < 0) throw fileTooLarge(megabytes);
    yield value;
  }
}
