/*
 * The visible texts of the page that restores a backup into a new site.
 */

export const title = "Restore from a backup";
export const lead = "Everything of the other site comes here: articles, comments, images, accounts, statistics and settings.";
export const replaced = "What is here now, such as the example articles, is removed.";

// The file
export const file = "Backup file";
export const fileHint = "Its name ends in .tar.zst or .tar.zst.age. The other site makes one under Backups.";
export const passphrase = "Passphrase";
export const passphraseHint = "The backup is encrypted. This is the BACKUP_PASSPHRASE of the site that made it.";
export const submit = "Restore";
export const goOn = "Restore this backup";
export const otherFile = "Choose another file";
export const chosen = (name: string, size: string) => `${name}, ${size}, is on the server.`;
export const back = "Set up a new site instead";
export const scripts = "This page needs JavaScript. On the server, npm run restore does the same.";

// The steps
export const steps = "Steps";
export const upload = "Upload the file";
export const check = "Check the whole file";
export const restore = "Restore, and compare every table";
export const start = "Start the site";
export const stay = "Leave this page open. It goes on by itself while the server restarts.";

// How it ends
export const doneTitle = "Your site is restored. Sign in.";
export const doneLead = "Email addresses and passwords are those of the backup. Everyone signs in again.";
export const madeAt = (when: string, url: string | null) => `The backup was made on ${when}${url ? ` of ${url}` : ""}.`;
export const signIn = "Sign in";
export const view = "View the site";

// What the browser says
export const noFile = "Choose a file first.";
export const noPassphrase = "Enter the passphrase.";
export const interrupted = "The upload was interrupted. Please try again.";
export const tooLarge =
  "A proxy in front of the site refuses files this large. Raise its limit, or run npm run restore on the server.";
export const usedLink =
  "This link no longer works. If the site is restored, sign in. Otherwise start the server again: it prints a new link.";
export const tooManyTries = "Too many tries. Please wait some minutes and try again.";
export const unknown = "Something went wrong. Nothing was changed. Please try again.";
export const away = "The server doesn’t answer at the moment. This page keeps asking.";
