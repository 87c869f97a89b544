import { ownFields, profile as profileShape } from "../../../domain/users/user.ts";
import { EXAMPLE, id } from "../fields.ts";

export const profile = profileShape.extend({ id }).openapi("Profile");
export const account = profile.extend(ownFields.shape).openapi("Account");

export const exampleProfile = {
  id: EXAMPLE.id,
  email: "ada@blog.example",
  full_name: "Ada Lovelace",
  role: "user" as const,
};
export const exampleAccount = {
  ...exampleProfile,
  bio: "Writes about habits.",
  email_confirmed_at: EXAMPLE.date,
  pending_email: null,
  created_at: EXAMPLE.date,
  last_sign_in_at: EXAMPLE.date,
  has_password: true,
};
