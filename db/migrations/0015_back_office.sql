-- The dashboard's counts by time, and the outbox by what became of each message.

create index post_views_viewed on post_views (viewed_at);

alter table outbox add column state text not null generated always as (
  case
    when given_up_at is not null then 'given up'
    when sent_at is null then 'waiting'
    -- A mail server takes link and code along: who still has one was only printed.
    when link is not null or code is not null then 'kept'
    else 'sent'
  end) stored;
create index outbox_state on outbox (state, created_at desc, id);
