import { Hono } from "hono";
import type { AppEnv } from "../env.ts";
import { API_VERSION } from "./errors.ts";

/** GET /health: the service answers. */
export const health = () =>
  new Hono<AppEnv>().get("/health", (c) =>
    c.json({
      version: API_VERSION,
      name: "GoTrue",
      description: "A user registration and authentication API that speaks GoTrue",
    }),
  );
