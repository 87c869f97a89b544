import { sql } from "kysely";
import type { Context } from "../../app/domain/context.ts";
import { listPosts } from "../../app/domain/posts/list-posts.ts";
import { buildPost, buildTag } from "../builders.ts";
import { JUDGED_ARTICLES } from "./judged-articles.ts";
import { JUDGED_QUESTIONS } from "./judged-questions.ts";

// The first of the list is the newest. Among articles with the whole term in title or description, the specification puts the newest first.
async function addArticles({ db }: Context): Promise<void> {
  const tags = new Map<string, string>();
  for (const { slug, title, description, text, tags: names = [] } of JUDGED_ARTICLES.toReversed()) {
    for (const name of names) if (!tags.has(name)) tags.set(name, (await buildTag(db, { name, slug: name.toLowerCase() })).id);
    const ids = names.map((name) => tags.get(name) as string);
    await buildPost(db, { slug, title, description, content_text: text, tags: ids });
  }
}

/** Adds the judged articles and asks the judged questions. @returns the mean reciprocal rank, and the questions whose article isn't first */
export async function judge(ctx: Context): Promise<{ rank: number; misses: Map<string, number> }> {
  await addArticles(ctx);
  const misses = new Map<string, number>();
  let sum = 0;
  for (const language of new Set(JUDGED_QUESTIONS.map((question) => question.language))) {
    await sql`update settings set value = jsonb_build_object('language', ${language}::text)`.execute(ctx.db);
    await sql`select rebuild_search(1000)`.execute(ctx.db);
    for (const { term, first } of JUDGED_QUESTIONS.filter((question) => question.language === language)) {
      const { posts } = await listPosts(ctx, { search: term, page: 1, limit: 20 });
      const at = posts.findIndex(({ slug }) => slug === first) + 1;
      if (at !== 1) misses.set(term, at);
      sum += at === 0 ? 0 : 1 / at;
    }
  }
  return { rank: sum / JUDGED_QUESTIONS.length, misses };
}

export const NEVER_MISSED = ["traking", "desicion", "walked", "cafe", "Strasse", "l’ete"];
