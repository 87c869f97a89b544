-- Each sign-up for an address that isn't confirmed yet keeps its password and name with its own token, so that a mail confirms
-- the sign-up that it was sent for. Links of other kinds go on replacing the one before.
alter table one_time_tokens
  drop constraint one_time_tokens_user_id_kind_key,
  drop constraint one_time_tokens_kind_check,
  add constraint one_time_tokens_kind_check
    check (kind in ('signup', 'recovery', 'magiclink', 'invite', 'email_change', 'reauthentication')),
  -- PHC string, as in user_passwords; null: the link confirms the address and sets no password
  add column password_hash text check (password_hash like '$argon2id$%'),
  add column full_name text,
  add column user_metadata jsonb check (jsonb_typeof(user_metadata) = 'object'),
  add constraint one_time_tokens_sign_up
    check (kind = 'signup' or (password_hash is null and full_name is null and user_metadata is null));
create unique index one_time_tokens_newest on one_time_tokens (user_id, kind) where kind <> 'signup';
create index one_time_tokens_user on one_time_tokens (user_id);

-- Mails on their way belong to the one sign-up that there was room for.
update one_time_tokens t set password_hash = p.hash, full_name = u.full_name, user_metadata = u.user_metadata
from users u join user_passwords p on p.user_id = u.id
where u.id = t.user_id and t.kind = 'signup' and t.used_at is null;
