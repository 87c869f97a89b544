-- Words of the owner's lists: `spam_word` marks as spam, `held_word` only holds. Nothing to validate: all earlier reasons stay allowed.
alter table comments drop constraint comments_spam_reason_check;
alter table comments add constraint comments_spam_reason_check check (
  spam_reason in ('too_many_links', 'hidden_field', 'too_fast', 'marked_by_admin', 'spam_word', 'held_word')) not valid;
