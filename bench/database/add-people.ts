import type { Pool } from "pg";

/**
 * Adds `count` users and as many comments, and makes the articles differ: all statuses, some without a category, with
 * views, likes and comments as unevenly spread as on a blog. Triggers are off; what lists are made from is set at the end.
 */
export async function addPeople(pool: Pool, count: number): Promise<void> {
  const client = await pool.connect();
  const tables = ["posts", "published_posts", "comments", "users"];
  try {
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    await client.query(addUsers, [count]);
    await client.query(varyPosts);
    await client.query(addComments, [count]);
    await client.query(derive);
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    await client.query("vacuum analyze");
  } finally {
    client.release();
  }
}

const addUsers = `
  insert into users (email, full_name, created_at, is_active)
  select 'reader-' || n || '@bench.example', 'Reader ' || n, now() - n * interval '7 minutes', n % 50 <> 0
  from generate_series(1, $1::int) n`;

const varyPosts = `
  with numbered as (select id, row_number() over (order by published_at) as n from posts)
  update posts p set
    status = case when n % 10 = 0 then 'draft' when n % 100 = 1 then 'archived' else p.status end,
    published_at = case when n % 10 = 0 or n % 100 = 1 then null else p.published_at end,
    category_id = case when n % 40 = 0 then null else p.category_id end,
    created_at = p.published_at - interval '1 day', updated_at = p.published_at + (n % 97) * interval '1 hour',
    views_count = (power(random(), 6) * 50000)::int, likes_count = (power(random(), 6) * 900)::int,
    comments_count = (power(random(), 8) * 60)::int
  from numbered where numbered.id = p.id`;

const addComments = `
  with posts_in_order as (select id, row_number() over (order by id) as n from posts),
  people as (select id, row_number() over (order by id) as n from users)
  insert into comments (content, status, is_spam, post_id, author_id, created_at)
  select 'A comment, number ' || g.n, case when g.n % 20 = 0 then 'pending' when g.n % 33 = 0 then 'rejected' else 'approved' end,
    g.n % 25 = 0, p.id, u.id, now() - g.n * interval '5 minutes'
  from generate_series(1, $1::int) g(n)
  join posts_in_order p on p.n = 1 + (g.n::bigint * 7919) % (select count(*) from posts)
  join people u on u.n = 1 + (g.n::bigint * 104729) % (select count(*) from users)`;

const derive = `
  update post_catalog d set status = p.status, category_id = p.category_id, created_at = p.created_at, updated_at = p.updated_at,
    published_at = p.published_at from posts p where p.id = d.post_id;
  update post_figures f set (views_count, likes_count, comments_count) = (select p.views_count, p.likes_count, p.comments_count
    from posts p where p.id = f.post_id);
  insert into comment_texts (comment_id, words) select id, searchable(content) from comments;
  delete from published_posts where post_id in (select id from posts where status <> 'published');
  update posts_tags pt set published_at = case when p.status = 'published' then p.published_at end from posts p where p.id = pt.post_id;
  update categories c set published_count = (select count(*) from posts where category_id = c.id and status = 'published');
  update site_counts set count = (select count(*) from posts where status = 'published') where name = 'published'`;
