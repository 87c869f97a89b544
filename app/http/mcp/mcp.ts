import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { CallToolResult, Server } from "@modelcontextprotocol/server";
import type { Context, Hono, MiddlewareHandler } from "hono";
import type { SignedIn } from "../../domain/authorize.ts";
import { missingScope } from "../../domain/errors.ts";
import { everyone, hasScope } from "../../domain/policy.ts";
import { hasPostToken } from "../../domain/tokens/has-post-token.ts";
import type { Scope } from "../../domain/tokens/token-rules.ts";
import { requestLog } from "../../platform/log.ts";
import { invalidInput } from "../api/error-responses.ts";
import { API_VERSION } from "../api-docs/documents.ts";
import type { AppEnv } from "../env.ts";
import { HttpError, presentFailure, unknownPath } from "../errors.ts";
import { sameOrigin } from "../guards/same-origin.ts";
import { authenticate, routesFor, signedIn } from "../middleware/require.ts";
import { createFence, FENCE_RULE } from "./fence.ts";
import { callFor, type Operations, operationsOf } from "./operations.ts";
import type { Tool } from "./tool.ts";
import { TOOLS } from "./tools.ts";

/** Bytes: a picture in base64 takes a third more than its file. Larger ones come from an address. */
const BODY_MAX = 16 * 1024 * 1024;

const INSTRUCTIONS = `The tools read and write this blog. ${FENCE_RULE} Readers see nothing of drafts and staged edits until they are published.`;

/** As clients are told of it. */
const describe = ({ name, title, description, input, isRead }: Tool) => ({
  name,
  title,
  description,
  inputSchema: z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as { type: "object" },
  annotations: { readOnlyHint: isRead, destructiveHint: false, openWorldHint: false },
});

/** @throws Error for a tool that no token could use: the server doesn't start then */
function scopesOf({ name, operations: called, besides }: Tool, operations: Operations): Scope[] {
  const scopes = called.flatMap((id) => operations.get(id)?.scope ?? []);
  if (scopes.length < called.length) throw new Error(`${name} calls an operation that tokens can't use: ${called.join(", ")}`);
  return [...new Set([...scopes, ...(besides ? [besides] : [])])];
}

type Offered = { tool: Tool; scopes: Scope[]; described: ReturnType<typeof describe> };

/** What the whole app answers. */
type Ask = (request: Request, env: AppEnv["Bindings"]) => Response | Promise<Response>;

type Door = { operations: Operations; tools: readonly Offered[]; ask: Ask };

const missingFor = (actor: SignedIn, { scopes }: Offered) => scopes.find((scope) => !hasScope(actor, scope));

async function answerOf(
  c: Context<AppEnv>,
  { tool }: Offered,
  input: unknown,
  { operations, ask }: Door,
): Promise<CallToolResult> {
  const read = tool.input.safeParse(input);
  if (!read.success) throw invalidInput(read.error, "json", input);
  const { context, settings } = c.var.deps;
  const call = callFor(operations, c.req.raw, (request) => ask(request, c.env));
  const around = { call, fence: createFence(context.random), host: new URL(settings.site().url).host };
  const { text, data } = await tool.run(read.data as never, around);
  return { content: [{ type: "text", text }], structuredContent: data };
}

/** In the API's words, which a model can act on. */
function failed(c: Context<AppEnv>, error: unknown, tool: string): CallToolResult {
  const log = requestLog(c.var.deps.context.log, c.var.requestId);
  const { code, message, details = [] } = presentFailure(error, `MCP ${tool}`, log).body;
  const text = [`${message} (${code})`, ...details.map(({ field, rule }) => `${field} ${rule}`)].join("\n");
  return { content: [{ type: "text", text }], structuredContent: { code, message, details }, isError: true };
}

/** One for each request, because it says what this token reaches. */
async function serverFor(c: Context<AppEnv>, actor: SignedIn, door: Door): Promise<Server> {
  const { ProtocolError, ProtocolErrorCode, Server: McpServer } = await import("@modelcontextprotocol/server");
  const server = new McpServer(
    { name: "skylark", title: c.var.deps.settings.site().name, version: API_VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const listed = door.tools.filter((offered) => !missingFor(actor, offered));
  server.setRequestHandler("tools/list", () => ({ tools: listed.map(({ described }) => described) }));
  server.setRequestHandler("tools/call", async ({ params: { name, arguments: input = {} } }) => {
    const found = door.tools.find(({ tool }) => tool.name === name);
    if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}`);
    const missing = missingFor(actor, found);
    if (missing) return failed(c, missingScope(missing), name);
    return answerOf(c, found, input, door).catch((error: unknown) => failed(c, error, name));
  });
  return server;
}

/** @throws DomainError, HttpError (401) for anything but an API token */
function tokenHolder(c: Context<AppEnv>): SignedIn {
  c.header("www-authenticate", "Bearer");
  const actor = signedIn(c);
  if (!actor.token) throw new HttpError(401, { code: "no_token", message: "This takes API tokens only: Bearer sky_…" });
  c.header("www-authenticate", undefined);
  return actor;
}

/** A page of another site can have its own host name lead here (DNS rebinding), so Host proves nothing. @throws HttpError 403 */
const ownOrigin: MiddlewareHandler<AppEnv> = async (c, next) => {
  const origin = c.req.header("origin");
  if (origin !== undefined && URL.parse(origin)?.host !== new URL(c.var.deps.settings.site().url).host)
    throw new HttpError(403, { code: "cross_site", message: "Pages of other sites can’t use this" });
  await next();
};

/** Unknown like any other path until a token can do something with posts. */
const whileOpen: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (await hasPostToken(c.var.deps.context)) return next();
  throw unknownPath();
};

/**
 * The tools of the Model Context Protocol, which call the API's own operations as the token that came. Without state, so that any instance
 * answers, and without streams of the server's own.
 */
export function mcpRoutes(api: OpenAPIHono<AppEnv>, ask: Ask): Hono<AppEnv> {
  const operations = operationsOf(api);
  const tools = TOOLS.map((tool) => ({ tool, scopes: scopesOf(tool, operations), described: describe(tool) }));
  return routesFor(everyone).all("/mcp", whileOpen, ownOrigin, sameOrigin(), authenticate(), async (c) => {
    const actor = tokenHolder(c);
    const { createMcpHandler } = await import("@modelcontextprotocol/server");
    const server = () => serverFor(c, actor, { operations, tools, ask });
    const answer = await createMcpHandler(server, { maxRequestBodySize: BODY_MAX, maxSubscriptions: 0 }).fetch(c.req.raw);
    answer.headers.set("cache-control", "no-store");
    return answer;
  });
}
