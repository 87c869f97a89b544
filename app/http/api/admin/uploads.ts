import type { Context } from "hono";
import { sizeRule } from "../../../domain/media/media-rules.ts";
import { HttpError } from "../../errors.ts";
import { UPLOAD_PATHS } from "../../upload-paths.ts";

export const isUpload = (c: Context): boolean => c.req.method === "POST" && UPLOAD_PATHS.includes(c.req.path);

const MEGABYTE = 1024 * 1024;

export const fileTooLarge = (megabytes: number) =>
  new HttpError(413, {
    code: "payload_too_large",
    message: "The file is too large",
    details: [{ field: "file", rule: sizeRule(megabytes) }],
  });

/**
 * If the consumer stops, the rest isn't read: the server closes the connection by itself.
 * @throws HttpError 413 as soon as there are more than `megabytes`
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
