import { OpenAPIHono, z } from "@hono/zod-openapi";
import { type Context, Hono } from "hono";
import pino from "pino";
import { expect, test } from "vitest";
import { admins, everyone, refusing, users } from "../../domain/policy.ts";
import { routesOf } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { presentFailure } from "../errors.ts";
import { createPolicies, mountRoutes, routesFor } from "./require.ts";

const createRoute = routesOf("Posts");
const described = {
  id: "a",
  scope: "never" as const,
  summary: "b",
  description: "c",
  answer: { 200: { description: "It is there" } },
};

const ACTORS = {
  anonymous: { kind: "anonymous" },
  reader: { kind: "user", id: "1", email: "grace@blog.example", role: "user", sessionId: "s" },
  admin: { kind: "user", id: "2", email: "ada@blog.example", role: "admin", sessionId: "s", hasCode: true },
} as const;

const log = pino({ level: "silent" });
const answerError = (error: unknown, c: Context<AppEnv>) => {
  const { status, body } = presentFailure(error, c.req.path, log);
  return c.json(body, status);
};

/** The API has one operation for each audience. */
function build(who: keyof typeof ACTORS) {
  const api = new OpenAPIHono<AppEnv>();
  api.onError(answerError);
  api.use((c, next) => {
    c.set("actor", ACTORS[who]);
    return next();
  });
  const policies = createPolicies(api, {});
  api.use(policies.enforce);
  api.openapi(createRoute("get", "/open", everyone, described), (c) => c.body(null, 200));
  api.openapi(createRoute("get", "/own", users, described), (c) => c.body(null, 200));
  const closed = { ...described, params: z.object({ id: z.literal("right") }) };
  api.openapi(createRoute("get", "/closed/{id}", refusing(admins, "Only for admins"), closed), (c) => c.body(null, 200));
  return { api, policies };
}

test.each([
  ["anonymous", [200, 401, 401, 401]],
  ["reader", [200, 200, 403, 403]],
  ["admin", [200, 200, 200, 400]],
] as const)("%s is stopped before the input is looked at", async (who, expected) => {
  const { api, policies } = build(who);
  policies.collect();
  const statuses = [];
  for (const path of ["/open", "/own", "/closed/right", "/closed/wrong"]) statuses.push((await api.request(path)).status);
  expect(statuses).toEqual(expected);
  expect((await api.request("/own", { method: "HEAD" })).status).toBe(expected[1]);
});

test("a refusal has the ability's message, and caches don't store private answers", async () => {
  const reader = build("reader");
  reader.policies.collect();
  expect(await (await reader.api.request("/closed/right")).json()).toEqual({ code: "42501", message: "Only for admins" });
  expect((await reader.api.request("/own")).headers.get("cache-control")).toBe("no-store");
  expect((await reader.api.request("/open")).headers.get("cache-control")).toBe(null);
});

test("an API with a route that has no policy doesn't start", () => {
  const { api, policies } = build("admin");
  api.get("/forgotten", (c) => c.body(null, 200));
  expect(() => policies.collect()).toThrow("GET /forgotten has no policy");
});

test("a route without a policy doesn't compile", () => {
  // @ts-expect-error the policy is missing
  expect(() => createRoute("get", "/forgotten", described)).toThrow();
});

test("a route that doesn’t say what API tokens need for it doesn't compile", () => {
  const { scope, ...silent } = described;
  // @ts-expect-error the scope is missing
  const route = createRoute("get", "/forgotten", everyone, silent);
  const { api, policies } = build("admin");
  api.openapi(route, (c) => c.body(null, 200));
  expect(() => policies.collect()).toThrow("GET /forgotten has no policy");
});

test("routes outside the API have a policy", async () => {
  const app = new Hono<AppEnv>().onError(answerError);
  app.use((c, next) => {
    c.set("actor", ACTORS.reader);
    return next();
  });
  mountRoutes(
    app,
    routesFor(everyone).get("/feed.xml", (c) => c.body("feed")),
  );
  mountRoutes(
    app,
    routesFor(admins).get("/report", (c) => c.body("report")),
  );
  expect([(await app.request("/feed.xml")).status, (await app.request("/report")).status]).toEqual([200, 403]);
  expect(() =>
    mountRoutes(
      app,
      new Hono<AppEnv>().get("/forgotten", (c) => c.body("")),
    ),
  ).toThrow("/forgotten has no policy");
});
