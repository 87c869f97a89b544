import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { PlanKind } from "../../../domain/posts/edit-rules.ts";
import { body } from "../../../http/api/admin/client.ts";
import { ApiError } from "../../../http/api/client.ts";
import { addDays } from "../../../platform/time/day.ts";
import { localDay, wallTime } from "../../../platform/time/zone.ts";
import { messageOf } from "../../account/frame/failure.ts";

const UNANSWERED = "The server could not be reached. Nothing is lost. Please try again.";

/** The hour at which posts go out unless the author says otherwise. */
const MORNING = "T09:00";

type Schedule = { kind: PlanKind; at: Date; keepDate?: boolean };

/** Schedules what the server has of a post. @returns the plan @throws ApiError when it is refused */
export const schedulePost = (id: string, { kind, at, keepDate = false }: Schedule) =>
  body(
    adminApi.posts[":id"].schedule.$put({
      param: { id },
      query: {},
      json: { kind, at: at.toISOString(), keep_published_at: keepDate },
    }),
  );

export function scheduleProblem(error: unknown): string {
  const time = error instanceof ApiError ? error.details?.find(({ field }) => field === "at") : undefined;
  return time ? "Choose a time in the future, at most five years ahead" : messageOf(error, UNANSWERED);
}

/**
 * The time that is offered for a day: in the morning, or at the next full hour where the morning is over.
 * @param day 2026-01-31, tomorrow by default; @param timezone IANA name
 * @returns what clocks of the zone show then: `2026-01-31T09:00`
 */
export function offeredTime(timezone: string, day = addDays(localDay(Date.now(), timezone), 1)): string {
  const now = wallTime(new Date(), timezone);
  if (`${day}${MORNING}` > now) return `${day}${MORNING}`;
  const hour = Number(now.slice(11, 13)) + 1;
  return hour > 23 ? `${day}T23:59` : `${day}T${String(hour).padStart(2, "0")}:00`;
}
