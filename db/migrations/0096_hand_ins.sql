-- Drafts of contributors that wait for an editor, who publishes them or sends them back.
create table hand_ins (
  post_id      uuid primary key references posts on delete cascade,
  user_id      uuid not null references users on delete cascade,
  note         text not null check (length(note) <= 2000),
  -- the post's when it was handed in: an editor has changed it since if it has another
  version      integer not null,
  handed_in_at timestamptz not null
);
create index hand_ins_user on hand_ins (user_id);

create function end_hand_in() returns trigger language plpgsql as $$
begin
  delete from hand_ins where post_id = new.id;
  return null;
end $$;
create trigger posts_end_hand_in after update of status on posts
  for each row when (old.status is distinct from new.status and new.status in ('published', 'archived')) execute function end_hand_in();

-- Whether a user who can publish gets an email when a post is handed in.
alter table users add column hand_in_notices boolean not null default true;

-- Null for readers with a preview link.
-- safe: people write notes by hand, so there are few
alter table post_preview_notes add column author_id uuid references users on delete set null;
-- safe: there are few notes
create index post_preview_notes_author on post_preview_notes (author_id) where author_id is not null;
