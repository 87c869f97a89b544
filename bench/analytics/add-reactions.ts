import type { Pool } from "pg";

/** Adds likes and comments over the last `days` days, most of them to few articles. Triggers are off; a rebuild follows. */
export async function addReactions(
  pool: Pool,
  { likes, comments, days }: { likes: number; comments: number; days: number },
): Promise<void> {
  const client = await pool.connect();
  try {
    for (const table of ["article_likes", "comments"]) await client.query(`alter table ${table} disable trigger user`);
    await client.query(addLikes, [likes, days]);
    await client.query(addComments, [comments, days]);
    for (const table of ["article_likes", "comments"]) await client.query(`alter table ${table} enable trigger user`);
    await client.query(count);
  } finally {
    client.release();
  }
}

const articles = "articles as materialized (select id, row_number() over (order by md5(id::text)) as n from posts)";
const someTime = "now() - random() * $2::int * interval '1 day'";

const addLikes = `
  with ${articles}, drawn as materialized (select n, floor(power(random(), 3) * (select count(*) from articles))::int as k
    from generate_series(1, $1::int) n)
  insert into article_likes (article_id, session_id, created_at)
  select a.id, md5('reader ' || d.n), ${someTime} from drawn d join articles a on a.n = 1 + d.k`;

const addComments = `
  with ${articles}, drawn as materialized (select n, floor(power(random(), 3) * (select count(*) from articles))::int as k
    from generate_series(1, $1::int) n)
  insert into comments (content, post_id, status, created_at)
  select 'A comment, number ' || d.n, a.id, case when d.n % 10 = 0 then 'pending' else 'approved' end, ${someTime}
  from drawn d join articles a on a.n = 1 + d.k`;

const count = `
  update posts p set
    likes_count = (select count(*) from article_likes where article_id = p.id and is_liked),
    comments_count = (select count(*) from comments where post_id = p.id and status = 'approved')`;
