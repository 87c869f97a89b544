import type { Db } from "../../platform/database/db.ts";

export type StoredWord = { language: string; key: string; text: string };

/** Unchecked: keys and placeholders may be those of another release. */
export const storedWords = (db: Db): Promise<StoredWord[]> =>
  db.selectFrom("translated_words").select(["language", "key", "text"]).orderBy("language").orderBy("key").execute();

export async function wordsOf(db: Db, language: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom("translated_words").select(["key", "text"]).where("language", "=", language).execute();
  return new Map(rows.map(({ key, text }) => [key, text]));
}

/** In place of earlier ones with the same keys. */
export async function storeWords(db: Db, words: StoredWord[], now: Date): Promise<void> {
  if (words.length === 0) return;
  await db
    .insertInto("translated_words")
    .values(words.map((word) => ({ ...word, updated_at: now })))
    .onConflict((conflict) =>
      conflict.columns(["language", "key"]).doUpdateSet(({ ref }) => ({
        text: ref("excluded.text"),
        updated_at: ref("excluded.updated_at"),
      })),
    )
    .execute();
}

export async function deleteWords(db: Db, language: string, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.deleteFrom("translated_words").where("language", "=", language).where("key", "in", keys).execute();
}
