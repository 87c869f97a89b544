-- What the filter of comments has learned: how often each feature was in good ones and in spam. Each lesson has the weight of its time, so that
-- old ones count less without being written again. The feature '*' has the weights of all lessons, '#' their number.
create table comment_filter_words (
  feature text collate "C" primary key,
  good    double precision not null default 0 check (good >= 0),
  spam    double precision not null default 0 check (spam >= 0)
);

-- One row: since when the filter has learned, and how far it is in looking at comments again.
create table comment_filter (
  is_only    boolean primary key default true check (is_only),
  reset_at   timestamptz,
  view       text check (view in ('pending', 'spam')),
  total      integer not null default 0,
  done       integer not null default 0,
  started_at timestamptz,
  -- of the last progress
  moved_at   timestamptz,
  ended_at   timestamptz
);
insert into comment_filter default values;

alter table comments
  -- what the filter's counts contain of it, and since when
  add column learned_as   text,
  add column learned_at   timestamptz,
  -- features that its text doesn't tell, as they were when it was written
  add column signals      text[],
  -- what others have in common with it: hosts of links, and its words without case, accents and look-alikes (a hash)
  add column hosts        text[],
  add column text_key     text,
  -- how much it is like spam, from 0 to 1, and by what
  add column spam_score   real,
  add column held_because jsonb;
alter table comments add constraint comments_learned_as check (learned_as in ('good', 'spam')) not valid;
