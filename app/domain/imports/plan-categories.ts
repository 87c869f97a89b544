import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import { CATEGORY_LIMITS } from "../categories/category-rules.ts";
import { categoriesBySlug, takenIds } from "./imported.sql.ts";
import { knownItems } from "./imports.sql.ts";
import type { ImportedCategory, Source } from "./items.ts";
import { OWN_SOURCE } from "./read/read-own-archive.ts";
import { nameKey } from "./read/shape-fields.ts";
import type { Notes } from "./report.ts";

export type PlannedCategory = ImportedCategory & { itemKey: string; id: string; isNew: boolean };

type CategoriesHere = {
  byKey: ReadonlyMap<string, string>;
  bySlug: ReadonlyMap<string, { id: string; name: string }>;
};

const itemKeyOf = ({ key }: ImportedCategory): string => `category:${key}`.slice(0, 2000);

function* slugsFor(slug: string): Generator<string> {
  yield slug;
  for (let n = 2; ; n++) yield `${slug.slice(0, CATEGORY_LIMITS.slug - String(n).length - 1)}-${n}`;
}

/** Here already: from an earlier import, or with the same slug and name; else the slug gets a number. Own archives compare slugs. */
export function matchCategories(
  source: Pick<Source, "name" | "categories">,
  here: CategoriesHere,
  { report, count }: Pick<Notes, "report" | "count">,
): PlannedCategory[] {
  const given = new Set<string>();
  const isSame = (name: string, category: ImportedCategory) =>
    source.name === OWN_SOURCE || nameKey(name) === nameKey(category.name);
  return source.categories.map((category): PlannedCategory => {
    const itemKey = itemKeyOf(category);
    const standing = (id: string): PlannedCategory => {
      count("categories", "unchanged");
      return { ...category, itemKey, id, isNew: false };
    };
    const known = here.byKey.get(itemKey);
    if (known) return standing(known);
    for (const slug of slugsFor(category.slug)) {
      const other = here.bySlug.get(slug);
      if (other && isSame(other.name, category)) return standing(other.id);
      if (other || given.has(slug)) continue;
      given.add(slug);
      count("categories", "added");
      if (slug !== category.slug)
        report(
          "changed",
          `category “${category.name}”`,
          `Another category has the slug “${category.slug}”; it has “${slug}” here.`,
        );
      return { ...category, slug, itemKey, id: randomUUID(), isNew: true };
    }
    throw new Error("There is always a free slug");
  });
}

export async function planCategories(db: Kysely<DB>, source: Source, notes: Notes): Promise<PlannedCategory[]> {
  const known = await knownItems(db, source.name, source.categories.map(itemKeyOf));
  const ids = [...known.values()].map(({ entity_id }) => entity_id);
  const here = await takenIds(db, "categories", ids);
  const standing = [...known].filter(([, { entity_id }]) => here.has(entity_id));
  return matchCategories(
    source,
    {
      byKey: new Map(standing.map(([key, { entity_id }]) => [key, entity_id])),
      bySlug: await categoriesBySlug(db),
    },
    notes,
  );
}
