-- Menus, social links and the announcement. One row; what it doesn't name is as the product has it. `version` guards against stale saves.
create table navigation (
  id                   boolean primary key default true check (id),
  value                jsonb not null default '{}' check (jsonb_typeof(value) = 'object'),
  -- when pages have to change because the announcement ends; null without an end, and once that has happened
  announcement_ends_at timestamptz,
  version              integer not null default 1,
  updated_at           timestamptz not null default now()
);
insert into navigation default values;
create trigger navigation_announce after insert or delete or update on navigation
  for each row execute function announce_content();
