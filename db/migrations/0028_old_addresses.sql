-- How often an address that an article had before was followed to the one that it has.
alter table post_slugs
  add column hits        integer not null default 0 check (hits >= 0),
  add column last_hit_at timestamptz;
