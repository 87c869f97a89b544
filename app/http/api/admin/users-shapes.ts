import { z } from "@hono/zod-openapi";
import { USER_STATES } from "../../../domain/users/model.ts";
import { EXAMPLE, id } from "../fields.ts";

const date = z.string().openapi({ format: "date-time" });
const count = z.number().int().openapi({ minimum: 0 });

export const adminUser = z
  .object({
    id,
    email: z.string(),
    full_name: z.string().nullable(),
    bio: z.string().openapi({ description: "Shown under the articles of an author" }),
    role: z.enum(["user", "admin"]),
    is_active: z.boolean().openapi({ description: "Whether the user may sign in, once invitation and address are confirmed" }),
    state: z
      .enum(USER_STATES)
      .openapi({ description: "`invited`: hasn't accepted the invitation yet; `inactive`: deactivated, can't sign in" }),
    created_at: date,
    last_sign_in_at: date.nullable(),
    posts_count: count.openapi({ description: "Articles of every status" }),
    comments_count: count.openapi({ description: "Comments of every status" }),
    invited_until: date.nullable().openapi({
      description: "Of an invited user: until when the invitation can be accepted; null when it was revoked or has expired",
    }),
  })
  .openapi("AdminUser");

const counts = z
  .object({
    total: count,
    admins: count,
    active: count,
    inactive: count,
    invited: count,
    new_this_month: count.openapi({ description: "Since the month began in the site's time zone" }),
    active_admins: count.openapi({ description: "Admins who can run the site; the last one can't be taken away" }),
  })
  .openapi("UserCounts", { description: "Of all users, whatever the list shows" });

export const adminUserPage = z
  .object({ items: z.array(adminUser), total: count, page: count, pages: count, limit: count, counts })
  .openapi("AdminUserPage");

export const invitation = z
  .object({
    link: z.string().openapi({ description: "Where the invitation is accepted. Told this once: only its hash is kept" }),
    expires_at: date,
    mailed: z.boolean().openapi({ description: "Whether it is on its way by mail, too" }),
  })
  .openapi("InvitationLink");

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
