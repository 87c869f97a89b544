-- Each transaction takes a counter that no other one has. `for update skip locked` doesn't always skip: it waits for a row whose last change
-- was committed while it looked and that is being changed again. Two savers that had locks the other one needed then waited forever.
create or replace function raise_content_version() returns void language plpgsql as $$
declare
  this_transaction constant text := pg_current_xact_id()::text;
  -- of advisory locks, which all who raise a counter take first
  counters         constant integer := hashtext('content_versions');
  free             smallint;
begin
  if current_setting('skylark.content_raised', true) is not distinct from this_transaction then
    return;
  end if;
  select n into free from generate_series(1, 64) n where pg_try_advisory_xact_lock(counters, n) limit 1;
  if free is null then
    -- More savers at a time than counters: wait for one of them.
    free := 1 + pg_backend_pid() % 64;
    perform pg_advisory_xact_lock(counters, free);
  end if;
  update content_versions set version = version + 1 where slot = free;
  perform set_config('skylark.content_raised', this_transaction, true);
end $$;
