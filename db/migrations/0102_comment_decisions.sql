alter table comments validate constraint comments_decided_as;

-- One step of moderation over many comments, which one undo takes back within 30 days.
create table comment_decisions (
  id           uuid primary key default gen_random_uuid(),
  -- null: the account was deleted, or the operator decided
  user_id      uuid references users on delete set null,
  action       text not null check (action in ('approve', 'pending', 'reject', 'spam', 'delete')),
  -- also updated_at or trashed_at of its comments, as long as nothing else changes them
  made_at      timestamptz not null,
  -- how many it changed; some may have been deleted since
  comments     integer not null default 0,
  -- when the undo that is in progress began
  undoing_at   timestamptz,
  undone_at    timestamptz
);
create index comment_decisions_age on comment_decisions (made_at);
create index comment_decisions_user on comment_decisions (user_id) where user_id is not null;

-- Each comment that a decision changed, with what it was before and after.
create table comment_decision_rows (
  decision_id        uuid not null references comment_decisions on delete cascade,
  comment_id         uuid not null references comments on delete cascade,
  status_before      text not null,
  is_spam_before     boolean not null,
  spam_reason_before text,
  decided_before     text,
  status_after       text not null,
  is_spam_after      boolean not null,
  primary key (decision_id, comment_id)
);
create index comment_decision_rows_comment on comment_decision_rows (comment_id);
