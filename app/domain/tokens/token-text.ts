import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Random } from "../../platform/clock.ts";
import { TOKEN_START } from "./token-rules.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 216 bits fit into 37 digits. */
const RANDOM_BYTES = 27;
const RANDOM_DIGITS = 37;
const CHECKSUM_DIGITS = 6;

const FORM = new RegExp(`^${TOKEN_START}([0-9A-Za-z]{${RANDOM_DIGITS}})([0-9A-Za-z]{${CHECKSUM_DIGITS}})$`);

function inDigits(value: bigint, length: number): string {
  let [rest, text] = [value, ""];
  for (; text.length < length; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text;
}

const checksumOf = (secret: string) => inDigits(BigInt(crc32(secret)), CHECKSUM_DIGITS);

export function newTokenText(random: Random): string {
  const secret = inDigits(BigInt(`0x${random.hex(RANDOM_BYTES)}`), RANDOM_DIGITS);
  return TOKEN_START + secret + checksumOf(secret);
}

/** Whether it can be a token at all: the checksum tells without the database. */
export function isTokenText(text: string): boolean {
  const [, secret, checksum] = FORM.exec(text) ?? [];
  return secret !== undefined && checksum === checksumOf(secret);
}

export const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
