import type { Zip } from "../../../../platform/zip/read-zip.ts";
import type { ImportedAuthor } from "../../items.ts";
import { decodeEntities } from "../convert-html.ts";
import { firstField, looseYaml, readFrontMatter, textIn } from "../front-matter.ts";
import type { Blog } from "./recognize-blog.ts";
import { PEOPLE } from "./sort-texts.ts";

const FILE_MAX = 1024 * 1024;
/** Docusaurus keeps them next to its posts, Jekyll and Hugo in their data. */
const LIST = /^(?:blog|_data|data)\/authors\.ya?ml$/;

function personOf(key: string, value: unknown, text = ""): ImportedAuthor[] {
  const fields = value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
  const name = textIn(firstField(fields, "name", "display_name"));
  const bio = textIn(firstField(fields, "bio", "description")) || text.trim().slice(0, 1000);
  return name ? [{ key, email: textIn(fields.email) || null, name: decodeEntities(name), bio: decodeEntities(bio) }] : [];
}

/** The authors that an archive describes, by the keys that its texts call them. */
export async function findPeople(zip: Zip, { root }: Blog): Promise<ReadonlyMap<string, ImportedAuthor>> {
  const people: ImportedAuthor[] = [];
  for (const entry of zip.entries.keys()) {
    const path = entry.startsWith(root) ? entry.slice(root.length) : "";
    if (!LIST.test(path) && !PEOPLE.test(path)) continue;
    const text = (await zip.read(entry, FILE_MAX).catch(() => Buffer.alloc(0))).toString("utf8");
    if (LIST.test(path)) for (const [key, value] of Object.entries(looseYaml(text).fields)) people.push(...personOf(key, value));
    else {
      const { fields, body } = readFrontMatter(text);
      people.push(...personOf(path.replace(/^.*\/|\.\w+$/g, ""), fields, body));
    }
  }
  return new Map(people.map((person) => [person.key, person]));
}
