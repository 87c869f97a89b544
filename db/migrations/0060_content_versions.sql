-- A notification can get lost: on a cut connection, or behind a pooler that passes none on. So each transaction that changes what public
-- pages show also raises a counter, which every process compares with the state that it has applied.
--
-- The counter is the sum of several rows, of which each transaction raises one that nobody else is raising: savers never wait for each
-- other here. A transaction raises it once, however many rows it changes.
create table content_versions (
  slot    smallint primary key,
  version bigint not null default 0
) with (fillfactor = 50);
insert into content_versions (slot) select generate_series(1, 64);

create function raise_content_version() returns void language plpgsql as $$
declare
  this_transaction constant text := pg_current_xact_id()::text;
begin
  if current_setting('skylark.content_raised', true) is not distinct from this_transaction then
    return;
  end if;
  update content_versions set version = version + 1
    where slot = (select slot from content_versions order by slot limit 1 for update skip locked);
  if not found then
    -- More savers at a time than rows: wait for one of them.
    update content_versions set version = version + 1 where slot = 1 + pg_backend_pid() % 64;
  end if;
  perform set_config('skylark.content_raised', this_transaction, true);
end $$;

create function tell_content_changed(about text) returns void language plpgsql as $$
begin
  perform pg_notify('content_changed', about);
  perform raise_content_version();
end $$;

create or replace function announce_content() returns trigger language plpgsql as $$
begin
  perform tell_content_changed(tg_table_name);
  return null;
end $$;

create or replace function announce_author() returns trigger language plpgsql as $$
begin
  if exists (select from posts where author_id = new.id)
    or exists (select from comments where author_id = new.id and status = 'approved') then
    perform tell_content_changed(tg_table_name);
  end if;
  return null;
end $$;

create or replace function announce_comments() returns trigger language plpgsql as $$
declare
  visible boolean;
begin
  if tg_op = 'INSERT' then
    select exists (select from added c join posts p on p.id = c.post_id
      where c.status = 'approved' and p.status = 'published') into visible;
  elsif tg_op = 'DELETE' then
    select exists (select from removed c join posts p on p.id = c.post_id
      where c.status = 'approved' and p.status = 'published') into visible;
  else
    select exists (select from removed o join added n using (id) join posts p on p.id = n.post_id
      where p.status = 'published' and (o.status = 'approved' or n.status = 'approved')
        and (o.status, o.content, o.author_id, o.parent_id, o.edited_at)
          is distinct from (n.status, n.content, n.author_id, n.parent_id, n.edited_at)) into visible;
  end if;
  if visible then
    perform tell_content_changed(tg_table_name);
  end if;
  return null;
end $$;
