-- First steps that an admin doesn't want to be reminded of any more.
create table dismissed_steps (
  step         text primary key check (step in ('name', 'description', 'demo', 'email', 'backups', 'article')),
  dismissed_at timestamptz not null
);
