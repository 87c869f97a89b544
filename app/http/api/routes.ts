import { OpenAPIHono } from "@hono/zod-openapi";
import { except } from "hono/combine";
import { type Ability, users as signedInUsers, team } from "../../domain/policy.ts";
import { systemPolicy } from "../../domain/system/system.policy.ts";
import { documents } from "../api-docs/documents.ts";
import { describeAuth } from "../auth-v1/routes.ts";
import type { AppEnv } from "../env.ts";
import { unknownPath } from "../errors.ts";
import { sameOrigin } from "../guards/same-origin.ts";
import { type RateLimit, tokenLimit, writeLimit } from "../guards/try-limits.ts";
import { allowedMethods, fixedPaths } from "../middleware/allowed-methods.ts";
import { bodyLimit, jsonOnly } from "../middleware/body-limit.ts";
import { cacheControl, conditional } from "../middleware/cache-control.ts";
import { compression } from "../middleware/compression.ts";
import { readableAddress } from "../middleware/readable-address.ts";
import { authenticate, createPolicies, requireAbility, requireAuthor } from "../middleware/require.ts";
import { accountRoutes } from "./account.ts";
import { isLive } from "./admin/analytics/live.ts";
import { adminRoutes } from "./admin/routes.ts";
import { isUpload } from "./admin/uploads.ts";
import { authors } from "./authors.ts";
import { bounceReports, bounces, isBounceReport } from "./bounces.ts";
import { categories } from "./categories.ts";
import { comments } from "./comments.ts";
import { describeComponents } from "./error-responses.ts";
import { likes } from "./likes.ts";
import { newsletter } from "./newsletter.ts";
import { posts } from "./posts.ts";
import { siteSettings } from "./site.ts";
import { tags } from "./tags.ts";
import { users } from "./users.ts";
import { describeVisits } from "./visits.ts";

/** Chained so that the browser's client takes its types from here. */
const mount = (api: OpenAPIHono<AppEnv>) =>
  api
    .route("/api", posts())
    .route("/api", categories())
    .route("/api", authors())
    .route("/api", tags())
    .route("/api", siteSettings())
    .route("/api", likes())
    .route("/api", comments())
    .route("/api", accountRoutes())
    .route("/api", newsletter())
    .route("/api", users())
    .route("/api", bounces())
    .route("/api", adminRoutes());

/** Private whether the paths exist or not, so that their existence shows only to those who may use them. */
const PRIVATE: Record<string, Ability> = {
  "/api/account/*": signedInUsers,
  "/api/users/*": signedInUsers,
  "/api/comments/*": signedInUsers,
  "/api/posts/:slug/comments/own": signedInUsers,
  "/api/admin/*": team,
};

/** The API's own description, whose routes are no operations. */
const DOCUMENTS: Record<string, Ability> = {
  "GET /api/openapi.json": systemPolicy.readPublic,
  "GET /api/docs": systemPolicy.readPublic,
  "GET /api/docs/:part": systemPolicy.readPublic,
  "GET /api/docs.css": systemPolicy.readPublic,
};

/**
 * Also answers what no route takes: 405 for a known path, 404 for an unknown one. Throws errors, so mount it where `onError` is
 * `answerError`.
 * @param limits how many writes an address without an account may make
 */
export function apiRoutes(limits?: { writes?: RateLimit }) {
  const api = new OpenAPIHono<AppEnv>();
  // An endless response can't be buffered, which compression and ETags need.
  api.use("/api/*", except(isLive, compression()), cacheControl(), except(isLive, conditional()), readableAddress());
  api.use("/api/*", sameOrigin(), authenticate(), tokenLimit(), writeLimit(limits?.writes));
  const policies = createPolicies(api, DOCUMENTS);
  api.on("POST", "/api/admin/posts", requireAuthor());
  api.use("/api/*", policies.enforce);
  for (const [path, ability] of Object.entries(PRIVATE)) api.use(path, requireAbility(ability));
  // Uploads are neither small nor JSON, and have their own limit.
  api.use("/api/*", except(isUpload, bodyLimit()), except([isUpload, isBounceReport], jsonOnly()));
  api.use("/api/newsletter/bounces", bounceReports());
  api.use("/api/*", fixedPaths(api));
  describeComponents(api);
  describeVisits(api);
  describeAuth(api);
  const routes = mount(api);
  api.route(
    "/api",
    documents((frame) => api.getOpenAPI31Document(frame)),
  );
  policies.collect();
  allowedMethods(api);
  api.all("/api/*", () => {
    throw unknownPath();
  });
  return routes;
}

export type ApiRoutes = ReturnType<typeof apiRoutes>;
