import type { Settings } from "../settings/settings.ts";

export const NOTICE_KINDS = ["comment", "user", "note", "failed_job"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** `path`: where to see it on this site. `waitingComment`: the id of the comment that waits for approval, if it is about one. */
export type Notice = { kind: NoticeKind; title: string; text: string; path: string; waitingComment?: string };

export type NoticeSettings = Pick<Settings, "enableNotifications" | "adminEmail">;

/** Carries no data, because one mail contains everything that is waiting. */
export const ADMIN_NOTICED = "notifications.noticed";

/** Later notifications go into the next mail. */
export const NOTICE_PAUSE_SECONDS = 600;

/** While a comment of the last mail waits for approval, further ones that wait go into one mail after this time. */
export const QUEUE_PAUSE_SECONDS = 86_400;

/** The mail only counts the rest. */
export const NOTICES_PER_MAIL = 30;

export const NOTICE_TITLE_MAX = 200;
export const NOTICE_TEXT_MAX = 400;

/** After they were mailed. */
export const NOTICE_DAYS = 30;
