-- A webhook that is deleted meanwhile is passed over; without the lock, its foreign key would refuse the change that is told.
create or replace function note_webhook_event(event text, subject uuid, in_chain text, known jsonb) returns void language sql as $$
  insert into webhook_deliveries (webhook_id, type, subject_id, chain, facts)
  select w.id, event, subject, in_chain, known from webhooks w
  where w.is_active and event = any (w.events) and current_setting('application_name') <> 'skylark import'
    -- Several changes of one transaction are one event.
    and not (event = 'post.updated' and exists (
      select from webhook_deliveries d
      where d.webhook_id = w.id and d.chain = in_chain and d.subject_id = subject and d.created_at = now() and d.state in ('waiting', 'claimed')))
  order by w.id
  for key share of w;
$$;

-- Without an index of the ids in bodies, each person that is deleted would have all bodies searched.
create function uuids_in(body text) returns uuid[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct found[1]::uuid), '{}')
  from regexp_matches(body, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') found;
$$;
-- safe: the table came with this release and is empty
alter table webhook_deliveries add column mentions uuid[] not null generated always as (uuids_in(body)) stored;
-- safe: the table came with this release, too
create index webhook_deliveries_mentions on webhook_deliveries using gin (mentions);

create or replace function forget_in_webhooks() returns trigger language plpgsql as $$
begin
  update webhook_deliveries set body = null where mentions @> array[old.id];
  return null;
end $$;
