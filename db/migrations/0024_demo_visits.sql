-- Which of what was counted came with the demo content, so that exactly that can be taken away.
alter table analytics_searches add column demo integer not null default 0 check (demo between 0 and searches);
alter table analytics_missing add column demo integer not null default 0 check (demo between 0 and hits);
create index analytics_records_demo on analytics_records (visit) where is_demo;
