-- A published post can be outside lists: it has its address, its comments and its place in the sitemap, but is neither in lists, searches
-- and feeds nor on Home, and no category or tag counts it.
alter table posts add column listed boolean not null default true;
create index posts_unlisted on posts (id) where not listed;

create or replace function keep_published_post() returns trigger language plpgsql as $$
declare
  new_heading text := lower(new.title || E'\n' || new.description);
begin
  if new.status <> 'published' or not new.listed then
    delete from published_posts where post_id = new.id;
    return null;
  end if;
  insert into published_posts (post_id, published_at, category_id, featured, heading, joints, reading_time)
    values (new.id, new.published_at, new.category_id, new.featured, new_heading, joints_of(words_in(new_heading)),
      new.reading_time)
    on conflict (post_id) do update set published_at = excluded.published_at, category_id = excluded.category_id,
      featured = excluded.featured, heading = excluded.heading, joints = excluded.joints, reading_time = excluded.reading_time;
  if tg_op = 'INSERT' or old.status <> 'published' or not old.listed
    or (old.content_text, old.published_at) is distinct from (new.content_text, new.published_at) then
    insert into published_texts (post_id, published_at, words)
      values (new.id, new.published_at, words_of(new.content_text))
      on conflict (post_id) do update set published_at = excluded.published_at, words = excluded.words;
  end if;
  return null;
end $$;
drop trigger posts_keep_published on posts;
create trigger posts_keep_published after insert or update of
  title, description, content_text, reading_time, category_id, status, listed, featured, published_at on posts
  for each row execute function keep_published_post();

drop trigger posts_settle_search on posts;
create trigger posts_settle_search after insert or update of
  title, slug, description, content_text, reading_time, category_id, status, listed, featured, created_at, updated_at, published_at on posts
  for each statement execute function settle_search();

create or replace function count_published_post() returns trigger language plpgsql as $$
declare
  was_public boolean := tg_op <> 'INSERT' and old.status = 'published' and old.listed;
  is_public  boolean := tg_op <> 'DELETE' and new.status = 'published' and new.listed;
begin
  if was_public and (not is_public or old.category_id is distinct from new.category_id) then
    update categories set published_count = published_count - 1 where id = old.category_id;
  end if;
  if is_public and (not was_public or old.category_id is distinct from new.category_id) then
    update categories set published_count = published_count + 1 where id = new.category_id;
  end if;
  if was_public <> is_public then
    update site_counts set count = count + case when is_public then 1 else -1 end where name = 'published';
  end if;
  return null;
end $$;
drop trigger posts_count on posts;
create trigger posts_count after insert or delete or update of status, listed, category_id on posts
  for each row execute function count_published_post();

create or replace function date_post_tag() returns trigger language plpgsql as $$
begin
  select case when status = 'published' and listed then published_at end, status = 'trashed' into new.published_at, new.is_trashed
  from posts where id = new.post_id for share;
  new.is_trashed := coalesce(new.is_trashed, false);
  return new;
end $$;
create or replace function date_post_tags() returns trigger language plpgsql as $$
declare
  public_since timestamptz := case when new.status = 'published' and new.listed then new.published_at end;
  put_away     boolean := new.status = 'trashed';
begin
  update posts_tags set published_at = public_since, is_trashed = put_away
  where post_id = new.id and (published_at, is_trashed) is distinct from (public_since, put_away);
  return null;
end $$;
drop trigger posts_date_tags on posts;
create trigger posts_date_tags after update of status, listed, published_at on posts
  for each row execute function date_post_tags();

-- Like the author, the choice applies at once: it is announced, and the version stays.
create or replace function watch_post_columns() returns void language plpgsql as $$
declare
  bookkeeping constant text[] := array['id', 'content_text', 'created_at', 'updated_at', 'first_published_at', 'version', 'is_demo',
    'views_count', 'likes_count', 'comments_count', 'trashed_at', 'trashed_by', 'trashed_slug', 'trashed_status'];
  watched text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into watched from pg_attribute
  where attrelid = 'posts'::regclass and attnum > 0 and not attisdropped
    and attname <> all (bookkeeping || array['content_html', 'headings', 'reading_time', 'author_id', 'comments_open', 'listed']);
  drop trigger posts_version on posts;
  execute format('create trigger posts_version before update of %s on posts
    for each row execute function grow_post_version()', watched);

  select string_agg(quote_ident(attname), ', ' order by attnum) into watched from pg_attribute
  where attrelid = 'posts'::regclass and attnum > 0 and not attisdropped
    and attname <> all (bookkeeping || array['content', 'content_format']);
  drop trigger posts_announce on posts;
  execute format('create trigger posts_announce after insert or delete or update of %s on posts
    for each statement execute function announce_content()', watched);
end $$;
select watch_post_columns();
