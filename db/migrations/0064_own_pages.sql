-- An own page, such as an imprint, is a post of the kind `page`: it is written, revised, planned and deleted as posts are, but has an
-- address at the root of the site (`/imprint`), and no list, feed or counter contains it.
alter table posts add column kind text not null default 'post';
alter table posts add constraint posts_kind check (kind in ('post', 'page')) not valid;

-- A page is outside lists, whatever writes it.
create function keep_page_unlisted() returns trigger language plpgsql as $$
begin
  if new.kind = 'page' then
    new.listed := false;
  end if;
  return new;
end $$;
create trigger posts_keep_page_unlisted before insert or update of kind, listed on posts
  for each row execute function keep_page_unlisted();

-- The catalog holds what the back office's list of posts shows.
create or replace function keep_post_catalog() returns trigger language plpgsql as $$
begin
  if new.status = 'trashed' or new.kind = 'page' then
    delete from post_catalog where post_id = new.id;
    return null;
  end if;
  insert into post_catalog (post_id, status, category_id, created_at, updated_at, published_at, heading)
    values (new.id, new.status, new.category_id, new.created_at, new.updated_at, new.published_at,
      lower(new.title || E'\n' || new.slug))
    on conflict (post_id) do update set status = excluded.status, category_id = excluded.category_id,
      created_at = excluded.created_at, updated_at = excluded.updated_at, published_at = excluded.published_at,
      heading = excluded.heading;
  return null;
end $$;
drop trigger posts_keep_catalog on posts;
create trigger posts_keep_catalog after insert or update of
  title, slug, kind, status, category_id, created_at, updated_at, published_at on posts
  for each row execute function keep_post_catalog();

-- `update of` names the columns that a statement sets, so the triggers below also watch the kind, which changes `listed`.
drop trigger posts_keep_published on posts;
create trigger posts_keep_published after insert or update of
  title, description, content_text, reading_time, category_id, status, kind, listed, featured, published_at on posts
  for each row execute function keep_published_post();
drop trigger posts_settle_search on posts;
create trigger posts_settle_search after insert or update of
  title, slug, description, content_text, reading_time, category_id, status, kind, listed, featured, created_at, updated_at, published_at
  on posts for each statement execute function settle_search();
drop trigger posts_count on posts;
create trigger posts_count after insert or delete or update of status, kind, listed, category_id on posts
  for each row execute function count_published_post();
drop trigger posts_date_tags on posts;
create trigger posts_date_tags after update of status, kind, listed, published_at on posts
  for each row execute function date_post_tags();

select watch_post_columns();
