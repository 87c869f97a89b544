import { createDecipheriv, createHash, hkdfSync, scryptSync } from "node:crypto";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { packTar, unpackTar } from "modern-tar";

/** A file of a backup, in memory. */
export type Part = { name: string; data: Buffer; type?: "symlink" };

export const unpack = async (backup: Buffer): Promise<Part[]> =>
  (await unpackTar(zstdDecompressSync(backup))).map(({ header, data }) => ({ name: header.name, data: Buffer.from(data ?? []) }));

export const tarOf = async (parts: Part[]): Promise<Buffer> =>
  Buffer.from(
    await packTar(
      parts.map(({ name, data, type = "file" }) =>
        type === "file"
          ? { header: { name, size: data.length, type }, body: new Uint8Array(data) }
          : { header: { name, size: 0, type: "symlink" as const, linkname: "/etc/passwd" } },
      ),
    ),
  );

export const pack = async (parts: Part[]): Promise<Buffer> => zstdCompressSync(await tarOf(parts));

const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");
const isList = ({ name }: Part) => name.startsWith("checksums/");

/** Gives forged files the checksums that they need to look genuine. */
export function resealed(parts: Part[]): Part[] {
  const [last] = parts.filter(({ name }) => name === "checksums.json");
  const files = parts.filter((part) => !isList(part) && part !== last);
  const list = Buffer.from(files.map(({ name, data }) => `${sha256(data)}  ${name}\n`).join(""));
  const sums = { ...JSON.parse(String(last?.data)), lists: { count: 1, sha256: sha256(list) } };
  return [
    ...files,
    { name: "checksums/00001.sha256", data: list },
    { name: "checksums.json", data: Buffer.from(JSON.stringify(sums)) },
  ];
}

/** Changes one of the files. */
export const changed = (parts: Part[], name: string, change: (data: Buffer) => Buffer | string): Part[] =>
  parts.map((part) => (part.name === name ? { name, data: Buffer.from(change(part.data)) } : part));

/** Turns over the lowest bit of one byte. */
export function flipped(data: Buffer, at: number): Buffer {
  const copy = Buffer.from(data);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** The header of a tar entry, as POSIX.1-1988 has it, for entries whose content doesn't follow. */
export function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, "latin1");
  header.write("0000600\0", 100, "latin1");
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  header.write("00000000000\0", 136, "latin1");
  header.write("        0", 148, "latin1");
  header.write("ustar\x0000", 257, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

const CHUNK = 64 * 1024 + 16;

function open(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer {
  const cipher = createDecipheriv("chacha20-poly1305", key, nonce, { authTagLength: 16 });
  cipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
}

/**
 * Decrypts a file of the age format by its specification (https://github.com/C2SP/C2SP/blob/main/age.md), with nothing but OpenSSL's
 * primitives.
 */
export function decryptAge(file: Buffer, passphrase: string): Buffer {
  const end = file.indexOf("\n--- ") + 1;
  const bodyAt = file.indexOf("\n", end) + 1;
  const [version, stanza = "", wrapped = ""] = file.subarray(0, end).toString("latin1").split("\n");
  const [arrow, kind, salt = "", logN] = stanza.split(" ");
  if (version !== "age-encryption.org/v1" || arrow !== "->" || kind !== "scrypt")
    throw new Error(`not age: ${version} ${stanza}`);
  const label = Buffer.concat([Buffer.from("age-encryption.org/v1/scrypt"), Buffer.from(salt, "base64")]);
  const wrapKey = scryptSync(passphrase, label, 32, { N: 2 ** Number(logN), r: 8, p: 1, maxmem: 2 ** 30 });
  const fileKey = open(wrapKey, Buffer.alloc(12), Buffer.from(wrapped, "base64"));
  const key = Buffer.from(hkdfSync("sha256", fileKey, file.subarray(bodyAt, bodyAt + 16), "payload", 32));
  const sealed = file.subarray(bodyAt + 16);
  const chunks: Buffer[] = [];
  for (let n = 0; n * CHUNK < sealed.length; n++) {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(n, 7);
    nonce[11] = (n + 1) * CHUNK >= sealed.length ? 1 : 0;
    chunks.push(open(key, nonce, sealed.subarray(n * CHUNK, (n + 1) * CHUNK)));
  }
  return Buffer.concat(chunks);
}
