import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { DamagedBackup, PassphraseError } from "./archive-format.ts";

/** A power of two. One more doubles the memory that takes: 64 MB here, within what a backup may take. */
const WORK_FACTOR = 16;

/** https://age-encryption.org/v1 */
export const AGE_HEADER = "age-encryption.org/v1\n";

const toWeb = (bytes: Readable) => Readable.toWeb(bytes) as ReadableStream<Uint8Array>;
const fromWeb = (bytes: ReadableStream<Uint8Array>) => Readable.fromWeb(bytes as WebStream);

/** `age --decrypt` opens it. */
export async function encrypted(bytes: Readable, passphrase: string): Promise<Readable> {
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  return fromWeb(await encrypter.encrypt(toWeb(bytes)));
}

/** By the file's header: a restore reads the file twice, and each derivation takes 64 MB until memory is collected. */
let lastKey: { header: string; passphrase: string; key: Uint8Array } | null = null;

async function fileKeyOf(header: Buffer, passphrase: string): Promise<Uint8Array> {
  const text = header.toString("latin1");
  if (lastKey?.header === text && lastKey.passphrase === passphrase) return lastKey.key;
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const key = await decrypter.decryptHeader(new Uint8Array(header));
  lastKey = { header: text, passphrase, key };
  return key;
}

function headerIn(beginning: Buffer): Buffer | null {
  const last = beginning.indexOf("\n--- ");
  const end = last === -1 ? -1 : beginning.indexOf("\n", last + 1);
  return end === -1 ? null : beginning.subarray(0, end + 1);
}

/** Verifies each part of 64 kB. @param beginning the first of `bytes` @throws PassphraseError; DamagedBackup for a broken header */
export async function decrypted(bytes: Readable, passphrase: string, beginning: Buffer): Promise<Readable> {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  try {
    const header = headerIn(beginning);
    if (!header) throw new Error("its header is cut off");
    const key = await fileKeyOf(header, passphrase);
    decrypter.addIdentity({ unwrapFileKey: () => key });
    return fromWeb(await decrypter.decrypt(toWeb(bytes)));
  } catch (error) {
    const { message } = error as Error;
    if (/no identity matched/i.test(message))
      throw new PassphraseError("This isn’t the passphrase that the backup was encrypted with.");
    throw new DamagedBackup(`The backup is broken at its beginning, before the first file: ${message}.`, { cause: error });
  }
}
