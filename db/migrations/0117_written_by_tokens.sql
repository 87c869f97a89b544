-- What a program wrote is marked by the name of its token, which stays when the token is gone. null: a person wrote it.
alter table post_revisions add column token_name text;
alter table post_edits add column token_name text;

-- Posts that any token has written, for the filter of the list.
create table posts_by_tokens (
  post_id uuid primary key references posts (id) on delete cascade
);

-- Whether its owner gets an email when it publishes, and when the last one was written.
alter table api_tokens
  add column mails_publishing boolean not null default true,
  add column mailed_at timestamptz;
