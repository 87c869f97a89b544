import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { SessionMeta } from "../../domain/auth/auth-rules.ts";
import { authError } from "../../domain/auth/errors.ts";
import type { AppEnv } from "../env.ts";
import { clientAddress } from "../guards/limited-address.ts";

/** Where this service stands. */
export const AUTH_PATH = "/auth/v1";

/** Who calls from where, as a session remembers it. */
export function callerOf(c: Context<AppEnv>): SessionMeta {
  return {
    address: clientAddress(c),
    userAgent: c.req.header("user-agent") ?? null,
    issuer: c.var.deps.settings.site().url + AUTH_PATH,
  };
}

/** A text of a body, not longer than anything here needs to be. */
export const text = (field: string) => z.string(`${field} must be a text`).max(10_000, `${field} is too long`);

/** An email address as it was typed. */
export const email = text("email").nullish().openapi({ description: "The account's email address" });

/** GoTrue's other name for an account. */
export const noPhone = text("phone").nullish().openapi({ description: "Refused: nobody signs in by phone here" });

/** What users write about themselves. */
export const metadata = z
  .record(z.string(), z.unknown(), "data must be an object")
  .nullish()
  .openapi({ description: "What the user writes about themselves, at most 4096 bytes; `full_name` is their name" });

/**
 * The JSON object of a request, by its schema. Fields that the schema doesn't name are left out, as GoTrue does.
 * @throws DomainError bad_json when it is no JSON object, validation_failed with the first field that is wrong
 */
export async function readBody<S extends z.ZodType>(c: Context<AppEnv>, schema: S): Promise<z.output<S>> {
  const value = await parsed(c);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw badJson();
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw authError("validation_failed", result.error.issues[0]?.message ?? "The body can't be read");
}

const badJson = (cause?: unknown) => authError("bad_json", "Could not parse request body as JSON", cause);

async function parsed(c: Context<AppEnv>): Promise<unknown> {
  // Read as bytes: text() would mend broken UTF-8 in silence.
  const bytes = await c.req.arrayBuffer();
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw badJson(error);
  }
}
