/** Articles and comments whose likes one request can ask for. */
export const LIKE_STATS_MAX = 100;
