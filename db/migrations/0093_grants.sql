-- What users may do in the back office without being admins, who may do everything.
create table grants (
  user_id  uuid not null references users on delete cascade,
  "grant"  text not null check ("grant" in ('contributor', 'author', 'editor', 'moderator')),
  given_by uuid references users on delete set null,
  given_at timestamptz not null,
  primary key (user_id, "grant")
);
create index grants_given_by on grants (given_by);
