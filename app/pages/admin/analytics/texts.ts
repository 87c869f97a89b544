/*
 * The visible texts of website analytics that the specification doesn't give. Those of traffic are in a file of their own.
 */

/** The figures of the period. */
export const FIGURES = {
  vsPreviousPeriod: "vs. previous period",
  totalVisits: "Total Visits",
  uniqueVisitors: "Unique Visitors",
  visitorsHint: "Counted once a day: someone who visits on ten days counts ten times.",
  pageViews: "Page Views",
  sessionDuration: "Session Duration",
  completedActive: (completed: string, active: string) => `${completed} completed, ${active} active`,
  visits: "Visits",
  bounceRate: "Bounce rate",
  timeEngaged: "Time engaged per visit",
  loading: "Loading...",
} as const;

/** Searches and missing pages. */
export const FOUND = {
  redirectAdded: "Redirect added",
  redirectFailed: (message: string) => `Failed to add redirect: ${message}`,
  redirect: "Redirect to...",
  redirecting: "Redirecting...",
  redirectTo: (title: string) => `Redirect to ${title}`,
  searches: "Searches",
  noSearches: "No searches in this period",
  searchesWithoutResults: "Searches Without Results",
  noneWithoutResults: "Every search in this period had results",
  moreThan: (count: number) => `More than ${count} articles`,
  articles: (count: number) => (count === 1 ? "1 article" : `${count} articles`),
  noResults: "No results",
  all: "All",
  withoutResults: "Without results",
  missingPages: "Missing Pages",
  from: (page: string) => `from ${page}`,
  times: " times",
  noMissingPages: "No reader ran into a missing page in this period",
} as const;

/** Readers right now. */
export const LIVE = {
  connecting: "Connecting...",
  active: "Active in the last 5 minutes",
  notConnected: "Not connected. Trying again...",
  readersRightNow: "Readers Right Now",
  more: (count: number) => `+${count} more`,
  onAllPages: (state: string) => `${state}, on all pages`,
} as const;

/** The pages that were read. */
export const VIEWED = {
  topPages: "Top Pages",
  noPages: "No pages were read in this period",
  entryPages: "Entry Pages",
  visitsBeganHere: "visits began here",
  noEntries: "No visits began in this period",
  exitPages: "Exit Pages",
  visitsEndedHere: "visits ended here",
  noExits: "No visits ended in this period",
  showOnlyThis: "show only this page",
  entries: "Entries",
  exits: "Exits",
  pages: "Pages",
} as const;

/** The chart. */
export const CHART = {
  pageViews: "Page views",
  visitors: "Visitors",
  dayByDay: "Day by Day",
  none: "No days to show",
  dayByDayTable: "Day by day",
} as const;

/** Values that the figures are filtered by. */
export const FILTER = {
  source: "Source",
  country: "Country",
  filtered: "Filtered by",
  unknown: "Unknown",
  removeThisFilter: "(remove this filter)",
  clearAll: "Clear all",
} as const;

/** The screen and its panels. */
export const SCREEN = {
  sources: "Sources",
  channels: "Channels",
  campaigns: "Campaigns",
  places: "Places",
  locations: "Locations",
  countries: "Countries",
  software: "Software",
  browsers: "Browsers",
  systems: "Systems",
  websiteAnalytics: "Website Analytics",
  updated: (time: string, timezone: string) => `Updated ${time} (${timezone})`,
  traffic: "Traffic",
  notFiltered: "Searches and missing pages aren't filtered: they cover all readers.",
  refreshFailed: (message: string) => `Failed to refresh: ${message}`,
  refreshing: "Refreshing...",
  refresh: "Refresh",
  more: (count: string, what: string) => `+${count} more ${what} · Export for up to 1,000`,
  failed: "Could not be loaded.",
} as const;

/** Where visits come from and what with. */
export const VISITS = {
  search: "Search",
  social: "Social",
  email: "Email",
  aiAssistants: "AI assistants",
  otherSites: "Other sites",
  direct: "Direct",
  thisSite: "This site",
  noSources: "No sources in this period",
  noChannels: "No channels in this period",
  noCampaigns: "No campaigns in this period. Links with utm_campaign appear here.",
  topLocations: "Top Locations",
  noCountries: "No countries in this period",
  deviceBreakdown: "Device Breakdown",
  browserBreakdown: "Browser Breakdown",
  operatingSystems: "Operating Systems",
  noSystems: "No system data available",
  showOnly: (what: string) => `show only this ${what}`,
} as const;

/** Recent sessions. */
export const SESSIONS = {
  location: "Location",
  device: "Device",
  browser: "Browser",
  started: "Started",
  lastSeen: "Last seen",
  duration: "Duration",
  status: "Status",
  active: "Active",
  completed: "Completed",
  recentSessions: "Recent Sessions",
  table: "Table of recent sessions",
  caption: "Recent sessions",
} as const;
