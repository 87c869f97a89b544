-- A category's page can have a heading, a text and a picture of its own. Empty: it shows name, description and drawing.
alter table categories add column heading text not null default '';
alter table categories add column intro text not null default '';
alter table categories add column picture text;
alter table categories add column picture_alt text not null default '';
alter table trashed_categories add column heading text not null default '';
alter table trashed_categories add column intro text not null default '';
alter table trashed_categories add column picture text;
alter table trashed_categories add column picture_alt text not null default '';

drop trigger categories_announce on categories;
create trigger categories_announce
  after insert or delete or update of name, slug, description, color, heading, intro, picture, picture_alt on categories
  for each statement execute function announce_content();

-- The pictures of the library that categories show: a picture in use can't be deleted.
create table categories_media (
  category_id uuid not null references categories (id) on delete cascade,
  media_id    uuid not null references media (id),
  primary key (media_id, category_id)
);
create index categories_media_category on categories_media (category_id);

create function link_category_media() returns trigger language plpgsql as $$
declare
  shown uuid := media_id(new.picture);
begin
  delete from categories_media where category_id = new.id and media_id is distinct from shown;
  if shown is not null then
    insert into categories_media (category_id, media_id) select new.id, m.id from media m where m.id = shown for key share
      on conflict do nothing;
    update media set trashed_at = null, trashed_by = null where id = shown and trashed_at is not null;
  end if;
  return null;
end $$;
create trigger categories_link_media after insert or update of picture on categories
  for each row execute function link_category_media();
