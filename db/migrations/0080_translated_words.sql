-- Readers' texts that the owner has changed or translated; `key` names the text or its plural form, such as `listing.articles.few`.
create table translated_words (
  language   text not null check (length(language) between 2 and 20),
  key        text not null check (length(key) between 1 and 200),
  text       text not null check (length(text) between 1 and 500),
  updated_at timestamptz not null,
  primary key (language, key)
);
create trigger translated_words_announce after insert or update or delete on translated_words
  for each statement execute function announce_content();
