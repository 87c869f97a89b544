import type { OpenAPIHono } from "@hono/zod-openapi";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { authenticateToken } from "../../domain/auth/access-tokens.ts";
import { authError, factorRequired, otherAccount } from "../../domain/auth/auth-errors.ts";
import type { Actor, SignedIn } from "../../domain/authorize.ts";
import { DomainError, forbidden, missingScope } from "../../domain/errors.ts";
import { type Ability, hasScope, isOfBackOffice } from "../../domain/policy.ts";
import { authenticateApiToken } from "../../domain/tokens/authenticate-api-token.ts";
import { TOKEN_START } from "../../domain/tokens/token-rules.ts";
import { isForTokens, POLICY, type Policed, type ScopeOfOperation } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { HttpError, RoleCheckError, SESSION_WORDS } from "../errors.ts";
import { clientAddress } from "../guards/limited-address.ts";

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i;
const ANONYMOUS: Actor = { kind: "anonymous" };

export const bearerToken = (c: Context<AppEnv>): string | undefined => BEARER.exec(c.req.header("authorization") ?? "")?.[1];

/** The only request whose error for a failed look-up of the role is worded by the specification (section 8). */
const isCreatingPost = (c: Context<AppEnv>) => c.req.method === "POST" && c.req.path === "/api/admin/posts";

/** The account that a form belongs to: by the time it is sent, its browser may be signed in to another one. */
const ACCOUNT_HEADER = "x-account";

/** The auth service knows sessions only. */
const actorOf = (c: Context<AppEnv>, token: string, options: { beforeCode?: boolean }): Promise<SignedIn> =>
  token.startsWith(TOKEN_START) && !options.beforeCode
    ? authenticateApiToken(c.var.deps.context, token, clientAddress(c))
    : authenticateToken(c.var.deps.context, token, options);

/**
 * Without a valid token the actor is anonymous; the reason of the refusal is for routes that require a user.
 * @param options `beforeCode`: for the routes that take the code of two-step sign-in; to all others, a session without it is none
 */
export function authenticate(options: { beforeCode?: boolean } = {}): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set("actor", ANONYMOUS);
    const token = bearerToken(c);
    if (token !== undefined) {
      try {
        c.set("actor", await actorOf(c, token, options));
      } catch (error) {
        if (!(error instanceof DomainError)) throw isCreatingPost(c) ? new RoleCheckError(error) : error;
        c.set("refusal", error);
      }
    }
    const { actor } = c.var;
    const owner = c.req.header(ACCOUNT_HEADER);
    if (owner !== undefined && actor.kind === "user" && owner !== actor.id) throw otherAccount(actor.email);
    await next();
  };
}

/** Needs `authenticate` before it. @throws DomainError (401) no_authorization without a token, else why the token was refused */
export function signedIn(c: Context<AppEnv>): SignedIn {
  const { actor, refusal } = c.var;
  if (actor.kind === "user") return actor;
  throw refusal ?? authError("no_authorization", "This endpoint requires a valid Bearer token");
}

const notByToken = () => new DomainError("forbidden", "token_refused", "No API token can do this. Please sign in instead.");

/**
 * Tokens aren't for what everybody may do.
 * @throws 401 without a valid session or token, 403 for users outside the audience and tokens without the scope
 */
function admit(c: Context<AppEnv>, { audience, admits, refusal }: Ability, scope?: ScopeOfOperation): void {
  if (audience === "everyone") {
    if (c.var.actor.kind === "user" && c.var.actor.token) c.set("actor", ANONYMOUS);
    return;
  }
  const actor = signedIn(c);
  if (actor.token && scope !== undefined) {
    if (!isForTokens(scope)) throw notByToken();
    if (!hasScope(actor, scope)) throw missingScope(scope);
  }
  if (!admits(actor)) throw forbidden(refusal);
  if (isOfBackOffice({ audience }) && !actor.hasCode && c.var.deps.settings.get().requireTwoSteps) throw factorRequired();
  // No cache may store personal answers.
  c.header("cache-control", "no-store");
}

/** 401 without a valid session, 403 for users outside the audience. For paths that aren't operations. */
export function requireAbility(ability: Ability): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    admit(c, ability);
    await next();
  };
}

/** The 401 of creating a post (specification, section 8): "User not authenticated" without a token, else "Authentication error: …". */
export function requireAuthor(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { actor, refusal: wrong } = c.var;
    if (actor.kind !== "user") {
      const message = wrong ? `Authentication error: ${SESSION_WORDS[wrong.code] ?? wrong.message}` : "User not authenticated";
      throw new HttpError(401, { code: wrong?.code ?? "no_authorization", message });
    }
    await next();
  };
}

type Policy = { ability: Ability; scope: ScopeOfOperation };

/** The keys are spelled as Hono does: "GET /api/posts/:slug". */
function policiesOf(api: OpenAPIHono<AppEnv>): Map<string, Policy> {
  const operations = api.openAPIRegistry.definitions.flatMap((one) => (one.type === "route" ? [one.route] : []));
  return new Map(
    operations.flatMap((route) => {
      const { [POLICY]: ability, "x-scope": scope } = route as Partial<Policed>;
      const key = `${route.method.toUpperCase()} ${route.path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
      return ability && scope ? [[key, { ability, scope }] as const] : [];
    }),
  );
}

/** Policies are enforced before anything else in a request is looked at. */
export function createPolicies(api: OpenAPIHono<AppEnv>, others: Record<string, Ability>) {
  const policies = new Map(Object.entries(others).map(([key, ability]): [string, Policy] => [key, { ability, scope: "public" }]));
  const isOperation = ({ method }: { method: string }) => method !== "ALL";
  return {
    /** Mount it before the operations. */
    enforce: (async (c, next) => {
      const route = matchedRoutes(c).find(isOperation);
      const policy = route && policies.get(`${route.method} ${route.path}`);
      if (policy) admit(c, policy.ability, policy.scope);
      await next();
    }) as MiddlewareHandler<AppEnv>,
    /** Call it after all operations are mounted. @throws Error for a route without a policy: the server doesn't start then */
    collect(): void {
      for (const [key, policy] of policiesOf(api)) policies.set(key, policy);
      for (const { method, path } of api.routes.filter(isOperation))
        if (!policies.has(`${method} ${path}`)) throw new Error(`${method} ${path} has no policy: say who may call it`);
    },
  };
}

const audiences = new WeakMap<Hono<AppEnv>, Ability>();

/** Outside the API, all with one policy. */
export function routesFor(ability: Ability): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  if (ability.audience !== "everyone") routes.use(requireAbility(ability));
  audiences.set(routes, ability);
  return routes;
}

/** @throws Error for routes that `routesFor` didn't make, because they have no policy */
export function mountRoutes(app: Hono<AppEnv>, routes: Hono<AppEnv>): void {
  if (!audiences.has(routes)) throw new Error(`${routes.routes[0]?.path} has no policy: make its routes with routesFor`);
  app.route("/", routes);
}
