/*
 * The messages about saving and scheduling. Those that the specification gives are where they are used.
 */

/** Messages about saving and scheduling. */
export const SESSION = {
  scheduleUnanswered: "The server could not be reached. Nothing is lost. Please try again.",
  notScheduled: "Your latest changes could not be saved on the server, so nothing was scheduled. Please try again.",
  publishedAsPlanned: "Published as planned",
  chooseTime: "Choose a day and a time",
  postScheduled: "Post scheduled",
  updateScheduled: "Update scheduled",
  scheduleCanceled: "Schedule canceled",
  cancelFailed: (reason: string) => `Failed to cancel the schedule: ${reason}`,
  unanswered: "The server could not be reached. Nothing is lost.",
  saveFailed: (verb: string, reason: string) => `Failed to ${verb} post: ${reason}`,
  updated: "Post updated",
  discarded: "Changes discarded",
  unreachable: "The server could not be reached.",
  discardFailed: (reason: string) => `Failed to discard the changes: ${reason}`,
} as const;
