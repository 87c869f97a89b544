/*
 * The visible texts of the command menu, so that they can be read in one go.
 */

/** The menu and what it finds. */
export const MENU = {
  failed: "The menu couldn't be loaded",
  failedHint: "Check your connection, then press the keys again.",
  goToWith: (keys: string) => `Go to... (${keys})`,
  goTo: "Go to...",
  keys: "Ctrl K",
  keysOnMac: "⌘K",
  settings: "Settings",
  posts: "Posts",
  users: "Users",
  thisScreen: "On this screen",
  commands: "Commands",
  label: "Go to a screen, post, user or setting",
  placeholder: "Go to a screen, post, user or setting...",
  commandMenu: "Command menu",
  nothingFound: "Nothing found",
} as const;

/** The list of keyboard shortcuts. */
export const SHORTCUTS = {
  everywhere: "Everywhere",
  ctrlOrK: "Ctrl or ⌘ + K",
  openMenu: "Open the command menu",
  ctrlShiftK: "Ctrl or ⌘ + Shift + K",
  openWhileWriting: "Open it while writing an article",
  showTheseKeys: "Show these keys",
  ctrlOrZ: "Ctrl or ⌘ + Z",
  undo: "Undo what the notification reports",
  comments: "Comments",
  nextOrPrevious: "Next or previous comment",
  approveOrReject: "Approve or reject",
  reply: "Reply",
  markAsSpam: "Mark as spam",
  delete: "Delete",
  keyboardShortcuts: "Keyboard shortcuts",
} as const;

/** The commands. */
export const COMMANDS = {
  lightTheme: "Light theme",
  darkTheme: "Dark theme",
  autoTheme: "Auto theme",
  create: "Create",
  newPost: "New post",
  addUser: "Add user",
  newCategory: "New category",
  goTo: "Go to",
  traffic: "Traffic",
  system: "System",
  account: "Account",
  theme: "Theme",
  help: "Help",
} as const;
