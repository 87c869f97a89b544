import { sql } from "kysely";
import { foldText } from "../../../platform/fold-text.ts";
import { romanize } from "../../../platform/romanize.ts";
import type { Context } from "../../context.ts";
import { isStorable, isVisible } from "../../schema-fields.ts";
import type { Site } from "../../settings/settings.ts";
import { GUEST_NAME_MAX } from "./guest-rules.ts";

/** Control characters, and marks that turn around the text after them. */
const TURNING = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]+/gu;

/** @returns the name on one line, or why it can't be one */
export function parseGuestName(text: string): { name: string } | { rule: string } {
  const name = text
    .normalize("NFC")
    .replace(/[^\S\n\r]+/gu, " ")
    .trim();
  if (!isStorable(name) || !isVisible(name)) return { rule: "Enter a name" };
  if (TURNING.test(name)) return { rule: "A name can’t have control characters" };
  return [...name].length > GUEST_NAME_MAX ? { rule: `A name can have at most ${GUEST_NAME_MAX} characters` } : { name };
}

/** Cyrillic and Greek capitals that look like Latin ones but sound different. */
const LOOKALIKES: Record<string, string> = Object.fromEntries(
  [..."АВСЕНІЈКМОРЅТХУавсеніјкморѕтхуΑΒΕΗΙΚΜΝΟΡΤΧΥΖαβεηικμνορτχυζ"].map((letter, at) => [
    letter,
    "ABCEHIJKMOPSTXYabcehijkmopstxyABEHIKMNOPTXYZabehikmnoptxyz"[at] ?? letter,
  ]),
);

/** How names are compared: without case, accents, spaces and what can't be seen. */
const plain = (name: string) => foldText(name).replace(INVISIBLE, "");

const looks = (name: string) => plain([...name].map((letter) => LOOKALIKES[letter] ?? letter).join(""));
const sounds = (name: string) => plain(romanize(foldText(name)));

/** Whether readers could take the name for that of an admin, somebody with a grant or an author. Letters that look alike count as one. */
export async function isNameOfTeam({ db }: Context, name: string, site: Pick<Site, "defaultAuthor" | "name">): Promise<boolean> {
  const { rows } = await sql<{ full_name: string }>`
    select full_name from users u where full_name <> '' and (role = 'admin' or exists (select from grants g where g.user_id = u.id)
      or exists (select from posts p where p.author_id = u.id and p.status = 'published')
      or exists (select from post_coauthors o where o.user_id = u.id))`.execute(db);
  const taken = [site.defaultAuthor, site.name, ...rows.map(({ full_name }) => full_name)].filter(isVisible);
  const [seen, heard] = [looks(name), sounds(name)];
  return taken.some((other) => looks(other) === seen || sounds(other) === heard);
}
