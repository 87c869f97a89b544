-- What an admin chose for an import, whose blog it is, and what it has added, so that it can be undone.

alter table imports
  drop constraint imports_kind_check,
  add constraint imports_kind_check check (kind in ('wordpress', 'ghost', 'markdown', 'medium', 'substack', 'blogger')),
  drop constraint imports_state_check,
  add constraint imports_state_check check (state in
    ('checking', 'checked', 'refused', 'importing', 'pictures', 'done', 'cancelled', 'failed', 'undoing', 'undone')),
  -- the choices for this file; those that are missing have their defaults
  add column options jsonb not null default '{}' check (jsonb_typeof(options) = 'object'),
  -- the old blog, as import_items.source has it; null until the file has been checked
  add column source text check (length(source) <= 300);

alter table import_items
  -- the import that added the item; null when it was here before, or came with an import that nobody can undo any more
  add column import_id uuid references imports (id) on delete set null;
create index import_items_import on import_items (import_id) where import_id is not null;

alter table import_pictures
  -- why the last try failed; null while it hasn't been tried
  add column reason text,
  add column tried_at timestamptz;
