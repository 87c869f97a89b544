import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { authError } from "../../domain/auth/auth-errors.ts";
import type { SessionMeta } from "../../domain/auth/auth-rules.ts";
import { authFactor, authIdentity, authUser as authUserShape, presentUser } from "../../domain/auth/present-user.ts";
import { authSession as authSessionShape, type Session } from "../../domain/auth/sessions.ts";
import { EXAMPLE } from "../../domain/schema-fields.ts";
import type { AppEnv } from "../env.ts";
import { clientAddress } from "../guards/limited-address.ts";

export const AUTH_PATH = "/auth/v1";

/** The session stores this. */
export function callerOf(c: Context<AppEnv>): SessionMeta {
  return {
    address: clientAddress(c),
    userAgent: c.req.header("user-agent") ?? null,
    issuer: c.var.deps.settings.site().url + AUTH_PATH,
  };
}

export const text = (field: string) => z.string(`${field} must be a text`).max(10_000, `${field} is too long`);

export const email = text("email").nullish().openapi({ description: "The account’s email address" });

/** GoTrue's other name for an account. */
export const noPhone = text("phone").nullish().openapi({ description: "Refused: signing in by phone isn’t supported" });

/** What users write about themselves. */
export const metadata = z
  .record(z.string(), z.unknown(), "data must be an object")
  .nullish()
  .openapi({ description: "What the user writes about themselves, at most 4096 bytes; `full_name` is their name" });

/**
 * Ignores fields that the schema doesn't name, as GoTrue does.
 * @throws DomainError bad_json, validation_failed with the first field that is wrong
 */
export async function readBody<S extends z.ZodType>(c: Context<AppEnv>, schema: S): Promise<z.output<S>> {
  const value = await parsed(c);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw badJson();
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw authError("validation_failed", result.error.issues[0]?.message ?? "The body can’t be read");
}

const badJson = (cause?: unknown) => authError("bad_json", "Could not parse request body as JSON", cause);

async function parsed(c: Context<AppEnv>): Promise<unknown> {
  // Read as bytes, because text() would silently replace broken UTF-8.
  const bytes = await c.req.arrayBuffer();
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw badJson(error);
  }
}

const identity = z
  .object(authIdentity.shape)
  .openapi("AuthIdentity", { description: "How a user signs in: always by email address" });

const factor = z
  .object(authFactor.shape)
  .openapi("AuthFactor", { description: "What a user proves after the password: codes of an app, or recovery codes" });

export const authUser = authUserShape
  .extend({ identities: z.array(identity), factors: z.array(factor).optional().describe("Absent if there are none") })
  .openapi("AuthUser", { description: "A user as the auth service shows them to themselves" });

export const authSession = authSessionShape
  .extend({ user: authUser })
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
