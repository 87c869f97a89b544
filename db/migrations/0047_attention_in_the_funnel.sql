-- Half and all of an article are read by who took the time: days whose records are still there are counted again. Rollups of no
-- timezone are taken for another one's, and worked out anew.
update analytics_options set rolled_timezone = null;

-- How much time it takes depends on the article, so that days also change when an address is no article's any more.
drop trigger analytics_paths_moved on analytics_paths;
create trigger analytics_paths_moved after update of post_id on analytics_paths
  for each row when (new.post_id is distinct from old.post_id) execute function mark_moved_path();
