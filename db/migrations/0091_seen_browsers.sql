-- From where each account has signed in, without whole IP addresses, so that a sign-in from elsewhere can be mailed to its owner.
create table seen_browsers (
  user_id      uuid not null references users on delete cascade,
  -- family and operating system
  browser      text not null check (length(browser) <= 100),
  -- empty if it isn't known
  network      text not null check (length(network) <= 50),
  last_seen_at timestamptz not null,
  primary key (user_id, browser, network)
);
create index seen_browsers_last on seen_browsers (last_seen_at);

-- `browsers_recorded`: false before the first sign-in that was recorded, when nobody can tell which browser is a new one.
alter table users
  add column sign_in_notices   boolean not null default true,
  add column browsers_recorded boolean not null default false;
