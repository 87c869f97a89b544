-- The order of the featured stories that an admin has chosen. One row; featured posts that it doesn't name follow, newest first. It may name
-- posts that aren't featured or public any more, which have no place then. `version` guards against stale saves.
create table featured_order (
  id         boolean primary key default true check (id),
  post_ids   uuid[] not null default '{}',
  version    integer not null default 1,
  updated_at timestamptz not null default now()
);
insert into featured_order default values;
create trigger featured_order_announce after insert or delete or update on featured_order
  for each row execute function announce_content();
