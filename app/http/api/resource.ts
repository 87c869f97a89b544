import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../env.ts";
import { onValidationError } from "./error-responses.ts";

/** The routes of one resource; invalid input is answered in the API's own words. */
export const resource = () => new OpenAPIHono<AppEnv>({ defaultHook: onValidationError });

/** One answer with a JSON body, as an operation's `responses` describes it. */
export const json = <S, E>(schema: S, description: string, example: E) => ({
  description,
  content: { "application/json": { schema, example } },
});

/** One JSON body that an operation takes. */
export const jsonBody = <S, E>(schema: S, example: E) => ({
  required: true as const,
  content: { "application/json": { schema, example } },
});
