import { createHash, randomUUID } from "node:crypto";
import { slugFromTitle } from "../../posts/editing-model.ts";
import { FULL_NAME_MAX } from "../../users/model.ts";
import { insertAuthors, takenIds, usersByEmail } from "../imported.sql.ts";
import { knownItems, noteItems } from "../imports.sql.ts";
import type { ImportedAuthor } from "../items.ts";
import { shorten } from "../shape-fields.ts";
import type { Run } from "./run.ts";

const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,250}\.[^\s@<>"]{2,63}$/;
const MADE_UP = "imported.invalid";

/** The address of an account; where none is known, one that no mail can reach and that is the same each time. */
function addressOf({ email, name, key }: ImportedAuthor, source: string): string {
  if (email && EMAIL.test(email)) return email.toLowerCase();
  const mark = createHash("sha256").update(`${source}\n${key}`).digest("hex").slice(0, 8);
  return `${slugFromTitle(name ?? key).slice(0, 40) || "author"}-${mark}@${MADE_UP}`;
}

/**
 * Finds the accounts of the old blog's authors by their addresses, and makes those that are missing: readers without a password, so
 * that nobody can sign in to one who doesn't get the mails to its address.
 * @returns the accounts' ids by the authors' keys
 */
export async function storePeople({ ctx, source, findings, dry }: Run): Promise<Map<string, string>> {
  const { tell, count } = findings;
  const people = source.authors.map((author) => ({ author, email: addressOf(author, source.name) }));
  const keys = people.map(({ author }) => `author:${author.key}`.slice(0, 2000));
  const known = await knownItems(ctx.db, source.name, keys);
  const standing = await takenIds(
    ctx.db,
    "users",
    [...known.values()].map(({ entity_id }) => entity_id),
  );
  const byEmail = await usersByEmail(
    ctx.db,
    people.map(({ email }) => email),
  );
  const taken = await takenIds(
    ctx.db,
    "users",
    people.flatMap(({ author }) => author.id ?? []),
  );
  const ids = new Map<string, string>();
  const missing = [];
  for (const [index, { author, email }] of people.entries()) {
    const before = known.get(keys[index] ?? "")?.entity_id;
    const found = before && standing.has(before) ? before : byEmail.get(email);
    const id = found ?? (author.id && !taken.has(author.id) ? author.id : randomUUID());
    ids.set(author.key, id);
    count("authors", found ? "unchanged" : "added");
    if (found) continue;
    byEmail.set(email, id);
    if (email.endsWith(`@${MADE_UP}`))
      tell(
        "changed",
        `author “${author.name ?? author.key}”`,
        `There is no usable mail address; the account gets ${email}, which nobody can sign in with.`,
      );
    const full_name = author.name ? shorten(author.name.replaceAll("\0", ""), FULL_NAME_MAX) : null;
    missing.push({ id, email, full_name, bio: shorten(author.bio.replaceAll("\0", ""), 1000) });
  }
  if (dry) return ids;
  if (missing.length > 0) await insertAuthors(ctx.db, missing);
  await noteItems(
    ctx.db,
    source.name,
    people.map(({ author }, index) => ({
      key: keys[index] ?? "",
      entity_id: ids.get(author.key) ?? "",
      hash: "",
      version: null,
    })),
  );
  return ids;
}
