-- Logos and icons of the site, each with the sizes that were made from it. They are few and small, so they are here: every backup and
-- every instance has them.
create table brand_files (
  id         uuid not null,
  name       text not null check (length(name) between 1 and 60),
  body       bytea not null,
  created_at timestamptz not null,
  primary key (id, name)
);

-- The pictures of the library that looks show, earlier ones included: a picture in use can't be deleted.
create table looks_media (
  look_id  bigint not null references looks (id) on delete cascade,
  media_id uuid not null references media (id),
  primary key (media_id, look_id)
);
create index looks_media_look on looks_media (look_id);

create function link_look_media() returns trigger language plpgsql as $$
declare
  shown uuid := media_id(new.look ->> 'picture');
begin
  if shown is not null then
    insert into looks_media (look_id, media_id) select new.id, m.id from media m where m.id = shown for key share;
    update media set trashed_at = null, trashed_by = null where id = shown and trashed_at is not null;
  end if;
  return null;
end $$;
create trigger looks_link_media after insert on looks
  for each row execute function link_look_media();
