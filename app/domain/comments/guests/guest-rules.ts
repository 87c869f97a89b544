import type { CommentStatus } from "../comment-rules.ts";

/** Code points. */
export const GUEST_NAME_MAX = 80;

/** Comments whose address nobody has confirmed are deleted after that. */
export const UNCONFIRMED_DAYS = 3;

/** Guests who have neither comments nor followed threads are deleted so long after they last confirmed their address. */
export const IDLE_GUEST_DAYS = 30;

/** To one address in 24 hours, no matter who asks. */
export const GUEST_MAILS_PER_DAY = 3;

/** A browser that has confirmed an address is remembered. */
export const GUEST_BROWSER_DAYS = 365;

/** The link that erases everything works so long. */
export const ERASE_LINK_HOURS = 24;

/** `canEdit`: not too old. */
export type GuestComment = { id: string; content: string; status: CommentStatus; title: string; slug: string; canEdit: boolean };
