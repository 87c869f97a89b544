import type { Account, AdminUser, Profile, Role } from "./model.ts";
import type { ListedUser } from "./user-list.sql.ts";
import type { UserRow } from "./users.sql.ts";

/** What leaves of a user. */
export const presentProfile = ({ id, email, full_name, role }: UserRow): Profile => ({
  id,
  email,
  full_name,
  role: role as Role,
});

/** What leaves of one's own account. */
export const presentAccount = (row: UserRow): Omit<Account, "has_password"> => ({
  ...presentProfile(row),
  bio: row.bio,
  email_confirmed_at: row.email_confirmed_at?.toISOString() ?? null,
  pending_email: row.pending_email,
  created_at: row.created_at.toISOString(),
  last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
});

/** What leaves of a user in the back office. */
export const presentAdminUser = (row: ListedUser): AdminUser => ({
  id: row.id,
  email: row.email,
  full_name: row.full_name,
  bio: row.bio,
  role: row.role as Role,
  is_active: row.is_active,
  state: !row.is_active ? "inactive" : row.invited_at ? "invited" : "active",
  created_at: row.created_at.toISOString(),
  last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
  posts_count: row.posts_count,
  comments_count: row.comments_count,
  invited_until: row.invited_at ? (row.invited_until?.toISOString() ?? null) : null,
});
