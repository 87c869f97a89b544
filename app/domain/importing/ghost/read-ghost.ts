import { webAddress } from "../html/own-links.ts";
import type { ImportedPost, ReadOptions, Source, Tell } from "../items.ts";
import { postFromRow } from "./posts.ts";
import { readRows } from "./rows.ts";
import { surveyGhost } from "./survey.ts";

/**
 * Reads a Ghost export (JSON, of any version from 1 on): once to its end, and once more for its posts.
 * @param path the file
 * @throws ImportRefused naming the place, when it is broken, cut off or something else
 */
export async function readGhost(path: string, { tell, oldSite }: ReadOptions): Promise<Source> {
  const survey = await surveyGhost(path, tell);
  async function* posts(telling: Tell): AsyncGenerator<ImportedPost> {
    for await (const { table, row } of readRows(path)) {
      if (table !== "posts") continue;
      const post = await postFromRow(row, survey, oldSite, telling);
      if (post) yield post;
    }
  }
  const first = new Set([...survey.tagsOf.values()].flatMap((tags) => mainOf(tags, survey.tags) ?? []));
  const categories = [...survey.tags].filter(([id]) => first.has(id));
  return {
    name: `ghost:${webAddress(oldSite ?? "")?.host ?? "somewhere"}`.slice(0, 300),
    authors: [...survey.authors.values()],
    categories: categories.map(([, { slug, name, description, color }]) => ({
      slug,
      name,
      description,
      ...(color && { color }),
    })),
    tags: [],
    redirects: [],
    media: [],
    settings: null,
    total: survey.total,
    posts,
    close: () => {},
  };
}

type Ordered = { id: string; order: number };
/** The tag that comes first among those that everybody sees. */
const mainOf = (tags: Ordered[], known: ReadonlyMap<string, { isInternal: boolean }>): string | undefined =>
  tags.filter(({ id }) => known.get(id)?.isInternal === false).toSorted((a, b) => a.order - b.order)[0]?.id;
