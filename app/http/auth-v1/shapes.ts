import { z } from "@hono/zod-openapi";
import { presentUser } from "../../domain/auth/present-user.ts";
import type { Session } from "../../domain/auth/sessions.ts";
import { EXAMPLE } from "../api/fields.ts";

const date = z.string().openapi({ format: "date-time" });
const metadata = z.record(z.string(), z.unknown());

const identity = z
  .object({
    identity_id: z.string(),
    id: z.string(),
    user_id: z.string(),
    identity_data: z.object({
      email: z.string(),
      email_verified: z.boolean(),
      phone_verified: z.literal(false),
      sub: z.string(),
    }),
    provider: z.literal("email"),
    last_sign_in_at: date.nullable(),
    created_at: date,
    updated_at: date,
    email: z.string(),
  })
  .openapi("AuthIdentity", { description: "How a user signs in: always by email address" });

/** GoTrue's user. */
export const authUser = z
  .object({
    id: z.string(),
    aud: z.literal("authenticated"),
    role: z.literal("authenticated"),
    email: z.string(),
    email_confirmed_at: date.optional(),
    phone: z.literal(""),
    confirmation_sent_at: date.optional(),
    confirmed_at: date.optional(),
    new_email: z.string().optional().openapi({ description: "An email address that waits to be confirmed" }),
    last_sign_in_at: date.optional(),
    app_metadata: z
      .object({ provider: z.literal("email"), providers: z.array(z.literal("email")), role: z.string() })
      .openapi({ description: "`role` is for display: `user` or `admin`" }),
    user_metadata: metadata.openapi({ description: "What the user wrote about themselves, `full_name` included" }),
    identities: z.array(identity),
    created_at: date,
    updated_at: date,
    is_anonymous: z.literal(false),
  })
  .openapi("AuthUser", { description: "A user as the auth service shows them to themselves" });

/** GoTrue's session. */
export const authSession = z
  .object({
    access_token: z.string().openapi({ description: "A JWT (ES256) for `Authorization: Bearer`" }),
    token_type: z.literal("bearer"),
    expires_in: z.number().openapi({ description: "Seconds until the access token expires" }),
    expires_at: z.number().openapi({ description: "The same as seconds since 1970" }),
    refresh_token: z.string().openapi({ description: "Gets the next session, once" }),
    user: authUser,
    weak_password: z
      .object({ message: z.string(), reasons: z.array(z.string()) })
      .optional()
      .openapi({ description: "Why the password should be changed" }),
  })
  .openapi("AuthSession", { description: "A sign-in with its tokens" });

const at = new Date(EXAMPLE.date);

export const exampleAuthUser = presentUser({
  id: EXAMPLE.id,
  email: "ada@blog.example",
  full_name: "Ada Lovelace",
  role: "user",
  is_active: true,
  email_confirmed_at: at,
  last_sign_in_at: at,
  user_metadata: {},
  pending_email: null,
  invited_at: null,
  created_at: at,
  updated_at: at,
});

export const exampleAuthSession: Session = {
  access_token: "eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwYjZmM2YwZSJ9.c2lnbmF0dXJl",
  token_type: "bearer",
  expires_in: 3600,
  expires_at: 1741948013,
  refresh_token: "v3q8K2mXw7Tn",
  user: exampleAuthUser,
};
