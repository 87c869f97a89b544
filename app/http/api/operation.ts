// biome-ignore lint/style/noRestrictedImports: this is where routes get their policy
import { createRoute as createPlainRoute, OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { Ability } from "../../domain/policy.ts";
import type { AppEnv } from "../env.ts";
import { onValidationError } from "./error-responses.ts";

/** The groups of operations in the API's document, in the order of its pages. Operations for everybody come first. */
export const TAGS = [
  { name: "Posts", description: "Articles as readers get them, and the posts behind them." },
  { name: "Categories", description: "What articles are filed under, one for each." },
  { name: "Tags", description: "Keywords of articles, as many as they need." },
  { name: "Comments", description: "What users say below articles, and its moderation." },
  { name: "Likes", description: "One like per article and reader session." },
  { name: "Views and visits", description: "How often articles are opened, and what pages report about their readers." },
  { name: "Site", description: "The public settings and texts of the site." },
  {
    name: "Auth",
    description: "Sign-up, sign-in and sessions, in the form of Supabase Auth (GoTrue), whose npm client works unchanged.",
  },
  { name: "Account", description: "Your own account, its sessions and its emails." },
  { name: "Users", description: "Profiles, roles and invitations." },
  { name: "Drafts and revisions", description: "Changes that aren't public yet, and what a post said before." },
  { name: "Schedule", description: "When posts and their updates are published, and the calendar of all of them." },
  { name: "Preview links", description: "Secret URLs that show a post before it is published, and the notes of their readers." },
  { name: "Media", description: "The library of pictures." },
  { name: "Redirects", description: "Paths that lead to another page, and the former slugs of articles." },
  { name: "Trash", description: "What was deleted in the last 30 days and can be restored." },
  { name: "Imports and exports", description: "Posts from other systems, and archives of this site." },
  { name: "Backups", description: "Backups of everything, when they are made, and whether they are verified." },
  { name: "Settings", description: "Settings and the texts of the site's own pages." },
  { name: "Appearance", description: "How the site looks: colors, fonts, cards, and the looks before." },
  { name: "Analytics", description: "Visits of the site, figures of its articles, and how they are collected." },
  { name: "Quarantine", description: "Hits that weren't counted, and the rules that decide about them." },
  { name: "Mail", description: "Emails that are queued, sent or failed." },
  { name: "Activity log", description: "Who changed what in the back office, and sign-ins." },
  { name: "System", description: "The dashboard, the state of the server, its jobs and documents." },
] as const;

/** A tag of the API's document. */
export type Tag = (typeof TAGS)[number]["name"];

/** The key of a route's policy. A symbol, so that the API's document leaves it out. */
export const POLICY: unique symbol = Symbol("policy");

/** What every operation has in addition to its description. */
export type Policed = { tags: Tag[]; security?: { session: string[] }[]; [POLICY]: Ability };

/** The tag and policy of an operation. The document says whether it needs a token. */
// biome-ignore lint/suspicious/noExplicitAny: routes only ask for the audience, whatever the subject
export const operation = (tag: Tag, ability: Ability<any>): Policed => ({
  tags: [tag],
  ...(ability.audience !== "everyone" && { security: [{ session: [] }] }),
  [POLICY]: ability,
});

/** Describes a route of the API. It only compiles with a policy, which `operation` adds. */
export const createRoute = <P extends string, R extends Omit<RouteConfig, "path"> & { path: P } & Policed>(route: R) =>
  createPlainRoute(route);

/** The routes of one resource, which answer invalid input with the API's own error. */
export const resource = () => new OpenAPIHono<AppEnv>({ defaultHook: onValidationError });

/** A response with a JSON body, for an operation's `responses`. */
export const json = <S, E>(schema: S, description: string, example: E) => ({
  description,
  content: { "application/json": { schema, example } },
});

/** The JSON body of a request. */
export const jsonBody = <S, E>(schema: S, example: E) => ({
  required: true as const,
  content: { "application/json": { schema, example } },
});
