-- The pages of deactivated authors are away until they are active again. Their articles stay.
create function has_author_page(who uuid) returns boolean language sql stable as $$
  select exists (select from author_profiles a join users u on u.id = a.user_id where a.user_id = who and a.has_page and u.is_active)
$$;

create or replace trigger users_announce after update of full_name, bio, is_active on users
  for each row when (
    old.full_name is distinct from new.full_name or old.bio is distinct from new.bio or old.is_active is distinct from new.is_active
  )
  execute function announce_author();

-- As before, and a new slug waits for changes of others, which look for free ones, too.
create or replace function create_author_profile(who uuid, wanted text default null) returns void language plpgsql as $$
declare
  name      text := (select full_name from users where id = who);
  stem      text := left(btrim(regexp_replace(fold_text(coalesce(wanted, name, '')), '[^a-z0-9]+', '-', 'g'), '-'), 90);
  candidate text;
  n         integer := 1;
begin
  if coalesce(wanted, name, '') = '' or exists (select from author_profiles where user_id = who) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('author slugs'));
  stem := coalesce(nullif(btrim(stem, '-'), ''), 'author');
  while not exists (select from author_profiles where user_id = who) loop
    candidate := stem || case when n > 1 then '-' || n else '' end;
    if not exists (select from author_slugs where slug = candidate) then
      insert into author_profiles (user_id, slug) values (who, candidate) on conflict do nothing;
    end if;
    n := n + 1;
  end loop;
end $$;

-- As before, and further authors stand in bylines, too.
create or replace function announce_author() returns trigger language plpgsql as $$
begin
  if exists (select from posts where author_id = new.id)
    or exists (select from post_coauthors where user_id = new.id)
    or exists (select from comments where author_id = new.id and status = 'approved') then
    perform tell_content_changed(tg_table_name);
  end if;
  return null;
end $$;
