import { z } from "zod";
import { component, date, EXAMPLE, exampleOf, id, lengthRule, line, pagedShape } from "../schema-fields.ts";
import { person } from "../users/user.ts";
import { SCOPES, TOKEN_NAME_MAX } from "./token-rules.ts";

const scope = z.enum(SCOPES, `must be one of ${SCOPES.join(", ")}`);

export const newToken = z.strictObject({
  name: line("must be text that names what the token is for", [
    (text) => text.length <= TOKEN_NAME_MAX,
    lengthRule(TOKEN_NAME_MAX),
  ]).openapi({ type: "string", description: "What the token is for" }),
  scopes: z
    .array(scope, "must be a list of scopes")
    .min(1, "must have at least one scope")
    .transform((scopes) => SCOPES.filter((known) => scopes.includes(known)))
    .openapi({ type: "array", items: { type: "string", enum: [...SCOPES] }, description: "What the token may be used for" }),
  expires_at: z.iso
    .datetime({ offset: true, error: "must be a time in ISO 8601 with its offset, or null" })
    .transform((text) => new Date(text))
    .nullable()
    .openapi({ type: ["string", "null"], format: "date-time", description: "When it ends; null: never" }),
  mails_publishing: z
    .boolean("must be true or false")
    .default(true)
    .describe("Whether you get an email when it publishes, one in ten minutes at most"),
});
export type NewToken = z.infer<typeof newToken>;

export const apiToken = component(
  "ApiToken",
  z.object({
    id,
    name: z.string(),
    owner: z.object(person.shape),
    scopes: z.array(z.enum(SCOPES)),
    ending: z.string().describe("Its last four characters"),
    created_at: date,
    expires_at: date.nullable().describe("null: never"),
    last_used_at: date.nullable().describe("To the minute; null: never"),
    last_used_from: z.string().nullable().describe("The network of this use"),
    mails_publishing: z.boolean().describe("Whether its owner gets an email when it publishes"),
  }),
  {
    id: EXAMPLE.id,
    name: "Notes of the laptop",
    owner: { id: EXAMPLE.id, full_name: "Ada Larkin", email: "ada@blog.example" },
    scopes: ["posts:read", "posts:write"],
    ending: "x7Qa",
    created_at: EXAMPLE.date,
    expires_at: EXAMPLE.date,
    last_used_at: EXAMPLE.date,
    last_used_from: "198.51.100.0/24",
    mails_publishing: true,
  },
);
export type ApiToken = z.infer<typeof apiToken>;

export const apiTokenPage = component("ApiTokenPage", pagedShape(apiToken));
export type ApiTokenPage = z.infer<typeof apiTokenPage>;

export const madeToken = component(
  "MadeApiToken",
  z.object({ token: z.string().describe("The token itself, which nobody can read again"), item: apiToken }),
  { token: `sky_${"0".repeat(37)}3jnQlY`, item: exampleOf(apiToken) },
);
export type MadeToken = z.infer<typeof madeToken>;
