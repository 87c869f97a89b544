-- Pictures that were uploaded, and which articles show them. Their files stand beside the database, under the id.

create table media (
  id         uuid primary key default gen_random_uuid(),
  -- what the file was called where it came from
  name       text not null check (length(name) between 1 and 255),
  alt        text not null default '' check (length(alt) <= 300),
  -- the whole picture as it is kept: upright, without the camera's notes, at most 2560 px a side
  format     text not null check (format in ('jpg', 'png', 'webp')),
  width      integer not null check (width between 1 and 2560),
  height     integer not null check (height between 1 and 2560),
  bytes      integer not null check (bytes > 0),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- what is searched: name and description in lower case, a line each, compared byte by byte
  words      text collate "C" not null generated always as (lower(name || E'\n' || alt)) stored
);
create index media_newest on media (created_at desc, id desc);
create index media_created_by on media (created_by);
create index media_name on media (lower(name), id);
create index media_bytes on media (bytes, id);
create index media_words on media using gin (words gin_trgm_ops) with (fastupdate = off);

-- Which articles show a picture, kept by the trigger below: a picture in use can't be deleted by any path.
create table posts_media (
  post_id  uuid not null references posts (id) on delete cascade,
  media_id uuid not null references media (id),
  primary key (media_id, post_id)
);
create index posts_media_post on posts_media (post_id);

-- The lock makes a deletion under way end first: what is gone then isn't linked.
create function link_post_media() returns trigger language plpgsql as $$
declare
  shown uuid[] := array(
    select distinct address[1]::uuid from regexp_matches(
      new.content || ' ' || coalesce(new.featured_image, ''),
      '/media/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/', 'g') address);
begin
  if tg_op = 'UPDATE' then
    delete from posts_media where post_id = new.id and media_id <> all (shown);
  end if;
  if cardinality(shown) > 0 then
    insert into posts_media (post_id, media_id)
      select new.id, m.id from media m where m.id = any (shown) order by m.id for key share
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger posts_link_media after insert or update of content, featured_image on posts
  for each row execute function link_post_media();
