import type { Db } from "../../platform/database/db.ts";
import { countUnsent } from "./mail.sql.ts";

/** Mails that didn't leave: waiting ones, given-up ones, and the age of the oldest waiting one in seconds (0 without any). */
export type UnsentMails = { waiting: number; givenUp: number; oldestSeconds: number };

/** Counts the outbox's mails that wait or were given up. */
export const countUnsentMails = (db: Db): Promise<UnsentMails> => countUnsent(db);
