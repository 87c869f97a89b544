import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { BackupError, DamagedBackup } from "./archive-format.ts";

/**
 * The cost of guessing a pass phrase, as a power of two. One more doubles the memory that encrypting and decrypting take for a
 * moment: 64 MB here, within what a backup may take.
 */
const WORK_FACTOR = 16;

/** How an encrypted backup begins, in the format of https://age-encryption.org/v1. */
export const AGE_HEADER = "age-encryption.org/v1\n";

const toWeb = (bytes: Readable) => Readable.toWeb(bytes) as ReadableStream<Uint8Array>;
const fromWeb = (bytes: ReadableStream<Uint8Array>) => Readable.fromWeb(bytes as WebStream);

/** Encrypts with a pass phrase, so that `age --decrypt` opens it. */
export async function encrypted(bytes: Readable, passphrase: string): Promise<Readable> {
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  return fromWeb(await encrypter.encrypt(toWeb(bytes)));
}

/**
 * Decrypts with a pass phrase. Each part of 64 kB is verified before it is passed on.
 * @throws BackupError for another pass phrase, and for a header that is broken
 */
export async function decrypted(bytes: Readable, passphrase: string): Promise<Readable> {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return fromWeb(await decrypter.decrypt(toWeb(bytes)));
  } catch (error) {
    const { message } = error as Error;
    if (/no identity matched/i.test(message))
      throw new BackupError("The pass phrase isn't the one that this backup was encrypted with.");
    throw new DamagedBackup(`The backup is broken at its beginning, before the first file: ${message}.`, { cause: error });
  }
}
