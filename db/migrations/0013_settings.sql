-- What the owner writes on the site's own pages, and which content came with the product.

-- Texts by their place (hero.title, about.values.0.name), only those that differ from the shipped ones.
alter table settings add column content jsonb not null default '{}' check (jsonb_typeof(content) = 'object');

-- The demo content comes once: one row when it has, also after it was taken away again.
create table demo_content (
  id         boolean primary key default true check (id),
  added_at   timestamptz not null default now(),
  removed_at timestamptz
);
insert into demo_content (added_at) select min(created_at) from posts where is_demo having count(*) > 0;

alter table tags add column is_demo boolean not null default false;
update tags t set is_demo = true
where exists (select from posts_tags l join posts p on p.id = l.post_id where l.tag_id = t.id and p.is_demo)
  and not exists (select from posts_tags l join posts p on p.id = l.post_id where l.tag_id = t.id and not p.is_demo);

create index posts_demo on posts (id) where is_demo;
create index users_demo on users (id) where is_demo;

-- The log of the back office by who and by what was done, and by words of what it was called. Filters are combined: the
-- columns that come along spare the look at each row.
create index audit_log_who on audit_log (actor_email, at desc, id desc) include (entity, action);
create index audit_log_action on audit_log (action, at desc, id desc) include (entity);
create index audit_log_label on audit_log using gin (label gin_trgm_ops);
