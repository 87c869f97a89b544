-- Settings can close comments some days after publication. Here they stay open regardless.
alter table posts add column comments_stay_open boolean not null default false;

-- As before; like comments_open, the new column is no part of what an author writes.
create or replace function watch_post_columns() returns void language plpgsql as $$
declare
  bookkeeping constant text[] := array['id', 'content_text', 'created_at', 'updated_at', 'first_published_at', 'version', 'is_demo',
    'views_count', 'likes_count', 'comments_count', 'trashed_at', 'trashed_by', 'trashed_slug', 'trashed_status'];
  watched text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into watched from pg_attribute
  where attrelid = 'posts'::regclass and attnum > 0 and not attisdropped
    and attname <> all (bookkeeping || array['content_html', 'headings', 'reading_time', 'author_id', 'comments_open', 'comments_stay_open',
      'listed', 'translation_group']);
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
