import { webAddress } from "../html/own-links.ts";
import type { ImportedPost, ReadOptions, Source, Tell } from "../items.ts";
import { readChannel } from "./parse-wxr.ts";
import { postFrom } from "./posts.ts";
import { isWriting, surveyExport } from "./survey.ts";

/**
 * Reads a WordPress export (WXR 1.0 to 1.2): once to its end, and once more for its posts.
 * @param path the file
 * @throws ImportRefused naming the line, when it is broken, cut off or something else
 */
export async function readWordpress(path: string, { tell, oldSite }: ReadOptions): Promise<Source> {
  const survey = await surveyExport(path, tell);
  survey.site = oldSite ?? survey.site;
  const known = new Set([...survey.attachments.values()].map(({ url }) => url));
  async function* posts(telling: Tell): AsyncGenerator<ImportedPost> {
    for await (const { node, line } of readChannel(path)) {
      if (node.name !== "item" || !isWriting(node)) continue;
      const post = postFrom(node, line, survey, known, telling);
      if (post) yield post;
    }
  }
  const categories = [...survey.categories.values()].filter(({ slug }) => slug !== "uncategorized");
  return {
    name: `wordpress:${webAddress(survey.site ?? "")?.host ?? "somewhere"}`.slice(0, 300),
    authors: [...survey.authors.values()],
    categories,
    tags: [],
    redirects: [],
    media: [],
    settings: null,
    total: survey.total,
    posts,
    close: () => {},
  };
}
