import type { Settings } from "../settings/settings.ts";

export const NOTICE_KINDS = ["comment", "user", "note", "failed_job"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** One thing that happened. `path`: where to see it on this site. */
export type Notice = { kind: NoticeKind; title: string; text: string; path: string };

export type NoticeSettings = Pick<Settings, "enableNotifications" | "adminEmail">;

/** The event of a new notification. It carries no data, because one mail contains everything that is waiting. */
export const ADMIN_NOTICED = "notifications.noticed";

/** At most one mail is sent in this time, in seconds; later notifications go into the next one. */
export const NOTICE_PAUSE_SECONDS = 600;

/** How many notifications one mail contains in full; it only counts the rest. */
export const NOTICES_PER_MAIL = 30;

export const NOTICE_TITLE_MAX = 200;
export const NOTICE_TEXT_MAX = 400;

/** How many days notifications are kept after they were mailed. */
export const NOTICE_DAYS = 30;
