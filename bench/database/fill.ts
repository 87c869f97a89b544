import type { Pool } from "pg";
import { CATEGORIES, type GeneratedPost, generatePosts, TAGS } from "./generate-posts.ts";

const BATCH = 1000;
const TRIGGERED = ["posts", "posts_tags", "published_posts", "published_texts"];
const REBUILT_LATER = ["published_posts_heading", "published_texts_words"];

/**
 * Fills an empty, migrated database with `count` published articles. Triggers are off; what they would have computed is
 * set at once at the end, by the same rules.
 * @returns the vocabulary of the articles, the most frequent word first.
 */
export async function fillDatabase(pool: Pool, count: number): Promise<string[]> {
  const { vocabulary, posts } = generatePosts(count);
  const client = await pool.connect();
  try {
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      "select indexname as name, indexdef as definition from pg_indexes where indexname = any($1)",
      [REBUILT_LATER],
    );
    for (const table of TRIGGERED) await client.query(`alter table ${table} disable trigger user`);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query(addGroups, [CATEGORIES, TAGS]);
    let batch: GeneratedPost[] = [];
    for (const post of posts) {
      if (batch.push(post) === BATCH) {
        await client.query(addPosts, [JSON.stringify(batch)]);
        batch = [];
      }
    }
    if (batch.length) await client.query(addPosts, [JSON.stringify(batch)]);
    await client.query(derive);
    for (const { definition } of indexes) await client.query(definition);
    for (const table of TRIGGERED) await client.query(`alter table ${table} enable trigger user`);
    await client.query("vacuum analyze");
  } finally {
    client.release();
  }
  return vocabulary;
}

const addGroups = `
  with author as (insert into users (email, full_name, bio) values ('author@blog.example', 'Ada Author', 'Writes.')),
  categories as (
    insert into categories (name, slug) select 'Category ' || n, 'category-' || n from generate_series(0, $1::int - 1) n)
  insert into tags (name, slug) select 'Tag ' || n, 'tag-' || n from generate_series(0, $2::int - 1) n`;

const addPosts = `
  with given as (
    select * from jsonb_to_recordset($1::jsonb) as p (title text, slug text, description text, content_text text,
      category int, tags int[], featured boolean, published_at timestamptz)
  ), added as (
    insert into posts (title, slug, description, excerpt, content, content_html, content_text, reading_time, category_id, author_id,
      status, featured, published_at, first_published_at)
    select g.title, g.slug, g.description, g.description, g.content_text, '<p>' || g.content_text || '</p>', g.content_text, 2, c.id,
      (select id from users limit 1), 'published', g.featured, g.published_at, g.published_at
    from given g join categories c on c.slug = 'category-' || g.category
    returning id, slug, published_at
  )
  insert into posts_tags (post_id, tag_id, published_at)
  select a.id, t.id, a.published_at
  from added a join given g using (slug) cross join unnest(g.tags) n join tags t on t.slug = 'tag-' || n`;

const derive = `
  insert into published_posts (post_id, published_at, category_id, featured, heading, reading_time)
    select id, published_at, category_id, featured, lower(title || E'\\n' || description), reading_time from posts order by published_at;
  insert into published_texts (post_id, published_at, language, words, ranks)
    select p.id, p.published_at, 'en', search_words_of(concat_ws(E'\\n', p.title, p.description, p.content_text), t.tags),
      search_ranks_of(p.title, p.description, t.tags)
    from posts p, lateral search_tags_of(p.id) t (tags) order by p.published_at;
  insert into site_words (word, language, posts, stem)
    select word, 'en', count(*), stem_of('english', word) from published_texts, unnest(plain_words(words)) word where is_site_word(word) group by word;
  insert into post_catalog (post_id, status, category_id, created_at, updated_at, published_at, heading)
    select id, status, category_id, created_at, updated_at, published_at, lower(title || E'\\n' || slug) from posts order by published_at;
  update categories c set published_count = (select count(*) from posts where category_id = c.id);
  update tags t set (published_count, linked_count) = (select count(*), count(*) from posts_tags where tag_id = t.id);
  update site_counts set count = (select count(*) from posts) where name = 'published'`;
