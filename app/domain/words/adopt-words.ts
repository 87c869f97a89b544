import type { Db } from "../../platform/database/db.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { LANGUAGES } from "../settings/language-rules.ts";
import { partsIn } from "./reader-texts.ts";
import { changeWords, textToStore, wordsEntry } from "./save-words.ts";
import { storedWords } from "./words.sql.ts";
import { wordFault } from "./words-rules.ts";

type ArchivedPart = { name: string; value: string; refused: string | null };

type Texts = Record<string, string>;

const nameOf = (language: string) => `words.${language}`;

const sorted = (byLanguage: Map<string, { key: string; text: string }[]>): Record<string, Texts> =>
  Object.fromEntries(
    [...byLanguage].map(([code, words]) => [code, Object.fromEntries(words.map(({ key, text }) => [key, text]))]),
  );

/** By language and key. */
export const exportWords = async (db: Db): Promise<Record<string, Texts>> =>
  sorted(Map.groupBy(await storedWords(db), ({ language }) => language));

/** Those that this release has a place for. */
function usable(language: string, archived: unknown): Texts {
  const parts = partsIn(language);
  const texts = Object.entries(typeof archived === "object" && archived !== null ? archived : {}).flatMap(([key, given]) => {
    const part = parts.get(key);
    const text = part && typeof given === "string" ? textToStore(language, part, given) : null;
    return part && text !== null && wordFault(text, part.pattern, part.form) === null ? [[key, text] as const] : [];
  });
  return Object.fromEntries(texts);
}

const onlyNew = (texts: Texts, here: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => !Object.hasOwn(here, key)));

/** Texts that the archive sets, that are valid, and that nobody has set here. */
function judge(archived: unknown, here: Record<string, Texts>): { parts: ArchivedPart[]; adopted: Record<string, Texts> } {
  const parts: ArchivedPart[] = [];
  const adopted: Record<string, Texts> = {};
  const all = (typeof archived === "object" ? archived : null) as Record<string, unknown> | null;
  for (const language of LANGUAGES) {
    const given = all?.[language];
    if (given === undefined) continue;
    const texts = usable(language, given);
    const fresh = onlyNew(texts, here[language] ?? {});
    const counted = Object.keys(fresh).length;
    const isSet = Object.keys(texts).length > 0;
    const refused =
      counted > 0 ? null : isSet ? "They are already set here and stay as they are." : "None of them is valid here.";
    parts.push({ name: nameOf(language), value: "(texts)", refused });
    if (counted > 0) adopted[language] = fresh;
  }
  return { parts, adopted };
}

/** Stores nothing. @param archived null if the archive has none */
export const previewWords = async ({ db }: Context, archived: unknown): Promise<ArchivedPart[]> =>
  archived === null ? [] : judge(archived, await exportWords(db)).parts;

async function change(ctx: Context, actor: AuditActor, language: string, texts: Record<string, string | null>): Promise<void> {
  const changes = await changeWords(ctx.db, language, new Map(Object.entries(texts)), ctx.clock.now());
  await recordAudit(ctx, actor, { ...wordsEntry(language), ...changes });
}

/** Texts that were set here stay, so that a file never overwrites a choice. @param note stores what was adopted, in the same transaction */
export async function adoptWords(
  ctx: Context,
  actor: AuditActor,
  archived: unknown,
  note: (db: Db, adopted: Record<string, unknown>) => Promise<void>,
): Promise<ArchivedPart[]> {
  if (archived === null) return [];
  return ctx.db.transaction().execute(async (db) => {
    const { parts, adopted } = judge(archived, await exportWords(db));
    for (const [language, texts] of Object.entries(adopted)) {
      await change({ ...ctx, db }, actor, language, texts);
      await note(db, { [nameOf(language)]: texts });
    }
    return parts;
  });
}

/** Unless they have been changed since. @param adopted as `adoptWords` noted; ignores other names @returns the names of those that stay */
export async function forgetWords(ctx: Context, actor: AuditActor, adopted: Record<string, unknown>): Promise<string[]> {
  const names = LANGUAGES.filter((language) => Object.hasOwn(adopted, nameOf(language)));
  if (names.length === 0) return [];
  return ctx.db.transaction().execute(async (db) => {
    const here = await exportWords(db);
    const stay: string[] = [];
    for (const language of names) {
      const noted = Object.entries(adopted[nameOf(language)] as Texts);
      const same = noted.filter(([key, text]) => here[language]?.[key] === text);
      if (same.length > 0) await change({ ...ctx, db }, actor, language, Object.fromEntries(same.map(([key]) => [key, null])));
      if (same.length < noted.length) stay.push(nameOf(language));
    }
    return stay;
  });
}
