import { z } from "@hono/zod-openapi";
import { FULL_NAME_MAX } from "../../../domain/users/model.ts";
import { EXAMPLE, id } from "../fields.ts";

const dateOrNone = z.string().nullable().openapi({ format: "date-time", description: "ISO 8601 in UTC" });
const CONTROL = /\p{Cc}/u;

/** A name as it comes in: trimmed; an empty one is none. */
export const fullName = z
  .string("must be text or null")
  .trim()
  .max(FULL_NAME_MAX, `must have at most ${FULL_NAME_MAX} characters`)
  .refine((name) => name.isWellFormed() && !CONTROL.test(name), "must be a single line of text")
  .transform((name) => name || null)
  .nullable()
  .openapi({ type: ["string", "null"], maxLength: FULL_NAME_MAX, description: "The name that others see; null for none" });

export const profile = z
  .object({ id, email: z.string(), full_name: z.string().nullable(), role: z.enum(["user", "admin"]) })
  .openapi("Profile");

export const account = profile
  .extend({
    bio: z.string().openapi({ description: "Shown under the articles of an author" }),
    email_confirmed_at: dateOrNone,
    pending_email: z.string().nullable().openapi({ description: "A new address that waits to be confirmed" }),
    created_at: z.string().openapi({ format: "date-time" }),
    last_sign_in_at: dateOrNone,
    has_password: z.boolean().openapi({ description: "False for people who only sign in by mailed links" }),
  })
  .openapi("Account");

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
