/** The most featured posts that can be put in order; those after them are shown newest first. */
export const FEATURED_ORDER_MAX = 50;
