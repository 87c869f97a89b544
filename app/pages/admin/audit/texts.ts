/*
 * The visible texts of the activity log that the specification doesn't give.
 */

/** The screen and its filters. */
export const LOG = {
  title: "Activity Log",
  lead: "What changed in the back office, who changed it, and the previous value. Sign-ins and password resets are under Account.",
  search: "Search activity",
  who: "Who",
  everyone: "Everyone",
  what: "What",
  allItems: "All items",
  action: "Action",
  allActions: "All actions",
  from: "From",
  to: "To",
  clear: "Clear filters",
  none: "No activity found",
  noneHint: "Changes that admins make appear here.",
  notFoundHint: "Try other words or fewer filters.",
  andMore: "entries and more",
} as const;

/** The details of an entry. */
export const DETAILS = {
  field: "Field",
  before: "Before",
  after: "After",
  none: "There are no details.",
  yes: "Yes",
  no: "No",
  draftStarted: "Draft started",
  changesSaved: "Changes saved",
} as const;
