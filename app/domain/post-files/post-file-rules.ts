/** Posts that are read at a time. */
export const FILES_AT_ONCE = 100;

/** Front matter that a file has and that saving it doesn't change: the back office does. */
export const FIXED_FIELDS = [
  "id",
  "old_slugs",
  "author",
  "coauthors",
  "created_at",
  "updated_at",
  "first_published_at",
  "planned_at",
  "translation_of",
  "comments_open",
  "comments_stay_open",
  "listed",
] as const;
