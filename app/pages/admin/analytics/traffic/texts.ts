/*
 * The visible texts of traffic, so that they can be read in one go.
 */

/** The screen. */
export const TRAFFIC = {
  quarantine: "Quarantine",
  options: "Options",
  traffic: "Traffic",
  back: "Website Analytics",
  lead: "Filtered traffic and the rules behind it.",
  show: "Show",
} as const;

/** What is counted, and for how long it is kept. */
export const OPTIONS = {
  saveFailed: (message: string) => `Failed to save options: ${message}`,
  optionsSaved: "Options saved",
  shortenText: (months: string) => `Visits older than ${months} are permanently deleted. Daily and monthly figures stay.`,
  shortenTitle: "Keep visits for less time",
  months: "Keep visits for (months)",
  monthsHint: "Older visits are deleted. Daily and monthly figures stay forever.",
  countAdminsVisits: "Count admins' visits",
  adminsHint: "When off, visits by admins aren't counted.",
  save: "Save",
  saving: "Saving...",
} as const;

/** Rules for visits, and what is said of them. */
export const RULES = {
  blockChoice: "Block: never count it",
  allowChoice: "Allow: count it even if other checks object",
  addFailed: (message: string) => `Failed to add rule: ${message}`,
  added: (held: string) => `Rule added${held}`,
  addRule: "Add rule",
  kind: "Kind",
  value: "Value",
  action: "Action",
  blockHint: "A block also moves the recorded visits of the last 30 days to quarantine.",
  adding: "Adding...",
  allow: "Allow",
  block: "Block",
  created: "Created",
  actions: "Actions",
  deleteOne: (value: string) => `Delete rule ${value}`,
  rules: "Rules",
  ruleDeleted: "Rule deleted",
  deleteFailed: (message: string) => `Failed to delete rule: ${message}`,
  noLongerBlocked: (value: string) =>
    `${value} is no longer blocked. Visits it blocked stay in quarantine until you release them.`,
  noLongerCounted: (value: string) => `${value} is no longer counted if other checks object.`,
  deleteRule: "Delete rule",
  lead: "If rules conflict, blocking wins. Rules apply from the next visit.",
  noRulesFound: "No rules found",
  noneHint: "Block visits that shouldn't be counted, or allow those mistaken for a bot.",
} as const;

/** Why a hit is in quarantine. */
export const REASONS = {
  botByName: "Bot by name",
  botByNameHint: "It identifies itself as a bot, crawler or script.",
  noUserAgent: "No user agent",
  noUserAgentHint: "It sends no user agent; every browser does.",
  notABrowser: "Not a browser",
  notBrowserHint: "It sends no preferred languages; every browser does.",
  tooFast: "Too fast",
  tooFastHint: "Pages were opened faster than anyone can read.",
  tooManyAddresses: "Too many addresses",
  tooManyAddressesHint: "It requested more addresses than a reader would.",
  referrerSpam: "Referrer spam",
  referrerSpamHint: "It comes from a site that fakes visits to appear in statistics.",
  noEngagement: "No engagement",
  noEngagementHint: "Many pages were opened, none for more than a second.",
  blockedByRule: "Blocked by rule",
  blockedByRuleHint: "One of your rules blocks it.",
} as const;

/** What a rule applies to. */
export const KINDS = {
  userAgents: "user agents",
  networks: "networks",
  referrers: "referrers",
  userAgent: "User agent",
  userAgentHint: "Part of what a program calls itself, such as AhrefsBot. Not case-sensitive.",
  network: "Network",
  networkHint:
    "An address or a network, such as 203.0.113.0/24. Stored visits only have their /24 or /48, so narrower rules apply to new visits only.",
  referrer: "Referrer",
  referrerHint: "A host such as spam.example, including its subdomains.",
} as const;

/** What is asked before a decision, and what is said after it. */
export const DECISION = {
  movedToQuarantine: (visits: string) => `; ${visits} moved to quarantine`,
  failed: (message: string) => `Failed to save the decision: ${message}`,
  released: (hits: string) => `${hits} released; figures update within seconds`,
  added: (rules: string, held: string) => `${rules} added${held}`,
  releaseAndAllowText: (kind: string) =>
    `They are counted at the time they happened. Visits with the same ${kind} are counted from now on.`,
  releaseText: "They are counted at the time they happened.",
  release: (hits: string) => `Release ${hits}`,
  blockText: (kind: string, hits: string) =>
    `The ${kind} of ${hits} are no longer counted. Matching visits of the last 30 days move to quarantine, where you can release them.`,
  blockBy: (kind: string) => `Block by ${kind}`,
} as const;

/** The list of hits in quarantine. */
export const HELD = {
  page: "Page",
  reason: "Reason",
  none: "None",
  unknown: "Unknown",
  when: "When",
  quarantinedHits: "Quarantined hits",
  hits: "quarantined hits",
  newestHits: "quarantined hits (the newest)",
  hit: (id: string, path: string, reason: string) => `hit ${id} on ${path}, ${reason}`,
  release: "Release",
  block: "Block",
  from: (page: string) => `from ${page}`,
  releaseThese: "Release these",
  allowAgents: "Release and allow their user agents",
  allowNetworks: "Release and allow their networks",
  allReasons: "All reasons",
  noneFound: "No quarantined hits found",
  noneFoundHint: "Try another search or reason.",
  noneHint: "Visits by bots and spammers from the last 30 days appear here. They aren't counted.",
  searchQuarantinedHits: "Search quarantined hits",
  searchHint: "Search agent, page, network...",
  searchTooShort: (count: number) => `Type at least ${count} characters to search.`,
} as const;
