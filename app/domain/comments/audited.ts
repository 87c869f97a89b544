import { oneLine } from "../mail/mail.ts";
import type { ModeratedRow } from "./moderation.sql.ts";

/** What a comment is called in the log of writes. */
export const commentLabel = ({ content }: Pick<ModeratedRow, "content">): string => oneLine(content).slice(0, 120);

/** What the log keeps of where a comment stands. */
export const auditedStanding = ({ status, is_spam, open_reports }: ModeratedRow) => ({ status, is_spam, open_reports });
