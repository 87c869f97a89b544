-- What comments are found by gets a table of its own. In `comments`, each new version of a row entered two large indexes of its words, which took
-- 30 times as long as the rest of an update, though moderation and the spam filter never change the words.
-- The next migration fills it in. `comments.words` stays until no release reads it.
create table comment_texts (
  comment_id uuid primary key references comments on delete cascade,
  words      text collate "C" not null
);

create function keep_text_of_comment() returns trigger language plpgsql as $$
begin
  insert into comment_texts (comment_id, words) values (new.id, new.words)
    on conflict (comment_id) do update set words = excluded.words;
  return null;
end $$;
create trigger comments_keep_text after insert or update of content on comments
  for each row execute function keep_text_of_comment();

-- Rejected without the mark of spam, which is half a lesson for the filter. Nothing to validate: earlier values stay allowed.
alter table comments drop constraint comments_decided_as;
alter table comments add constraint comments_decided_as check (decided_as in ('good', 'rejected', 'spam')) not valid;
alter table comments drop constraint comments_learned_as;
alter table comments add constraint comments_learned_as check (learned_as in ('good', 'rejected', 'spam')) not valid;
