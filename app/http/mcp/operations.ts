import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Scope } from "../../domain/tokens/token-rules.ts";
import { isForTokens, type Policed } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { type ErrorBody, HttpError } from "../errors.ts";

type Operation = { method: string; path: string; scope: Scope };

/** Those that API tokens can use, by id. */
export type Operations = ReadonlyMap<string, Operation>;

export function operationsOf(api: OpenAPIHono<AppEnv>): Operations {
  const described = api.openAPIRegistry.definitions.flatMap((one) => (one.type === "route" ? [one.route] : []));
  return new Map(
    described.flatMap((route) => {
      const { operationId, method, path, "x-scope": scope = "never" } = route as typeof route & Partial<Policed>;
      return operationId && isForTokens(scope) ? [[operationId, { method: method.toUpperCase(), path, scope }] as const] : [];
    }),
  );
}

type Values = Record<string, string | number | undefined>;
/** `file`: a body that isn't JSON. */
export type Input = { params?: Record<string, string>; query?: Values; body?: unknown; file?: Uint8Array<ArrayBuffer> };

/** @throws HttpError with the API's error @throws TypeError for an operation that tokens can't use */
export type Call<Id extends string = string> = <Answer>(id: Id, input?: Input) => Promise<Answer>;

/** They say who calls, and from where. */
const PASSED_ON = ["authorization", "host", "user-agent", "via", "forwarded"];
const isPassedOn = (name: string) => PASSED_ON.includes(name) || name.startsWith("x-forwarded-");

function requestOf({ method, path }: Operation, { params = {}, query = {}, body, file }: Input, asked: Request): Request {
  const url = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? "")),
    asked.url,
  );
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  const headers = new Headers([...asked.headers].filter(([name]) => isPassedOn(name)));
  if (body !== undefined) headers.set("content-type", "application/json");
  return new Request(url, { method, headers, body: file ?? (body === undefined ? null : JSON.stringify(body)) });
}

/**
 * Asks the API's own operations, in process, as the client of `asked`: validation, policies, scopes, limits and the activity log are theirs.
 */
export const callFor =
  (operations: Operations, asked: Request, ask: (request: Request) => Response | Promise<Response>): Call =>
  async <Answer>(id: string, input: Input = {}) => {
    const operation = operations.get(id);
    if (!operation) throw new TypeError(`no token can use the operation ${id}`);
    const response = await ask(requestOf(operation, input, asked));
    if (!response.ok) throw new HttpError(response.status as ContentfulStatusCode, (await response.json()) as ErrorBody);
    return (response.status === 204 ? undefined : await response.json()) as Answer;
  };
