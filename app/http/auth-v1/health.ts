import { z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { authPolicy } from "../../domain/auth/auth.policy.ts";
import { json } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { API_VERSION } from "./errors.ts";
import { authOperation } from "./operation.ts";

export const healthOperation = authOperation({
  policy: authPolicy.readState,
  operationId: "readAuthHealth",
  method: "get",
  path: "/health",
  summary: "Read whether the auth service runs",
  description: "Answers as GoTrue does. `version` is the version of its API that this service speaks.",
  responses: {
    200: json(z.object({ version: z.string(), name: z.string(), description: z.string() }), "It runs", {
      version: API_VERSION,
      name: "GoTrue",
      description: "A user registration and authentication API that speaks GoTrue",
    }),
  },
});

/** GET /health */
export const health = () =>
  new Hono<AppEnv>().get("/health", (c) =>
    c.json({
      version: API_VERSION,
      name: "GoTrue",
      description: "A user registration and authentication API that speaks GoTrue",
    }),
  );
