import { accessSync, constants, statSync } from "node:fs";
import { isIP } from "node:net";
import { readConnection } from "../database/hosts.ts";
import { readS3Address } from "../storage/s3-bucket.ts";

/** `undefined`: invalid. */
export type Parser<T> = (text: string) => T | undefined;

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/i;
const EMAIL = /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;.]+$/;

export const integer =
  (least: number, most: number): Parser<number> =>
  (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  };

export const boolean: Parser<boolean> = (text) => {
  if (/^(true|1|yes|on)$/i.test(text)) return true;
  return /^(false|0|no|off)$/i.test(text) ? false : undefined;
};

export const oneOf =
  <T extends string>(values: readonly T[]): Parser<T> =>
  (text) =>
    values.find((value) => value === text.toLowerCase());

export const host: Parser<string> = (text) => {
  const bare = text.replace(/^\[(.*)\]$/, "$1");
  // Four numbers that aren't an IP address are a typing mistake, not a host name.
  if (isIP(bare) || (HOST_NAME.test(text) && !/^[\d.]+$/.test(text))) return bare;
  return undefined;
};

const url = (text: string, protocols: string[]) => {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  return parsed && protocols.includes(parsed.protocol) ? parsed : undefined;
};

/** Up to four parts that mean the same to every proxy and browser: no escapes, neither `.` nor `..`. */
const SITE_PATH = /^(\/(?!\.{1,2}(\/|$))[a-z0-9._~-]{1,64}){0,4}\/?$/i;

export const site: Parser<string> = (text) => {
  const parsed = url(text, ["http:", "https:"]);
  if (!parsed || parsed.username || parsed.password || /[?#]/.test(text)) return undefined;
  // As it was written: a URL's own path has no `..` any more.
  const path = /^[a-z]+:\/\/[^/\\]*(.*)$/i.exec(text)?.[1] ?? parsed.pathname;
  return SITE_PATH.test(path) ? parsed.origin + path.replace(/\/$/, "") : undefined;
};

/** The host may be in `?host=` (a folder with a socket), and there may be several of them. */
export const postgres: Parser<string> = (text) => {
  const connection = readConnection(text);
  const parsed = connection && url(connection.connectionString ?? "", ["postgres:", "postgresql:"]);
  // A sign of the password that isn't escaped ends the host, so the rest of the password would be the name of the database.
  if (!parsed || !/^\/[^/@]+$/.test(parsed.pathname) || parsed.hash) return undefined;
  return parsed.hostname || parsed.searchParams.get("host") ? text : undefined;
};

export const postgresServer: Parser<string> = (text) => (readConnection(text)?.hosts ? undefined : postgres(text));

export const hook: Parser<string> = (text) => (url(text, ["https:", "http:"])?.hostname ? text : undefined);

/** User and password have no `@ / ? #`, which would end them early: a part of the password would be taken for the host. */
const SMTP_FORM = /^smtps?:\/\/([^\s@/?#]*@)?[^\s@/?#]+\/?(\?[a-z][\w.]*=[^\s@/?#&]*(&[a-z][\w.]*=[^\s@/?#&]*)*)?$/i;

export const smtp: Parser<string> = (text) =>
  SMTP_FORM.test(text) && url(text, ["smtp:", "smtps:"])?.hostname ? text : undefined;

export const s3: Parser<string> = (text) => (readS3Address(text) ? text : undefined);

export const templates =
  (mark: string): Parser<readonly string[]> =>
  (text) => {
    const all = text.split(",").map((one) => one.trim());
    const isTemplate = (one: string) =>
      one.includes(mark) && url(one.replaceAll(mark, "x"), ["https:", "http:"])?.hostname !== undefined;
    return all.every(isTemplate) ? Object.freeze(all) : undefined;
  };

export const email: Parser<string> = (text) => (text.length <= 254 && EMAIL.test(text) ? text : undefined);

/** `name` is empty where there is only an address. */
export type Mailbox = { name: string; address: string };

/** `address`, `Name <address>` or `"Name" <address>`; within quotation marks, `\` stands before a sign that is meant itself. */
export const mailbox: Parser<Mailbox> = (text) => {
  const [, quoted, plain = "", inBrackets] = /^(?:"((?:[^"\\\r\n]|\\.)*)"|([^<>\r\n]*?))\s*<([^<>]+)>$/.exec(text) ?? [];
  const address = email(inBrackets ?? text);
  if (!address) return undefined;
  return Object.freeze({ name: (quoted?.replace(/\\(.)/g, "$1") ?? plain).trim(), address });
};

export const password: Parser<string> = (text) => ([...text].length >= 6 ? text : undefined);

export const passphrase: Parser<string> = (text) => ([...text].length >= 8 ? text : undefined);

export const folder: Parser<string> = (text) => {
  const stat = statSync(text, { throwIfNoEntry: false });
  return !stat || stat.isDirectory() ? text : undefined;
};

export const existingFile: Parser<string> = (text) => {
  try {
    accessSync(text, constants.R_OK);
    return statSync(text).isFile() ? text : undefined;
  } catch {
    return undefined;
  }
};

/** Fits into `Authorization: Bearer` (RFC 6750, section 2.1), and is too long to be guessed. */
export const token: Parser<string> = (text) => (/^[A-Za-z0-9._~+/=-]{16,}$/.test(text) ? text : undefined);
