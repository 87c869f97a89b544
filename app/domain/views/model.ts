/** An article opened again by the same browser session within this time is the same view. */
export const VIEW_WINDOW_MS = 30 * 60 * 1000;
