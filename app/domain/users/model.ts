export type Role = "user" | "admin";

/** Characters of a name (the column's own limit). */
export const FULL_NAME_MAX = 200;
/** Characters of the text about an author (the column's own limit). */
export const BIO_MAX = 1000;

/** What the site knows of somebody, as the browser asks for it (specification, section 7). */
export type Profile = { id: string; email: string; full_name: string | null; role: Role };

/** One's own account. Dates are ISO 8601 in UTC. */
export type Account = Profile & {
  /** shown under the articles of an author */
  bio: string;
  email_confirmed_at: string | null;
  /** where a change of address waits to be confirmed */
  pending_email: string | null;
  created_at: string;
  last_sign_in_at: string | null;
  /** false for people who only sign in by mailed links */
  has_password: boolean;
};

/** Whoever runs the server and needs nobody's permission: the commands. */
export type Operator = { kind: "operator" };
export const OPERATOR: Operator = { kind: "operator" };

export const LAST_ADMIN = "The last active admin can't be demoted, deactivated or deleted. Make somebody else an admin first.";
export const WRONG_PASSWORD = "The password is not right.";
export const WRONG_NONCE = "The code is wrong or too old.";

/** Where an account stands: `invited` hasn't accepted the invitation yet, `inactive` is shut out. */
export const USER_STATES = ["active", "inactive", "invited"] as const;
export type UserState = (typeof USER_STATES)[number];

/** What the list of users is sorted by; a `-` before it turns it round. */
export const USER_SORTS = [
  "-created_at",
  "created_at",
  "full_name",
  "-full_name",
  "email",
  "-email",
  "-last_sign_in_at",
  "last_sign_in_at",
] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const USER_SEARCH_MAX = 200;

/** A user as the back office shows them; times are ISO 8601 in UTC. */
export type AdminUser = Profile & {
  bio: string;
  is_active: boolean;
  state: UserState;
  created_at: string;
  last_sign_in_at: string | null;
  posts_count: number;
  comments_count: number;
  /** of an invited user: until when the invitation can be accepted; null when it was revoked, or has expired */
  invited_until: string | null;
};

/** How many users there are of all, whatever the list shows; a month begins in the site's time zone. */
export type UserCounts = {
  total: number;
  admins: number;
  active: number;
  inactive: number;
  invited: number;
  new_this_month: number;
  /** admins who can run the site: while there is one, nobody can demote, deactivate or delete them */
  active_admins: number;
};

export type UsersPage = {
  items: AdminUser[];
  total: number;
  page: number;
  pages: number;
  limit: number;
  counts: UserCounts;
};

/** What becomes of the articles of somebody who is deleted. */
export const POSTS_FATES = ["keep", "give", "delete"] as const;
export type PostsChoice = { posts: "keep" | "delete" } | { posts: "give"; to: string };

/** A link that lets somebody accept an invitation; told this once, for only its hash is kept. */
export type InvitationLink = { link: string; expires_at: string; mailed: boolean };

export const USER_MESSAGES = {
  nameRequired: "Full name is required",
  emailRequired: "Email is required",
  emailFormat: "Enter an email address like name@example.com",
  taken: "A user with this email address already exists",
  notInvited: "This user has accepted an invitation already, or never needed one.",
  shut: "Reactivate this user before you invite them.",
  heir: "Choose an active admin",
} as const;
