-- Posts as the back office lists and saves them.

alter table posts
  -- grows with every change of what an author writes, so that a save from an older state is noticed
  add column version integer not null default 1,
  add column featured_image_alt text not null default '' check (length(featured_image_alt) <= 300);

create function grow_post_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger posts_version before update of
  title, slug, description, excerpt, content, content_format, featured_image, featured_image_alt, category_id, status, featured,
  published_at on posts
  for each row execute function grow_post_version();

-- The picture's words are shown wherever the picture is.
drop trigger posts_announce on posts;
create trigger posts_announce after insert or delete or update of
  title, slug, description, excerpt, content_html, headings, reading_time, featured_image, featured_image_alt, category_id,
  author_id, status, featured, published_at on posts
  for each statement execute function announce_content();

-- A category that goes away looks for its posts.
create index posts_category on posts (category_id);

-- Every post as the back office lists, counts and searches it, apart from `posts`: these rows are narrow and change with
-- an author's save alone, so that all of them are read in a few milliseconds, whatever they are filtered and sorted by.
create table post_catalog (
  post_id      uuid primary key references posts (id) on delete cascade,
  status       text not null,
  category_id  uuid,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  published_at timestamptz,
  -- title and slug in lower case, a line each; it also gives the order by title
  heading      text not null
);
create index post_catalog_created on post_catalog (created_at desc, post_id desc);
create index post_catalog_updated on post_catalog (updated_at desc, post_id desc);
create index post_catalog_published on post_catalog (published_at desc nulls last, post_id desc);
create index post_catalog_heading on post_catalog (heading, post_id);
create index post_catalog_words on post_catalog using gin (heading gin_trgm_ops) with (fastupdate = off);

create function keep_post_catalog() returns trigger language plpgsql as $$
begin
  insert into post_catalog (post_id, status, category_id, created_at, updated_at, published_at, heading)
    values (new.id, new.status, new.category_id, new.created_at, new.updated_at, new.published_at,
      lower(new.title || E'\n' || new.slug))
    on conflict (post_id) do update set status = excluded.status, category_id = excluded.category_id,
      created_at = excluded.created_at, updated_at = excluded.updated_at, published_at = excluded.published_at,
      heading = excluded.heading;
  return null;
end $$;
create trigger posts_keep_catalog after insert or update of
  title, slug, status, category_id, created_at, updated_at, published_at on posts
  for each row execute function keep_post_catalog();

insert into post_catalog (post_id, status, category_id, created_at, updated_at, published_at, heading)
  select id, status, category_id, created_at, updated_at, published_at, lower(title || E'\n' || slug) from posts;
