/*
 * The visible texts of the users that the specification doesn't give.
 */

/** The screen and its filters. */
export const USERS = {
  title: "Users",
  search: "Search users",
  searchHint: "Search name or email...",
  status: "Status",
  role: "Role",
  allRoles: "All roles",
  admins: "Admins",
  all: "All",
  active: "Active",
  inactive: "Inactive",
  invited: "Invited",
  total: "Total users",
  totalInvited: (count: number) => `${count} invited`,
  newThisMonth: "New this month",
  none: "No users found",
  noneHint: "Invite someone to get started.",
  notFoundHint: "Try another name or email address, or show everyone.",
  showAll: "Show everyone",
} as const;

/** The list. */
export const TABLE = {
  name: "Name",
  posts: "Posts",
  comments: "Comments",
  joined: "Joined",
  lastSignIn: "Last sign-in",
  never: "Never",
  actions: "Actions",
  actionsFor: (name: string) => `Actions for ${name}`,
  user: "User",
  admin: "Admin",
  onlyAdmin: "Only admin",
  until: (time: string) => `until ${time}`,
  noInvitation: "no valid invitation",
} as const;

/** The name and bio of a user. */
export const EDIT = {
  title: "Edit name and bio",
  fullName: "Full Name",
  bio: "Bio",
  bioHint: "One or two sentences, shown under their articles.",
  save: "Save",
  saving: "Saving...",
  failed: (message: string) => `Failed to update user: ${message}`,
} as const;

/** What an admin does to an account. */
export const CHANGE = {
  removeAdmin: "Remove Admin?",
  ownAdmin: "This is your own account. You'll lose access to the back office right away.",
  deactivate: "Deactivate",
  deactivateTitle: (name: string) => `Deactivate ${name}?`,
  deactivateText:
    "They are signed out everywhere right away and can't sign in until you reactivate them. Their posts and comments stay.",
  reactivate: "Reactivate",
} as const;

/** The invitation of a user. */
export const INVITE = {
  title: "Invitation",
  email: "Email",
  adminHint: "Admins can do everything in the back office.",
  emailHint: "We'll email a link to set a password. It works once and expires in 72 hours.",
  linkHint: "Email isn't set up, so you'll get a link to pass on. It works once and expires in 72 hours.",
  send: "Send invitation",
  sending: "Sending...",
  created: "User created",
  failed: (message: string) => `Failed to create user: ${message}`,
  link: "Invitation link",
  sentTo: "Invitation sent to {email}. You can also share this link:",
  sendYourself: "Email isn't set up. Send this link to {email} yourself:",
  letsIn: "This link lets {email} in. An invitation sent earlier no longer works.",
  linkWorks: (time: string) => `Works once, until ${time}. It is not shown again.`,
  done: "Done",
  resend: "Resend invitation",
  copy: "Copy invitation link",
  sent: "Invitation sent",
  revoke: "Revoke invitation",
  revokeTitle: "Revoke the invitation?",
  revokeText: "Their link stops working. The account stays, and you can invite them again.",
  revokeNow: "Revoke",
  revoked: "Invitation revoked",
} as const;

/** The end of an account. */
export const DELETE = {
  title: (name: string) => `Delete ${name}?`,
  text: "Are you sure you want to delete this user? This action cannot be undone.",
  own: "This is your own account: you will be signed out.",
  posts: (articles: string) => `What happens to the ${articles} of this user?`,
  articles: (count: number) => `${count} articles`,
  keep: (articles: string) => `Keep ${articles} without an author`,
  give: (articles: string) => `Give ${articles} to another admin`,
  remove: (articles: string) => `Delete ${articles}, too`,
  heir: "Who gets the articles",
  chooseHeir: "Choose an admin",
  cancel: "Cancel",
  start: "Delete",
  busy: "Deleting...",
  failed: (message: string) => `Failed to delete user: ${message}`,
  unanswered: "The server could not be reached.",
} as const;
