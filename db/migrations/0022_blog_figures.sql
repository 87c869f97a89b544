-- What the figures of the articles are read from beside their own rollups.

-- A curve over ten years has a row for each day here, whatever the number of articles. It is always the sum of the days in
-- `analytics_posts`; who reads takes off those of articles that aren't public any more.
create table analytics_post_days (
  day      date primary key,
  views    bigint not null default 0,
  likes    bigint not null default 0,
  comments bigint not null default 0
) with (fillfactor = 70);
insert into analytics_post_days
  select starts_on, sum(views), sum(likes), sum(comments) from analytics_posts where not is_month group by starts_on;

create function add_up_post_days() returns trigger language plpgsql as $$
declare
  added   text := 'select starts_on, views, likes, comments from added where not is_month';
  removed text := 'select starts_on, -views, -likes, -comments from removed where not is_month';
begin
  if tg_op = 'TRUNCATE' then
    truncate analytics_post_days;
    return null;
  end if;
  execute 'insert into analytics_post_days as t select starts_on, sum(views), sum(likes), sum(comments) from ('
    || case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end
    || ') changed (starts_on, views, likes, comments) group by starts_on order by starts_on
       on conflict (day) do update set views = t.views + excluded.views, likes = t.likes + excluded.likes,
         comments = t.comments + excluded.comments';
  return null;
end $$;
create trigger analytics_posts_added after insert on analytics_posts
  referencing new table as added for each statement execute function add_up_post_days();
create trigger analytics_posts_changed after update on analytics_posts
  referencing old table as removed new table as added for each statement execute function add_up_post_days();
create trigger analytics_posts_removed after delete on analytics_posts
  referencing old table as removed for each statement execute function add_up_post_days();
create trigger analytics_posts_emptied after truncate on analytics_posts
  for each statement execute function add_up_post_days();

-- Articles that aren't public; neither a view nor a like moves a row in or out.
create index posts_not_public on posts (id) where status <> 'published';

-- Reading times of all articles, without looking at the articles.
alter table published_posts add column reading_time integer not null default 1;
update published_posts set reading_time = posts.reading_time from posts where posts.id = post_id;
create index published_posts_reading on published_posts (published_at) include (category_id, reading_time);

create or replace function keep_published_post() returns trigger language plpgsql as $$
declare
  new_heading text := lower(new.title || E'\n' || new.description);
begin
  if new.status <> 'published' then
    delete from published_posts where post_id = new.id;
    return null;
  end if;
  insert into published_posts (post_id, published_at, category_id, featured, heading, joints, reading_time)
    values (new.id, new.published_at, new.category_id, new.featured, new_heading, joints_of(words_in(new_heading)),
      new.reading_time)
    on conflict (post_id) do update set published_at = excluded.published_at, category_id = excluded.category_id,
      featured = excluded.featured, heading = excluded.heading, joints = excluded.joints, reading_time = excluded.reading_time;
  if tg_op = 'INSERT' or old.status <> 'published'
    or (old.content_text, old.published_at) is distinct from (new.content_text, new.published_at) then
    insert into published_texts (post_id, published_at, words)
      values (new.id, new.published_at, words_of(new.content_text))
      on conflict (post_id) do update set published_at = excluded.published_at, words = excluded.words;
  end if;
  return null;
end $$;
drop trigger posts_keep_published on posts;
create trigger posts_keep_published after insert or update of
  title, description, content_text, reading_time, category_id, status, featured, published_at on posts
  for each row execute function keep_published_post();
