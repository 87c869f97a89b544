import type { Db } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { type FieldError, invalid } from "../errors.ts";
import { languageName } from "../settings/language-rules.ts";
import { readWords, shippedText } from "./read-words.ts";
import { partsIn, type TextPart } from "./reader-texts.ts";
import { wordsPolicy } from "./words.policy.ts";
import { deleteWords, storeWords, wordsOf } from "./words.sql.ts";
import type { WordsSave, WordsState } from "./words.ts";
import { wordFault } from "./words-rules.ts";

/** What is stored for a text: null where it says the same as what comes with the site. Only a text that begins or ends with a blank keeps its own. */
export function textToStore(language: string, { key, english }: TextPart, given: string | null): string | null {
  const text = given === null || english !== english.trim() ? given : given.trim();
  return text === null || text.trim() === "" || text === shippedText(language, key, english) ? null : text;
}

function checked({ language, words }: WordsSave): Map<string, string | null> {
  const parts = partsIn(language);
  const faults: FieldError[] = [];
  const next = new Map<string, string | null>();
  for (const [key, given] of Object.entries(words)) {
    const part = parts.get(key);
    const text = part ? textToStore(language, part, given) : null;
    const rule = part ? text && wordFault(text, part.pattern, part.form) : `There is no text “${key}” in this language`;
    if (rule) faults.push({ field: `words.${key}`, rule });
    next.set(key, text);
  }
  if (faults.length > 0) throw invalid("Some of the input is invalid", faults);
  return next;
}

export async function changeWords(db: Db, language: string, next: Map<string, string | null>, now: Date) {
  const before = await wordsOf(db, language);
  const changed = [...next].filter(([key, text]) => (before.get(key) ?? null) !== text);
  const kept = changed.flatMap(([key, text]) => (text === null ? [] : [{ language, key, text }]));
  await storeWords(db, kept, now);
  const removed = changed.filter(([, text]) => text === null).map(([key]) => key);
  await deleteWords(db, language, removed);
  return {
    before: Object.fromEntries(changed.map(([key]) => [key, before.get(key) ?? null])),
    after: Object.fromEntries(changed),
  };
}

export const wordsEntry = (language: string) =>
  ({ action: "updated", entity: "words", entityId: null, label: languageName(language) }) as const;

/**
 * Texts that aren't named stay. A save without changes does nothing.
 * @throws DomainError `forbidden`; invalid_input for keys that no text has, and for texts that can't be used
 */
export async function saveWords(ctx: Context, actor: Actor, input: WordsSave): Promise<WordsState> {
  authorize(actor, wordsPolicy.update);
  const { language } = input;
  const next = checked(input);
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const changes = await changeWords(db, language, next, ctx.clock.now());
    if (Object.keys(changes.after).length > 0) await recordAudit(inside, actor, { ...wordsEntry(language), ...changes });
    return readWords(inside, actor, language);
  });
}
