import type { Settings } from "../settings/settings.ts";

/** What admins are told of. */
export const NOTICE_KINDS = ["comment", "user", "note", "failed_job"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** One thing that happened. `path`: where to look at it, on this site. */
export type Notice = { kind: NoticeKind; title: string; text: string; path: string };

/** Whether admins are told at all, and where. */
export type NoticeSettings = Pick<Settings, "enableNotifications" | "adminEmail">;

/** The event of something to tell; it carries no data, because a mail tells everything that waits. */
export const ADMIN_NOTICED = "notifications.noticed";

/** There is at most one mail in so many seconds; what happens meanwhile goes into the next one. */
export const NOTICE_PAUSE_SECONDS = 600;

/** How much one mail tells in full; of the rest it says how many there are. */
export const NOTICES_PER_MAIL = 30;

/** Characters of a notice's title and text. */
export const NOTICE_TITLE_MAX = 200;
export const NOTICE_TEXT_MAX = 400;

/** How long notices are kept once they were mailed. */
export const NOTICE_DAYS = 30;
