-- Tags also know how many posts carry them in all, drafts and archived ones included.

alter table tags add column linked_count integer not null default 0 check (linked_count >= 0);
update tags t set linked_count = c.n from (select tag_id, count(*) as n from posts_tags group by tag_id) c where c.tag_id = t.id;

-- As before, and all links beside the dated ones.
create or replace function count_post_tags() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in execute
    'select tag_id, sum(n)::integer as n, sum(dated)::integer as dated from ('
    || concat_ws(' union all ',
      case when tg_op <> 'DELETE' then 'select tag_id, 1 as n, (published_at is not null)::integer as dated from added' end,
      case when tg_op <> 'INSERT' then 'select tag_id, -1 as n, -(published_at is not null)::integer as dated from removed' end)
    || ') c group by tag_id having sum(n) <> 0 or sum(dated) <> 0 order by tag_id'
  loop
    update tags set published_count = published_count + change.dated, linked_count = linked_count + change.n
    where id = change.tag_id;
  end loop;
  return null;
end $$;

-- Tags are listed by name whatever the case, and searched by parts of it.
create index tags_name on tags (lower(name), slug);
