/*
 * The visible texts of the charts, so that they can be read in one go.
 */

/** A chart and its table. */
export const CHART = {
  published: "Published",
  edited: "Edited",
  mailed: "Mailed",
  hideTable: "Hide table",
  showAsTable: "Show as table",
  notDrawn: "The chart could not be drawn. The table below has its figures.",
  thisPeriod: "This period",
  average: (weeks: number) => `Each point: a day's average of ${weeks === 1 ? "a week" : "four weeks"}`,
  before: (isComplete: boolean, figure: string) => `Before${isComplete ? ", complete" : ""}: ${figure}`,
  unfinished: ", so far",
  more: (count: number) => `and ${count} more`,
  soFar: "So far",
  todaySoFar: "Today so far",
  rowSoFar: (days: string) => `${days} (so far)`,
  days: "Days",
  day: "Day",
  previousPeriod: "Previous period",
  whatHappened: "What happened",
  figureOf: (title: string) => `Figure of ${title}`,
  label: (title: string, label: string) =>
    `${title}: ${label}. Use the arrow keys to move from point to point. The table below has every figure.`,
  perDay: (average: string, all: string) => `${average} a day (${all} in all)`,
} as const;

/** The export of figures. */
export const EXPORT = {
  failed: (title: string, message: string) => `Failed to export ${title}: ${message}`,
  unanswered: "The server could not be reached.",
  export: "Export",
  exportOf: (title: string) => `Export ${title}`,
  downloadCsv: "Download CSV",
  downloadJson: "Download JSON",
} as const;

/** The choice of a period. */
export const RANGE = {
  incomplete: "Choose a first and a last day.",
  reversed: "The first day must not be after the last.",
  future: "The last day must not be in the future.",
  tooLong: "At most ten years can be shown at once.",
  customRange: "Custom range",
  from: "From",
  to: "To",
  timeRange: "Time range",
  compared: (isSoFar: boolean, days: string, until: string) =>
    `${isSoFar ? " so far," : ""} compared with ${days}${until ? ` until ${until}` : ""}`,
  todayIsOpen: ". Today isn't over yet; earlier days are complete.",
} as const;
