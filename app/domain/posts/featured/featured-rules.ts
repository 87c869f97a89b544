/** Further featured posts are shown newest first. */
export const FEATURED_ORDER_MAX = 50;
