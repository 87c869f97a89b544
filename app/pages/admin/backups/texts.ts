/*
 * The visible texts of the backups that the specification doesn't give.
 */

/** The screen. */
export const SCREEN = {
  title: "Backups",
  lead: "Each backup is one file with the database, pictures and settings. Sessions and keys stay out of it: on a restored site, everyone signs in again.",
  start: "Back up now",
  starting: "Backing up...",
  none: "No backups yet",
  noneHint: "Create one now, or wait for the first scheduled one.",
  free: (room: string) => `${room} are free on this server's disk.`,
} as const;

/** The state of a backup, and what is done with it. */
export const STATE = {
  failed: "Failed",
  waiting: "Waiting",
  running: "Running",
  verifying: "Being verified",
  broken: "Broken",
  unreachable: "Unreachable",
  verified: "Verified",
  created: "Created",
  tables: "Writing tables",
  pictures: "Writing pictures",
  reading: "Reading the file",
  restoring: "Restoring",
  comparing: "Comparing",
  starting: "Starting...",
  counted: (done: string, total: string) => `${done} of ${total}`,
  progress: (name: string) => `Progress of ${name}`,
} as const;

/** The list of backups. */
export const TABLE = {
  status: "Status",
  reason: "Reason",
  size: "Size",
  where: "Where",
  disk: "Disk",
  bucket: "Bucket",
  actions: "Actions",
  scheduled: "Scheduled",
  manual: "Manual",
  upgrade: "Before an upgrade",
  reasonFor: (reason: string, who: string) => `${reason}, for ${who}`,
} as const;

/** What can be done with a backup. */
export const ACTIONS = {
  label: (time: string) => `Actions for the backup of ${time}`,
  download: "Download",
  verify: "Verify now",
  restore: "How to restore",
  remove: "Delete",
  removeTitle: "Delete backup",
  removeFailed: "The failed attempt is removed from the list.",
  removeFile: (time: string) => `The backup of ${time} and its file are permanently deleted.`,
  removeEntry: (time: string) =>
    `The backup of ${time} is removed from the list. This server can't reach its file, so the file isn't deleted.`,
  removed: "Backup deleted",
  verifying: "verify the backup",
  downloading: "download the backup",
  failed: (what: string, message: string) => `Failed to ${what}: ${message}`,
} as const;

/** Whether the backups are fine. */
export const HEALTH = {
  last: "Last backup",
  none: "None yet",
  verified: "Last verified",
  notYet: "Not yet",
  verifiedHint: "Restored and compared",
  next: "Next backup",
  off: "Automatic backups are off",
  notEncrypted:
    "Backups aren't encrypted. Anyone who gets a file can read its accounts, drafts and visits. Set {variable} to encrypt them.",
  warnings: "Warnings",
} as const;

/** The schedule. */
export const SCHEDULE = {
  title: "Schedule",
  automatic: "Automatic backups",
  automaticHint: (days: number, weeks: number, months: number) =>
    `Runs once a day, and keeps the newest backup of each of the last ${days} days, ${weeks} weeks and ${months} months. Once a week, a backup is restored into a temporary database and verified.`,
  hour: "Time of day",
  hourHint: (timezone: string) => `In the site's time zone (${timezone})`,
  where: "Where backups are kept",
  disk: "This server's disk",
  diskOnly:
    "A backup on this server's disk is lost together with the server. Set {variable} to keep backups in a bucket, or copy them elsewhere.",
  isEncrypted: "Backups are encrypted with {variable}. Keep a copy somewhere else: without it, no one can restore them.",
  save: "Save schedule",
  saving: "Saving...",
  saved: "Schedule saved",
  failed: (message: string) => `Failed to save the schedule: ${message}`,
  overtaken: "Someone else has changed the schedule in the meantime. Save again to replace it with your choices.",
} as const;

/** The question to somebody who signed in a while ago. */
export const PROOF = {
  title: "Confirm it's you",
  why: "You signed in a while ago. A backup contains all accounts and drafts.",
  confirm: "Confirm",
  confirming: "Confirming...",
} as const;

/** How a backup is restored, step by step. */
export const RESTORE = {
  title: "Restore this backup",
  lead: "A backup is restored on the server, into an empty installation. This site stays as it is until you remove it.",
  folder: "On the server, go to the folder of the site:",
  verify: "Verify the backup if it hasn't been verified. This changes nothing:",
  intoFolder: "Restore it into a new data folder:",
  intoDatabase: "Restore it into an empty database, named in DATABASE_URL. The folder for pictures must be empty, too:",
  sum: "SHA-256 of the file: {sum}",
  start: "Stop the site, then start it with the restored data:",
  bucket: "The backup is in a bucket. Run the commands with this site's BACKUP_URL, which contains the key.",
  encrypted:
    "The backup is encrypted. Run the commands with the BACKUP_PASSPHRASE that was set when it was made, or enter it when asked.",
} as const;
