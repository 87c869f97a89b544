/*
 * The visible texts of the calendar that the specification doesn't give.
 */

/** The screen. */
export const CALENDAR = {
  title: "Calendar",
  lead: "Published and scheduled posts.",
  months: "Months",
  back: (month: string) => `Back to ${month}`,
  on: (month: string) => `On to ${month}`,
  today: "Today",
  nothing: "Nothing is published or scheduled in these weeks.",
  more: "Some entries of these weeks aren't shown.",
  published: "Published",
  scheduled: "Scheduled",
  update: "Update",
  edited: "Edited {time}",
  failed: "Failed",
  moreDrafts: (count: number) => `and ${count} more`,
  drafts: "Drafts without a date",
  noDrafts: "No drafts are waiting for a date.",
} as const;

/** The days of the week. */
export const DAY = {
  monday: "Monday",
  tuesday: "Tuesday",
  wednesday: "Wednesday",
  thursday: "Thursday",
  friday: "Friday",
  saturday: "Saturday",
  sunday: "Sunday",
} as const;

/** The dialog that schedules a post. */
export const PLANNING = {
  title: "Schedule a post",
  forDay: (day: string) => `Schedule a post for ${day}`,
  changeTime: (title: string) => `Change time of ${title}`,
  draft: (title: string) => `Schedule ${title}`,
  open: "Schedule...",
  post: "Post",
  at: "Publish at",
  start: "Schedule",
  busy: "Scheduling...",
  done: "Post scheduled",
  incomplete: "Choose a day and a time",
  future: "Choose a time in the future, at most five years ahead",
  unanswered: "The server could not be reached. Nothing is lost. Please try again.",
} as const;
