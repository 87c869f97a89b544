import { z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { readReport } from "../../domain/newsletter/bounces/read-report.ts";
import { reportBounces } from "../../domain/newsletter/bounces/take-bounces.ts";
import { newsletterPolicy } from "../../domain/newsletter/newsletter.policy.ts";
import { bounce, bounceCounts } from "../../domain/newsletter/newsletter.ts";
import type { AppEnv } from "../env.ts";
import { ok, resource, routesOf } from "./operation.ts";

const PATH = "/newsletter/bounces";

/** A whole message instead of JSON. */
export const isBounceReport = (c: Context): boolean =>
  c.req.method === "POST" && c.req.path === `/api${PATH}` && /^message\/rfc822\b/i.test(c.req.header("content-type") ?? "");

const SECRET_MAX = 200;
const secret = z.string().max(SECRET_MAX, `must have at most ${SECRET_MAX} characters`).optional();

const report = routesOf("Issues")("post", PATH, newsletterPolicy.reportBounce, {
  id: "reportBounce",
  scope: "public",
  summary: "Report a bounce or a complaint",
  description:
    "For mail servers and providers. The secret, which admins make, is in `X-Bounce-Secret` or in the query. `hard` and `complaint` end the " +
    "subscription at once, `soft` does after five issues in a row. The issue is known by its `Message-ID`, the subscriber by that or by " +
    "`email`. Instead of JSON, the body may be a whole report as `message/rfc822` (RFC 3464 or RFC 5965). 404 (`bounce_secret`) " +
    "if the secret is missing or wrong.",
  query: z.strictObject({ secret: secret.openapi({ description: "The secret, where headers can’t be set", example: "f00d" }) }),
  headers: z.object({ "x-bounce-secret": secret.openapi({ description: "The secret", example: "f00d" }) }),
  body: bounce,
  example: { email: "ada@blog.example", kind: "hard", reason: "550 5.1.1 User unknown" },
  answer: ok(bounceCounts, "What was done about it"),
});

/** Takes reports that are whole messages. JSON goes on to the route. */
export const bounceReports = (): MiddlewareHandler<AppEnv> => async (c, next) => {
  if (!isBounceReport(c)) return next();
  const given = c.req.header("x-bounce-secret") ?? c.req.query("secret") ?? "";
  const { context } = c.var.deps;
  // Nothing is parsed for those who don't know the secret.
  await reportBounces(context, given, []);
  const bounces = await readReport(Buffer.from(await c.req.arrayBuffer()));
  return c.json(await reportBounces(context, given, bounces), 200);
};

export const bounces = () =>
  resource().openapi(report, async (c) => {
    const given = c.req.valid("header")["x-bounce-secret"] ?? c.req.valid("query").secret ?? "";
    return c.json(await reportBounces(c.var.deps.context, given, [c.req.valid("json")]), 200);
  });
