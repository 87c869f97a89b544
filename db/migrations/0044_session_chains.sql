-- The next refresh token of a session follows from the one before and this secret: whoever presents one token twice within the grace time gets
-- the same next token, and nothing that could be presented is stored. 244 random bits.
alter table auth_sessions add column refresh_secret bytea not null
  default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

-- How the session began, in the words of GoTrue's `amr` claim.
alter table auth_sessions add column method text not null default 'password' check (length(method) between 1 and 40);
