-- A save makes a post's version grow, and a change that pages show is announced. Both triggers leave out columns that are derived or
-- that count. A migration that adds a column to posts ends with `select watch_post_columns();` instead of listing all of them again.
create function watch_post_columns() returns void language plpgsql as $$
declare
  bookkeeping constant text[] := array['id', 'content_text', 'created_at', 'updated_at', 'first_published_at', 'version', 'is_demo',
    'views_count', 'likes_count', 'comments_count', 'trashed_at', 'trashed_by', 'trashed_slug', 'trashed_status'];
  watched text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into watched from pg_attribute
  where attrelid = 'posts'::regclass and attnum > 0 and not attisdropped
    and attname <> all (bookkeeping || array['content_html', 'headings', 'reading_time', 'author_id', 'comments_open']);
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
