-- Hearts on comments, by browser session as those on articles.
create table comment_likes (
  comment_id uuid not null references comments (id) on delete cascade,
  session_id text not null check (session_id ~ '^[0-9a-f]{32}$'),
  is_liked   boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (comment_id, session_id)
);
alter table comments add column likes_count integer not null default 0;

-- The counter equals the rows with is_liked. It makes no page stale: browsers ask for the numbers.
create function count_comment_like() returns trigger language plpgsql as $$
declare
  before integer := case when tg_op = 'INSERT' then 0 else old.is_liked::integer end;
  after  integer := case when tg_op = 'DELETE' then 0 else new.is_liked::integer end;
begin
  if after <> before then
    update comments set likes_count = likes_count + after - before
    where id = case when tg_op = 'DELETE' then old.comment_id else new.comment_id end;
  end if;
  return null;
end $$;
create trigger comment_likes_count after insert or delete or update of is_liked on comment_likes
  for each row execute function count_comment_like();
