-- Writing that is kept but not saved yet: changes of a post that readers see, and new posts that were never saved.
create table post_edits (
  id           uuid primary key default gen_random_uuid(),
  -- whose changes these are; null: a new post, its author's own
  post_id      uuid unique references posts (id) on delete cascade,
  author_id    uuid references users (id) on delete cascade,
  -- the form as it was typed, finished or not
  writing      jsonb not null check (jsonb_typeof(writing) = 'object'),
  -- the post when the changes were begun, so that they can be told from what others change meanwhile
  base         jsonb check (jsonb_typeof(base) = 'object'),
  base_version integer,
  -- grows with every keeping, so that one from an older state is noticed
  version      integer not null default 1,
  -- who typed last
  editor_id    uuid references users (id) on delete set null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  constraint post_edits_of_something check (
    case when post_id is null then author_id is not null and base is null and base_version is null
    else author_id is null and base is not null and base_version is not null end)
);
create index post_edits_own on post_edits (author_id, updated_at desc, id) where post_id is null;
create index post_edits_editor on post_edits (editor_id);

-- Pictures that such writing shows, so that none of them is taken for unused.
create table edits_media (
  edit_id  uuid not null references post_edits (id) on delete cascade,
  media_id uuid not null references media (id),
  primary key (media_id, edit_id)
);
create index edits_media_edit on edits_media (edit_id);

create function link_edit_media() returns trigger language plpgsql as $$
declare
  shown uuid[] := array(
    select distinct address[1]::uuid from regexp_matches(
      (new.writing ->> 'content') || ' ' || coalesce(new.writing ->> 'featured_image', ''),
      '/media/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/', 'g') address);
begin
  if tg_op = 'UPDATE' then
    delete from edits_media where edit_id = new.id and media_id <> all (shown);
  end if;
  if cardinality(shown) > 0 then
    insert into edits_media (edit_id, media_id)
      select new.id, m.id from media m where m.id = any (shown) order by m.id for key share
      on conflict do nothing;
    update media set trashed_at = null, trashed_by = null where id = any (shown) and trashed_at is not null;
  end if;
  return null;
end $$;
create trigger post_edits_link_media after insert or update of writing on post_edits
  for each row execute function link_edit_media();
