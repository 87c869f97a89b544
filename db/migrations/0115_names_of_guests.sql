-- The back office finds a comment by the name of its guest, too.
create or replace function keep_words_of_comment() returns trigger language plpgsql as $$
begin
  new.words := searchable(new.content || coalesce(E'\n' || new.guest_name, ''));
  return new;
end $$;
drop trigger comments_keep_words on comments;
create trigger comments_keep_words before insert or update of content, guest_name on comments
  for each row execute function keep_words_of_comment();
drop trigger comments_keep_text on comments;
create trigger comments_keep_text after insert or update of content, guest_name on comments
  for each row execute function keep_text_of_comment();
-- Both triggers fire. safe: only comments of guests and of earlier blogs have a name
update comments set guest_name = guest_name where guest_name is not null;
