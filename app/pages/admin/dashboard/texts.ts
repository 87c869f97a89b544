/*
 * The visible texts of the dashboard that the specification doesn't give.
 */

/** The first steps of a new site. */
export const FIRST = {
  describe: "Say in one sentence what the site is about",
  describeHint: "Home, search engines and feeds show it.",
  removeExamples: "Remove the example articles",
  removeExamplesHint: "Your own posts stay.",
  setUpEmail: "Set up email",
  emailHint: "Until then, links for sign-ups and passwords wait in the outbox.",
  backups: "Turn on automatic backups",
  backupsHint: "So that nothing you write is lost.",
  publish: "Publish your first article",
  publishHint: "Drafts are saved while you type.",
  firstSteps: "First steps",
} as const;

/** What has happened lately. */
export const ACTIVITY = {
  post: (author: string | null) => (author ? `Post by ${author}` : "Post"),
  comment: (author: string | null, post: string | null) => `Comment${author ? ` by ${author}` : ""} on ${post}`,
  recentActivity: "Recent activity",
  none: "Nothing has happened yet",
  noneHint: "New posts and comments appear here.",
} as const;

/** The question for the admin's name. */
export const NAME = {
  whatsYourName: "What's your name?",
  fullName: "Full Name",
  hint: "Readers see it on your articles and comments. You can add a bio in your account.",
  saveName: "Save name",
  saving: "Saving...",
} as const;

/** Quick actions. */
export const QUICK = {
  managePosts: "Manage posts",
  webAnalytics: "Web Analytics",
  manageUsers: "Manage users",
  blogAnalytics: "Blog Analytics",
  quickActions: "Quick actions",
} as const;

/** The state of the backups. */
export const BACKUPS = {
  backups: "Backups",
  last: "Last backup {time}",
  verified: "Last verified {time}",
  noBackupYet: "No backup yet",
  notVerifiedYet: "Not verified yet",
  off: "Automatic backups are off",
} as const;

/** The screen and its figures. */
export const BOARD = {
  loading: "Loading...",
  inLastDays: (count: string) => `${count} in the last 30 days`,
  posts: "Posts",
  users: "Users",
  comments: "Comments",
  views: "Views",
  viewsHint: "Counts each reader once every half hour. Blog Analytics counts every page view.",
  dashboard: "Dashboard",
  newPost: "New Post",
} as const;

/** What waits for the admin. */
export const WAITING = {
  andMore: (hosts: string) => `${hosts} and more`,
  continuePost: (name: string) => `Continue “${name}”`,
  unfinished: { one: "{count} more unfinished post", many: "{count} more unfinished posts" },
  comments: { one: "{count} pending comment", many: "{count} pending comments" },
  people: {
    one: "{count} person is waiting for a link: email isn't set up",
    many: "{count} people are waiting for a link: email isn't set up",
  },
  mails: { one: "{count} unsent email", many: "{count} unsent emails" },
  jobs: { one: "{count} failed job", many: "{count} failed jobs" },
  pictures: {
    one: "{count} article has pictures on other sites, which readers don't see:",
    many: "{count} articles have pictures on other sites, which readers don't see:",
  },
  restart: {
    one: "The database stopped unexpectedly {time} and was running again after {count} second",
    many: "The database stopped unexpectedly {time} and was running again after {count} seconds",
  },
  fullDisk: {
    one: "The server's disk was full {time}, and {count} upload or change was refused",
    many: "The server's disk was full {time}, and {count} uploads or changes were refused",
  },
  proxy: "A proxy seems to be in front of the site: set TRUST_PROXY",
  waiting: "Waiting for you",
  nothing: "You're all caught up.",
} as const;
