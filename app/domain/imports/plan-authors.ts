import { createHash, randomUUID } from "node:crypto";
import type { Context } from "../context.ts";
import { slugFromTitle } from "../posts/edit-rules.ts";
import { FULL_NAME_MAX } from "../users/user-rules.ts";
import { takenIds, usersByEmail } from "./imported.sql.ts";
import { knownItems } from "./imports.sql.ts";
import type { ImportedAuthor, ImportedPost, ImportedProfile, Source } from "./items.ts";
import { shorten } from "./read/shape-fields.ts";
import { Notes } from "./report.ts";

type PlannedAuthor = {
  key: string;
  itemKey: string;
  id: string;
  email: string;
  full_name: string | null;
  bio: string;
  profile: ImportedProfile | null;
  isNew: boolean;
};
export type AuthorStep = { kind: "authors"; notes: Notes; authors: PlannedAuthor[] };

const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,250}\.[^\s@<>"]{2,63}$/;
const MADE_UP = "imported.invalid";

/** Without an email address, one that can't receive mail and is the same each time. */
function emailOf({ email, name, key }: ImportedAuthor, source: string): string {
  if (email && EMAIL.test(email)) return email.toLowerCase();
  const mark = createHash("sha256").update(`${source}\n${key}`).digest("hex").slice(0, 8);
  return `${slugFromTitle(name ?? key).slice(0, 40) || "author"}-${mark}@${MADE_UP}`;
}

const itemKeyOf = ({ key }: ImportedAuthor) => `author:${key}`.slice(0, 2000);

type AuthorsHere = { byKey: ReadonlyMap<string, string>; byEmail: ReadonlyMap<string, string>; taken: ReadonlySet<string> };

/** As in the archive; of other systems, the slug and links. */
function profileOf({ profile, slug, links = [] }: ImportedAuthor): ImportedProfile | null {
  if (profile !== undefined) return profile;
  return slug ? { slug, old_slugs: [], has_page: true, picture: null, links } : null;
}

/** New accounts have no password, so that only the owner of the email address can sign in. */
export function matchAuthors(source: Pick<Source, "name" | "authors">, here: AuthorsHere): AuthorStep {
  const notes = new Notes();
  const byEmail = new Map(here.byEmail);
  const authors = source.authors.map((author): PlannedAuthor => {
    const email = emailOf(author, source.name);
    const itemKey = itemKeyOf(author);
    const found = here.byKey.get(itemKey) ?? byEmail.get(email);
    const id = found ?? (author.id && !here.taken.has(author.id) ? author.id : randomUUID());
    if (!found) byEmail.set(email, id);
    notes.count("authors", found ? "unchanged" : "added");
    if (!found && email.endsWith(`@${MADE_UP}`))
      notes.report(
        "changed",
        `author “${author.name ?? author.key}”`,
        `There is no usable email address, so the account gets “${email}”, which can’t be used to sign in.`,
      );
    const full_name = author.name ? shorten(author.name.replaceAll("\0", ""), FULL_NAME_MAX) : null;
    const bio = shorten(author.bio.replaceAll("\0", ""), 1000);
    return { key: author.key, itemKey, id, email, full_name, bio, profile: profileOf(author), isNew: !found };
  });
  return { kind: "authors", notes, authors };
}

export const authorsOf = (posts: ImportedPost[]): string[] =>
  posts.flatMap(({ author, coauthors = [], comments }) =>
    [author, ...coauthors, ...comments.map((one) => one.author)].filter((key) => key !== null),
  );

/** Only authors of posts and comments get accounts. Remembers those of earlier batches, which may not be stored yet. */
export function createAuthorPlan(db: Context["db"], source: Pick<Source, "name" | "authors">) {
  const waiting = new Map(source.authors.map((author) => [author.key, author]));
  const given = new Map<string, string>();
  return async (keys: string[]): Promise<AuthorStep | null> => {
    const authors = [...new Set(keys)].flatMap((key) => waiting.get(key) ?? []);
    if (authors.length === 0) return null;
    for (const { key } of authors) waiting.delete(key);
    const known = await knownItems(db, source.name, authors.map(itemKeyOf));
    const ids = [...known.values()].map(({ entity_id }) => entity_id);
    const standing = await takenIds(db, "users", ids);
    const byEmail = await usersByEmail(
      db,
      authors.map((author) => emailOf(author, source.name)),
    );
    const named = authors.flatMap(({ id }) => id ?? []);
    const step = matchAuthors(
      { name: source.name, authors },
      {
        byKey: new Map([...known].flatMap(([key, { entity_id: id }]) => (standing.has(id) ? [[key, id]] : []))),
        byEmail: new Map([...given, ...byEmail]),
        taken: await takenIds(db, "users", named),
      },
    );
    for (const { email, id } of step.authors) given.set(email, id);
    return step;
  };
}
