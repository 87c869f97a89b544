-- How a person proves to be who they are; apart from users, so that no reading of users ever carries it along.
create table user_passwords (
  user_id    uuid primary key references users (id) on delete cascade,
  -- PHC string: $argon2id$v=19$m=…,t=…,p=…$salt$hash
  hash       text not null check (hash like '$argon2id$%'),
  updated_at timestamptz not null default now()
);
