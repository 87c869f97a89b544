// biome-ignore lint/style/noRestrictedImports: this is where routes get their policy
import { createRoute as createPlainRoute, OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Ability } from "../../domain/policy.ts";
import { exampleOf, id } from "../../domain/schema-fields.ts";
import type { Scope } from "../../domain/tokens/token-rules.ts";
import type { AppEnv } from "../env.ts";
import { errorResponses, onValidationError, type Refused } from "./error-responses.ts";
import { noQuery } from "./fields.ts";

/** The documentation has this order. Operations for everybody come first. */
export const TAGS = [
  { name: "Posts", description: "Articles as readers get them, and the posts behind them." },
  { name: "Categories", description: "What articles are filed under, one for each." },
  { name: "Tags", description: "Keywords of articles, as many as they need." },
  { name: "Authors", description: "Authors as readers see them, and their profiles." },
  { name: "Comments", description: "What users say below articles." },
  { name: "Likes", description: "One like per article and reader session." },
  { name: "Views and visits", description: "How often articles are opened, and what pages report about their readers." },
  { name: "Site", description: "The public settings and texts of the site." },
  {
    name: "Auth",
    description: "Sign-up, sign-in and sessions, in the form of Supabase Auth (GoTrue), whose npm client works unchanged.",
  },
  {
    name: "Two-step sign-in",
    description: "Authenticator apps, recovery codes and passkeys, in the form of Supabase Auth (GoTrue).",
  },
  { name: "Account", description: "Your own account, its sessions and its emails." },
  { name: "API tokens", description: "With which programs do what their owner may do, within their scopes." },
  { name: "Users", description: "Profiles, roles and invitations." },
  { name: "Moderation", description: "Comments of every status, decisions about them, the spam filter, and bans." },
  { name: "Drafts and revisions", description: "Changes that aren’t public yet, and what a post said before." },
  {
    name: "Handing in",
    description: "Drafts of contributors that wait for an editor, who publishes them or sends them back with remarks.",
  },
  {
    name: "Post files",
    description: "Posts as Markdown files with front matter, for a folder that is kept in step with the site.",
  },
  { name: "Schedule", description: "When posts and their updates are published, and the calendar of all of them." },
  { name: "Preview links", description: "Secret URLs that show a post before it is published, and the notes of their readers." },
  { name: "Media", description: "The library of images." },
  { name: "Redirects", description: "Paths that lead to another page, and the former slugs of articles." },
  { name: "Trash", description: "What was deleted in the last 30 days and can be restored." },
  { name: "Imports and exports", description: "Posts from other systems, and archives of this site." },
  { name: "Backups", description: "Backups of everything, when they are made, and whether they are verified." },
  { name: "Settings", description: "Settings and the texts of the site’s own pages." },
  { name: "Appearance", description: "How the site looks: colors, fonts, cards, and the looks before." },
  { name: "Analytics", description: "Visits of the site, figures of its articles, and how they are collected." },
  { name: "Quarantine", description: "Hits that weren’t counted, and the rules that decide about them." },
  { name: "Newsletter", description: "Subscribers, their imports and exports, and issues." },
  { name: "Issues", description: "What the newsletter sends, to whom, what became of it, and what came back." },
  { name: "Mail", description: "Emails that are queued, sent or failed." },
  { name: "Webhooks", description: "Addresses that are told what happens on the site, and the log of what they were told." },
  { name: "Activity log", description: "Who changed what in the back office, and sign-ins." },
  { name: "System", description: "The dashboard, the state of the server, its jobs and documents." },
] as const;

export type Tag = (typeof TAGS)[number]["name"];

/** A symbol, so that the API's document leaves it out. */
export const POLICY: unique symbol = Symbol("policy");

/** What an API token needs for an operation. `public`: nobody is signed in to it; `never`: no token can. */
export type ScopeOfOperation = Scope | "public" | "never";

type Security = { session: string[] } | { token: string[] };
export type Policed = { tags: Tag[]; security?: Security[]; "x-scope": ScopeOfOperation; [POLICY]: Ability };

export const isForTokens = (scope: ScopeOfOperation): scope is Scope => scope !== "public" && scope !== "never";

/** The document says whether an operation needs a session, or takes an API token. */
export const policed = (tag: Tag, ability: Ability<never>, scope: ScopeOfOperation): Policed => ({
  tags: [tag],
  ...(ability.audience !== "everyone" && { security: [{ session: [] }, ...(isForTokens(scope) ? [{ token: [scope] }] : [])] }),
  "x-scope": scope,
  [POLICY]: ability,
});

type Method = "get" | "post" | "put" | "patch" | "delete";
type Fields = z.ZodObject | undefined;
type Schema = z.ZodType | undefined;

type IdNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | IdNames<Rest> : never;
type Ids<Path extends string> = Path extends `${string}{${string}` ? z.ZodObject<Record<IdNames<Path>, typeof id>> : undefined;

type Description<Answer, Params extends Fields, Query extends z.ZodObject, Headers extends Fields, Body extends Schema> = {
  id: string;
  scope: ScopeOfOperation;
  summary: string;
  description: string;
  /** default: an id for each */
  params?: Params;
  query?: Query;
  headers?: Headers;
  /** the JSON body */
  body?: Body;
  example?: unknown;
  /** whether the body is a file instead */
  isUpload?: true;
  answer: Answer;
  /** errors beside those that follow from the method, the path, the body and the policy */
  refuses?: Refused[];
};

type Request<Params extends Fields, Query extends z.ZodObject, Headers extends Fields, Body extends Schema> = {
  params: Params;
  query: Query;
  headers: Headers;
  body: Body extends z.ZodType ? JsonBody<Body> : undefined;
};

type Route<M extends Method, Path extends string, Answer, Input> = Policed & {
  operationId: string;
  method: M;
  path: Path;
  summary: string;
  description: string;
  request: Input;
  responses: Answer;
};

/** @param noun what `{id}` in a path is the id of. Other names of ids are nouns themselves: `{note}`. */
function idsOf<Path extends string>(path: Path, noun: string): Ids<Path> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const fields = names.map((name) => [name, id.meta({ description: `The ${name === "id" ? noun : name}’s id` })]);
  return (names.length > 0 ? z.object(Object.fromEntries(fields)) : undefined) as Ids<Path>;
}

type Refusing = { audience: Ability["audience"]; scope: ScopeOfOperation; hasBody: boolean };

/** Every write is limited and refused to other sites, and its subject may be gone; a token may not be enough, or used too often. */
function refusalsOf(method: Method, path: string, { audience, scope, hasBody }: Refusing): Refused[] {
  const isWrite = method !== "get";
  return [
    ...(audience !== "everyone" ? ([401] as const) : []),
    ...(audience !== "everyone" || isWrite ? ([403] as const) : []),
    ...(path.includes("{") || isWrite ? ([404] as const) : []),
    ...(hasBody ? ([413, 415] as const) : []),
    ...(isWrite || isForTokens(scope) ? ([429] as const) : []),
  ];
}

const FILE = {
  required: true,
  content: { "application/octet-stream": { schema: z.any().openapi({ type: "string", format: "binary" }) } },
};

/** A route only compiles with a policy, and with what an API token needs for it. @param noun what `{id}` in the paths is the id of */
export const routesOf =
  (tag: Tag, noun = tag.toLowerCase()) =>
  <
    M extends Method,
    Path extends string,
    Answer extends RouteConfig["responses"],
    Params extends Fields = Ids<Path>,
    Query extends z.ZodObject = typeof noQuery,
    Headers extends Fields = undefined,
    Body extends Schema = undefined,
  >(
    method: M,
    path: Path,
    ability: Ability<never>,
    described: Description<Answer, Params, Query, Headers, Body>,
  ) => {
    const {
      id: operationId,
      scope,
      summary,
      description,
      query,
      headers,
      body,
      example,
      isUpload,
      answer,
      refuses = [],
    } = described;
    const hasBody = Boolean(body ?? isUpload);
    const errors = [...refusalsOf(method, path, { audience: ability.audience, scope, hasBody }), ...refuses];
    const route: Route<M, Path, Answer, Request<Params, Query, Headers, Body>> = {
      ...policed(tag, ability, scope),
      operationId,
      method,
      path,
      summary,
      description,
      request: {
        params: described.params ?? idsOf(path, noun),
        query: query ?? noQuery,
        headers,
        body: body ? jsonBody(body, example) : isUpload && FILE,
      } as Request<Params, Query, Headers, Body>,
      responses: { ...answer, ...errorResponses(...errors) },
    };
    return createPlainRoute(route);
  };

export const resource = () => new OpenAPIHono<AppEnv>({ defaultHook: onValidationError });

export const json = <S, E>(schema: S, description: string, example: E) => ({
  description,
  content: { "application/json": { schema, example } },
});

/** The example is the schema's own unless given. */
export const ok = <S extends z.ZodType>(schema: S, description: string, example: unknown = exampleOf(schema)) => ({
  200: json(schema, description, example),
});
export const created = <S extends z.ZodType>(schema: S, description: string, example: unknown = exampleOf(schema)) => ({
  201: json(schema, description, example),
});
export const accepted = <S extends z.ZodType>(schema: S, description: string, example: unknown = exampleOf(schema)) => ({
  202: json(schema, description, example),
});
export const done = (description: string) => ({ 204: { description } });

export const file = (description: string, type: string, example: string) => ({
  200: { description, content: { [type]: { schema: z.any().openapi({ type: "string", format: "binary" }), example } } },
});

type JsonBody<S> = { required: true; content: { "application/json": { schema: S } } };

export const jsonBody = <S, E>(schema: S, example: E) => ({
  required: true as const,
  content: { "application/json": { schema, example } },
});
