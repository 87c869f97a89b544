/** How long a ban lasts. */
export const BAN_TIMES = ["day", "month", "forever"] as const;
export type BanTime = (typeof BAN_TIMES)[number];

/** Null: for good. */
export const BAN_DAYS: Record<BanTime, number | null> = { day: 1, month: 30, forever: null };

/** Characters. */
export const BAN_REASON_MAX = 500;
/** How far back a ban can hide comments. */
export const HIDE_DAYS_MAX = 3650;

export const BANS_ON_PAGE = 20;
