import { type Hook, type OpenAPIHono, z } from "@hono/zod-openapi";
import { type DomainError, type FieldError, invalid } from "../../domain/errors.ts";
import { COMPONENTS } from "../../domain/schema-fields.ts";
import type { AppEnv } from "../env.ts";
import { DISK_FULL, type ErrorBody, UNAVAILABLE, UNEXPECTED } from "../errors.ts";

const errorBody = z
  .object({
    code: z.string().openapi({ description: "A stable code for programs", example: "invalid_input" }),
    message: z.string().openapi({ description: "A sentence for people", example: "Some of the input is invalid" }),
    details: z
      .array(z.object({ field: z.string(), rule: z.string() }))
      .optional()
      .openapi({ description: "Each invalid field and the rule that it breaks" }),
  })
  .openapi("Error", { description: "The form of every error" });

type Refusal = { name: string; description: string; example: ErrorBody };

const REFUSALS = {
  400: {
    name: "Invalid",
    description: "The input is invalid; `details` names each field and its rule",
    example: {
      code: "invalid_input",
      message: "Some of the input is invalid",
      details: [{ field: "page", rule: "must be a whole number from 1 to 100000" }],
    },
  },
  401: {
    name: "Unauthenticated",
    description: "The request has no access token, or the token is no longer valid",
    example: { code: "no_authorization", message: "Please sign in." },
  },
  403: {
    name: "Forbidden",
    description: "The actor may not do this, or the request comes from another site",
    example: { code: "42501", message: "You can only modify your own likes" },
  },
  404: {
    name: "NotFound",
    description: "It doesn’t exist, or it isn’t public",
    example: { code: "PGRST116", message: "Post not found" },
  },
  409: {
    name: "Conflict",
    description: "It already exists, or it conflicts with the current state",
    example: { code: "23505", message: "You have already liked this article" },
  },
  413: {
    name: "TooLarge",
    description: "The body has more than 64 KB, or more than 2 MB where posts are written",
    example: {
      code: "payload_too_large",
      message: "The body is too large",
      details: [{ field: "body", rule: "must have at most 65536 bytes" }],
    },
  },
  415: {
    name: "UnsupportedMediaType",
    description: "The body isn’t JSON",
    example: {
      code: "unsupported_media_type",
      message: "The body must be JSON",
      details: [{ field: "content-type", rule: "must be application/json" }],
    },
  },
  429: {
    name: "RateLimited",
    description: "Too many writes from this IP address; Retry-After says after how many seconds to try again",
    example: { code: "rate_limited", message: "Too many requests. Please try again in 21 seconds." },
  },
  500: { name: "Unexpected", description: "An error of the server; its log has the details", example: UNEXPECTED },
  503: {
    name: "Unavailable",
    description:
      "The database can’t be reached, or the site is closed for maintenance (`maintenance`); Retry-After says when to try again",
    example: UNAVAILABLE,
  },
  507: { name: "DiskFull", description: "The server’s disk is full; nothing was stored", example: DISK_FULL },
} as const satisfies Record<number, Refusal>;

export type Refused = keyof typeof REFUSALS;

/** Every operation also has 400, 500 and 503. */
export function errorResponses(...statuses: Refused[]): Record<number, { $ref: string }> {
  const all: Refused[] = [400, ...statuses, 500, 503];
  return Object.fromEntries(all.map((status) => [status, { $ref: `#/components/responses/${REFUSALS[status].name}` }]));
}

/** Operations can refer to the shapes, the errors and the access token then. */
export function describeComponents(api: OpenAPIHono<AppEnv>): void {
  for (const [schema, { name, base }] of COMPONENTS) {
    const extendedFrom = base && { refId: COMPONENTS.get(base)?.name, schema: base };
    // Where the generator looks for names. Its `openapi("Name")` would name a copy, which other shapes don't refer to.
    z.globalRegistry.add(schema, { ...schema.meta(), _internal: { refId: name, extendedFrom } });
  }
  api.openAPIRegistry.register("Error", errorBody);
  api.openAPIRegistry.registerComponent("securitySchemes", "session", {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The access token of the auth service at `/auth/v1`",
  });
  api.openAPIRegistry.registerComponent("securitySchemes", "token", {
    type: "http",
    scheme: "bearer",
    description:
      "An API token, `sky_…`, with the scope that is named. Each operation says in `x-scope` which one it takes; `never`: none",
  });
  for (const { name, description, example } of Object.values(REFUSALS)) {
    const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" }, example } };
    api.openAPIRegistry.registerComponent("responses", name, { description, content });
  }
}

const valueAt = (data: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], data);

function faultsOf(issue: z.core.$ZodIssue, target: string, data: unknown): FieldError[] {
  const whole = target === "json" ? "body" : target;
  const field = issue.path.join(".") || whole;
  if (issue.code === "unrecognized_keys")
    return issue.keys.slice(0, 10).map((key) => ({ field: key.slice(0, 64), rule: "is not known here" }));
  if (issue.path.length > 0 && valueAt(data, issue.path) === undefined) return [{ field, rule: "is required" }];
  if (issue.path.length === 0) return [{ field, rule: "must be a JSON object" }];
  return [{ field, rule: issue.message }];
}

/** Names every field and its rule. @param target where the input was ("json", "query") */
export function invalidInput({ issues }: Pick<z.core.$ZodError, "issues">, target: string, data: unknown): DomainError {
  const faults = issues.flatMap((issue) => faultsOf(issue, target, data));
  return invalid("Some of the input is invalid", faults.slice(0, 10));
}

export const onValidationError: Hook<unknown, AppEnv, string, void> = (result) => {
  if (!result.success) throw invalidInput(result.error, result.target, (result as { data?: unknown }).data);
};
