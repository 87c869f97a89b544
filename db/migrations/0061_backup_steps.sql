-- What is done with a backup at the moment; `done` and `total` count its tables or files.
alter table backups add column step text check (step in ('tables', 'files', 'check', 'load', 'compare'));
