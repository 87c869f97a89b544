-- How the site looks. The newest row is in force; those before it are its history. Without rows the site has the shipped look.
create table looks (
  id       bigint generated always as identity primary key,
  look     jsonb not null,
  saved_at timestamptz not null,
  saved_by uuid references users (id) on delete set null
);

create trigger looks_announce after insert or delete on looks
  for each statement execute function announce_content();
