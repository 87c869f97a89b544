-- Who gets the newsletter, and who asked not to. An address that has left stays, so that no import brings it back.
create table subscribers (
  id              uuid primary key default gen_random_uuid(),
  email           text not null check (length(email) between 3 and 320),
  state           text not null check (state in ('pending', 'confirmed', 'left', 'suppressed')),
  suppressed_for  text check (suppressed_for in ('hard bounce', 'soft bounces', 'complaint', 'by hand')),
  -- part of every link that is mailed to the address, and valid as long as the row exists; backups keep it, so that sent links work on
  link_key        text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  -- each post, or a digest of the week
  frequency       text not null default 'post' check (frequency in ('post', 'weekly')),
  -- otherwise those in subscriber_categories
  all_categories  boolean not null default true,
  -- null: the site's
  language        text check (language ~ '^[a-z]{2,3}(-[A-Za-z]{2,8})?$'),
  source          text not null check (source in ('form', 'account', 'import', 'admin')),
  -- the record of consent: what was agreed to, when, from which shortened address and on which page; or the owner's statement
  consent_text    text not null check (length(consent_text) <= 2000),
  consent_at      timestamptz not null,
  consent_network text,
  consent_page    text check (length(consent_page) <= 2000),
  -- when the last confirmations were mailed
  mailed_at       timestamptz[] not null default '{}',
  soft_bounces    integer not null default 0 check (soft_bounces >= 0),
  created_at      timestamptz not null default now(),
  confirmed_at    timestamptz,
  ended_at        timestamptz,
  words           text not null default '',
  check ((state = 'suppressed') = (suppressed_for is not null)),
  check (state in ('pending', 'confirmed') or ended_at is not null)
);
create unique index subscribers_email on subscribers (lower(email));
create index subscribers_newest on subscribers (created_at desc, id desc);
create index subscribers_by_state on subscribers (state, created_at desc, id desc);
create index subscribers_words on subscribers using gin (words gin_trgm_ops);

create function keep_words_of_subscriber() returns trigger language plpgsql as $$
begin
  new.words := searchable(new.email);
  return new;
end $$;
create trigger subscribers_keep_words before insert or update of email on subscribers
  for each row execute function keep_words_of_subscriber();

create table subscriber_categories (
  subscriber_id uuid not null references subscribers on delete cascade,
  category_id   uuid not null references categories on delete cascade,
  primary key (subscriber_id, category_id)
);
create index subscriber_categories_category on subscriber_categories (category_id);

-- Addresses whose owners had everything about them deleted: no import brings them back. SHA-256 of the address in lower case.
create table erased_subscribers (
  email_hash bytea primary key check (length(email_hash) = 32),
  erased_at  timestamptz not null default now()
);
