-- Pictures that an import couldn't bring stay known, with their reason, also without their import: a later one of the same blog, or the
-- same one, fetches them again. So they belong to the old blog, as imported items do.

alter table import_pictures add column source text;

update import_pictures p set source = coalesce(
  (select i.source from import_items i where i.entity_id = p.post_id order by i.key limit 1),
  (select i.source from imports i where i.id = p.import_id),
  '');

-- A picture of a post waits once: with the newest import.
delete from import_pictures p using imports i, import_pictures later, imports j
  where i.id = p.import_id and j.id = later.import_id
    and later.post_id = p.post_id and later.written = p.written and (j.created_at, j.id) > (i.created_at, i.id);

drop index import_pictures_post;
alter table import_pictures
  alter column source set not null,
  add check (length(source) <= 300),
  drop constraint import_pictures_pkey,
  add primary key (post_id, written),
  -- null once the import is deleted
  alter column import_id drop not null,
  drop constraint import_pictures_import_id_fkey,
  add foreign key (import_id) references imports (id) on delete set null;
create index import_pictures_import on import_pictures (import_id, post_id);
create index import_pictures_source on import_pictures (source);
