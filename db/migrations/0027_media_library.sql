-- The media library: what to keep in sight when a picture is cut, and a trash from which pictures can be brought back.

alter table media
  -- from the left and from the top, as parts of the whole
  add column focus_x double precision not null default 0.5 check (focus_x between 0 and 1),
  add column focus_y double precision not null default 0.5 check (focus_y between 0 and 1),
  add column trashed_at timestamptz,
  add column trashed_by uuid references users (id) on delete set null;
create index media_trashed on media (trashed_at, id) where trashed_at is not null;
create index media_trashed_by on media (trashed_by) where trashed_by is not null;

-- The picture of the library that an address names, or null.
create function media_id(address text) returns uuid language sql immutable strict parallel safe as $$
  select substring(address from '^/media/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/')::uuid
$$;

-- As before, and what a post shows leaves the trash: nothing that is in use ever goes.
create or replace function link_post_media() returns trigger language plpgsql as $$
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
    update media set trashed_at = null, trashed_by = null where id = any (shown) and trashed_at is not null;
  end if;
  return null;
end $$;

-- Pages show pictures by their focal point; every instance refuses the addresses of what is in the trash.
create trigger media_announce after update of focus_x, focus_y, trashed_at on media
  for each statement execute function announce_content();
