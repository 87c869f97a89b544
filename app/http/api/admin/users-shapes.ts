import { z } from "@hono/zod-openapi";
import { adminUser as adminUserShape, invitationLink, userCounts, usersPage } from "../../../domain/users/user.ts";
import { EXAMPLE, id } from "../fields.ts";

export const adminUser = adminUserShape.extend({ id }).openapi("AdminUser");

const counts = z.object(userCounts.shape).openapi("UserCounts", { description: "Of all users, whatever the list shows" });

export const adminUserPage = usersPage.extend({ items: z.array(adminUser), counts }).openapi("AdminUserPage");

export const invitation = z.object(invitationLink.shape).openapi("InvitationLink");

export const exampleUser = {
  id: EXAMPLE.id,
  email: "ada@blog.example",
  full_name: "Ada Lovelace",
  bio: "",
  role: "user" as const,
  is_active: true,
  state: "active" as const,
  created_at: EXAMPLE.date,
  last_sign_in_at: EXAMPLE.date,
  posts_count: 3,
  comments_count: 12,
  invited_until: null,
};

export const exampleCounts = {
  total: 1,
  admins: 0,
  active: 1,
  inactive: 0,
  invited: 0,
  new_this_month: 1,
  active_admins: 0,
};

export const exampleInvitation = {
  link: "https://blog.example/confirm?token_hash=8c1f0d&type=invite",
  expires_at: EXAMPLE.date,
  mailed: true,
};
