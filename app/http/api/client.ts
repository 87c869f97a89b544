import type { ClientRequestOptions, ClientResponse, hc } from "hono/client";
import type { LikeStats } from "../../domain/likes/like.ts";
import type { Profile } from "../../domain/users/user.ts";
import type { ApiRoutes } from "./routes.ts";

/** A chain of names (`client.api.posts[":slug"].$get`), typed by the routes themselves. */
export type Client = ReturnType<typeof hc<ApiRoutes>>;

type Input = { param?: Record<string, string>; query?: Record<string, string | undefined>; json?: unknown };

function addressOf(names: string[], { param = {}, query = {} }: Input): string {
  const path = names.map((name) => (name.startsWith(":") ? encodeURIComponent(param[name.slice(1)] ?? "") : name)).join("/");
  const search = new URLSearchParams(Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined));
  return `/${path}${search.size > 0 ? `?${search}` : ""}`;
}

/**
 * Has the types of Hono's own client and a third of its size: path parameters, queries and JSON bodies, which is all that the API has.
 * @param baseUrl without a trailing slash
 */
export function createClient(fetch: typeof globalThis.fetch, baseUrl: string): Client {
  const send = (names: string[], input: Input = {}, init?: RequestInit) => {
    const method = (names.at(-1) ?? "").slice("$".length).toUpperCase();
    const body =
      input.json === undefined ? {} : { body: JSON.stringify(input.json), headers: { "content-type": "application/json" } };
    return fetch(baseUrl + addressOf(names.slice(0, -1), input), { method, ...body, ...init });
  };
  const chain = (names: string[]): unknown =>
    new Proxy(() => {}, {
      get: (_, name) => chain([...names, String(name)]),
      apply: (_, __, [input, options]: [Input?, ClientRequestOptions?]) => send(names, input, options?.init),
    });
  return chain([]) as Client;
}

export type { LikeStats };

export type PostsQuery = {
  search?: string | undefined;
  category?: string | undefined;
  tag?: string | undefined;
  featured?: boolean | "first";
  sort?: "newest" | undefined;
  exact?: boolean | undefined;
  page?: number;
  limit?: number;
};

/** `code`, `message` and `details` are the server's. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: { field: string; rule: string }[] | undefined;

  constructor(status: number, body: { code?: unknown; message?: unknown; details?: unknown } | null) {
    super(typeof body?.message === "string" ? body.message : `HTTP error! status: ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.code = typeof body?.code === "string" ? body.code : "unexpected";
    this.details = Array.isArray(body?.details) ? body.details : undefined;
  }
}

type Good<R> = R extends ClientResponse<infer T, infer S, "json"> ? (S extends 200 | 201 ? T : never) : never;

type Answer = ClientResponse<unknown, number, string>;

/** @throws ApiError the server's refusal */
async function unwrap<R extends Answer>(answer: Promise<R>): Promise<R> {
  const response = await answer;
  if (!response.ok) throw new ApiError(response.status, await (response.json() as Promise<object>).catch(() => null));
  return response;
}

export const body = async <R extends Answer>(answer: Promise<R>) => (await (await unwrap(answer)).json()) as Good<R>;

export const unwrapEmpty: (answer: Promise<Answer>) => Promise<unknown> = unwrap;

const text = (value: number | boolean | string | undefined) => value?.toString();

const NO_QUERY = { query: {} };

const ofId = (id: string) => ({ param: { id }, ...NO_QUERY });

const sending = <T>(json: T) => ({ json, ...NO_QUERY });

const pageOf = (slug: string, page?: number) => ({ param: { slug }, query: { page: text(page) } });

/** The given `fetch` adds it. */
const header = {} as { "x-session-id": string };

/**
 * In the browser and, in process, on the server.
 * @param fetch adds the reader's `x-session-id`, and for accounts `Authorization: Bearer` with the access token
 * @param baseUrl without a trailing slash; empty for the page's own origin
 */
export function createApi(fetch: typeof globalThis.fetch, baseUrl: string) {
  const { api } = createClient(fetch, baseUrl);
  return {
    posts: {
      list: ({ featured, exact, page, limit, ...filter }: PostsQuery = {}) =>
        body(
          api.posts.$get({
            query: {
              ...filter,
              featured: text(featured) as "true" | "first" | undefined,
              exact: exact ? "true" : undefined,
              page: text(page),
              limit: text(limit),
            },
          }),
        ),
      read: (slug: string) => body(api.posts[":slug"].$get({ param: { slug }, query: {} })),
      comments: (slug: string, page?: number) => body(api.posts[":slug"].comments.$get(pageOf(slug, page))),
    },
    author: (slug: string, page?: number) => body(api.authors[":slug"].$get(pageOf(slug, page))),
    categories: () => body(api.categories.$get(NO_QUERY)),
    tags: () => body(api.tags.$get(NO_QUERY)),
    site: () => body(api.site.$get(NO_QUERY)),
    home: () => body(api.site.home.$get(NO_QUERY)),
    about: () => body(api.site.about.$get(NO_QUERY)),
    privacy: () => body(api.site.privacy.$get(NO_QUERY)),
    storedKeys: () => body(api.site["stored-keys"].$get(NO_QUERY)),
    newsletter: {
      form: () => body(api.newsletter.form.$get(NO_QUERY)),
      subscribe: (asked: { email: string; ticket: string; page: string; website: string }) =>
        unwrapEmpty(api.newsletter.$post(sending(asked))),
    },
    likes: {
      stats: (ids: string[]): Promise<Record<string, LikeStats>> =>
        body(api.likes.stats.$get({ query: { ids: ids.join(",") }, header })),
      toggle: (id: string, of = "article_id"): Promise<LikeStats> =>
        body(api.likes.toggle.$post({ json: { [of]: id }, header, query: {} })),
    },
    account: {
      read: () => body(api.account.$get(NO_QUERY)),
      change: (profile: { full_name?: string | null; bio?: string }) => body(api.account.$patch(sending(profile))),
      sessions: () => body(api.account.sessions.$get(NO_QUERY)),
      endSession: (id: string) => unwrapEmpty(api.account.sessions[":id"].$delete(ofId(id))),
      export: () => unwrap(api.account.export.$get(NO_QUERY)),
      delete: (proof: { password?: string; nonce?: string; erase_subscription?: boolean }) =>
        unwrapEmpty(api.account.$delete(sending(proof))),
    },
    users: {
      read: (id: string) => body(api.users[":id"].$get(ofId(id))),
      create: (user: Pick<Profile, "id" | "email" | "full_name">) => body(api.users.$post(sending(user))),
    },
  };
}

export type Api = ReturnType<typeof createApi>;
