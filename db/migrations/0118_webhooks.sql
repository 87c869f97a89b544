-- Addresses that are told what happens on the site.
create table webhooks (
  id                 uuid primary key default gen_random_uuid(),
  name               text not null check (length(name) between 1 and 100),
  url                text not null check (url like 'https://%' and length(url) <= 2000),
  -- of the url; deliveries to one host share a limit
  host               text not null,
  events             text[] not null check (cardinality(events) > 0),
  includes_addresses boolean not null default false,
  -- `whsec_` and Base64; the one before signs, too, until its end
  secret             text not null,
  previous_secret    text,
  previous_until     timestamptz,
  is_active          boolean not null default true,
  -- null while it is on, and if an admin has switched it off
  off_reason         text check (off_reason in ('gone', 'failing')),
  -- in a row, and since when
  failures           integer not null default 0 check (failures >= 0),
  failing_since      timestamptz,
  created_at         timestamptz not null default now(),
  check ((previous_secret is null) = (previous_until is null)),
  check (not is_active or off_reason is null)
);

-- One event for one webhook. Triggers write it in the transaction that causes the event.
create table webhook_deliveries (
  -- the webhook-id
  id          uuid primary key default gen_random_uuid(),
  position    bigint generated always as identity,
  webhook_id  uuid not null references webhooks on delete cascade,
  type        text not null,
  subject_id  uuid,
  -- deliveries of one chain go out one after the other
  chain       text not null,
  -- what is sent when the subject is gone before the body is written
  facts       jsonb not null,
  body        text,
  state       text not null default 'waiting' check (state in ('waiting', 'claimed', 'delivered', 'given up')),
  attempts    integer not null default 0,
  next_at     timestamptz not null default now(),
  claim       uuid,
  lease_until timestamptz,
  -- of the last attempt
  tried_at    timestamptz,
  status      integer,
  answer      text,
  failure     text,
  took_ms     integer,
  created_at  timestamptz not null default now(),
  check ((state = 'claimed') = (claim is not null and lease_until is not null))
);
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, position desc);
create index webhook_deliveries_open on webhook_deliveries (webhook_id, chain, position) where state in ('waiting', 'claimed');
create index webhook_deliveries_created on webhook_deliveries (created_at);

-- Imports are no news; their process has this name.
create function note_webhook_event(event text, subject uuid, in_chain text, known jsonb) returns void language sql as $$
  insert into webhook_deliveries (webhook_id, type, subject_id, chain, facts)
  select w.id, event, subject, in_chain, known from webhooks w
  where w.is_active and event = any (w.events) and current_setting('application_name') <> 'skylark import'
    -- Several changes of one transaction are one event.
    and not (event = 'post.updated' and exists (
      select from webhook_deliveries d
      where d.webhook_id = w.id and d.chain = in_chain and d.subject_id = subject and d.created_at = now() and d.state in ('waiting', 'claimed')))
  order by w.id;
$$;

create function note_post_event() returns trigger language plpgsql as $$
declare
  post posts;
  was_public constant boolean := tg_op <> 'INSERT' and old.status = 'published';
  is_public constant boolean := tg_op <> 'DELETE' and new.status = 'published';
begin
  post := case when tg_op = 'DELETE' then old else new end;
  perform note_webhook_event(
    case when not was_public then 'post.published' when is_public then 'post.updated' else 'post.unpublished' end,
    post.id, 'post:' || post.id,
    jsonb_build_object('id', post.id, 'kind', post.kind, 'title', post.title, 'slug', coalesce(post.trashed_slug, post.slug)));
  return null;
end $$;
create trigger posts_note_added after insert on posts
  for each row when (new.status = 'published') execute function note_post_event();
create trigger posts_note_changed after update on posts for each row
  when (old.status <> new.status and 'published' in (old.status, new.status) or old.version <> new.version and old.status = 'published' and new.status = 'published')
  execute function note_post_event();
create trigger posts_note_removed after delete on posts
  for each row when (old.status = 'published') execute function note_post_event();

-- A comment that returns from the trash was approved before.
create function note_comment_event() returns trigger language plpgsql as $$
declare
  known constant jsonb := jsonb_build_object('id', new.id, 'post_id', new.post_id);
begin
  if tg_op = 'INSERT' then
    perform note_webhook_event('comment.created', new.id, 'post:' || new.post_id, known);
  end if;
  if new.status = 'approved' then
    perform note_webhook_event('comment.approved', new.id, 'post:' || new.post_id, known);
  end if;
  return null;
end $$;
create trigger comments_note_added after insert on comments
  for each row when (new.status <> 'trashed') execute function note_comment_event();
create trigger comments_note_approved after update of status on comments
  for each row when (new.status = 'approved' and old.status not in ('approved', 'trashed')) execute function note_comment_event();

create function note_user_event() returns trigger language plpgsql as $$
begin
  perform note_webhook_event('user.created', new.id, 'user:' || new.id, jsonb_build_object('id', new.id, 'role', new.role));
  return null;
end $$;
create trigger users_note_added after insert on users for each row execute function note_user_event();

create function note_subscriber_event() returns trigger language plpgsql as $$
declare
  confirmed constant boolean := tg_op <> 'DELETE' and new.state = 'confirmed';
  subject constant uuid := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  perform note_webhook_event(case when confirmed then 'subscriber.confirmed' else 'subscriber.left' end, subject,
    'subscriber:' || subject, jsonb_build_object('id', subject));
  return null;
end $$;
create trigger subscribers_note_added after insert on subscribers
  for each row when (new.state = 'confirmed' and new.source <> 'import') execute function note_subscriber_event();
create trigger subscribers_note_changed after update of state on subscribers
  for each row when (old.state <> new.state and 'confirmed' in (old.state, new.state)) execute function note_subscriber_event();
create trigger subscribers_note_removed after delete on subscribers
  for each row when (old.state = 'confirmed') execute function note_subscriber_event();

create function note_issue_event() returns trigger language plpgsql as $$
begin
  perform note_webhook_event('newsletter.sent', new.id, 'issue:' || new.id, jsonb_build_object('id', new.id, 'subject', new.subject));
  return null;
end $$;
create trigger newsletter_issues_note_sent after update of state on newsletter_issues
  for each row when (new.state = 'sent' and old.state <> 'sent') execute function note_issue_event();

-- Bodies that mention who is gone are forgotten. What waits is written again, without them.
create function forget_in_webhooks() returns trigger language plpgsql as $$
begin
  update webhook_deliveries set body = null where position(old.id::text in body) > 0;
  return null;
end $$;
create trigger users_forget_in_webhooks after delete on users for each row execute function forget_in_webhooks();
create trigger subscribers_forget_in_webhooks after delete on subscribers
  for each row when (old.confirmed_at is not null) execute function forget_in_webhooks();
create trigger guests_forget_in_webhooks after delete on guests for each row execute function forget_in_webhooks();
