import { mediaAddress, mediaAt } from "./media-rules.ts";

/** Pixels: twice the width of a column of text in an email. */
export const MAIL_COPY_MAX = 1200;

export const mailCopyWidth = (width: number): number => Math.min(width, MAIL_COPY_MAX);

/** A JPEG, because mail programs don't know AVIF and WebP. Null for everything but our pictures. */
export function mailCopyAddress(address: string): string | null {
  const picture = mediaAt(address);
  return picture && mediaAddress(picture.id, mailCopyWidth(picture.width), "jpg");
}
