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
  post: (by: string) => `Post${by}`,
  comment: (by: string, post: string | null) => `Comment${by} on ${post}`,
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
  moreUnfinishedPost: "more unfinished post",
  moreUnfinishedPosts: "more unfinished posts",
  personWaiting: "person is waiting for a link",
  peopleWaiting: "people are waiting for a link",
  proxy: "A proxy seems to be in front of the site: set TRUST_PROXY",
  waiting: "Waiting for you",
} as const;
