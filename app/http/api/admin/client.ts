import type { ClientResponse } from "hono/client";
import { ApiError, createClient } from "../client.ts";

type Answer = ClientResponse<unknown, number, string>;
type Good<R> = R extends ClientResponse<infer T, infer S, "json"> ? (S extends 200 | 201 | 202 ? T : never) : never;

/** @throws ApiError the server's refusal */
export async function unwrap<R extends Answer>(answer: Promise<R>): Promise<R> {
  const response = await answer;
  if (!response.ok) throw new ApiError(response.status, await (response.json() as Promise<object>).catch(() => null));
  return response;
}

export const body = async <R extends Answer>(answer: Promise<R>) => (await (await unwrap(answer)).json()) as Good<R>;

export const unwrapEmpty = async (answer: Promise<Answer>): Promise<void> => void (await unwrap(answer));

export const query = <Q extends Record<string, string | number | boolean | undefined>>(values: Q) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, String(value)]])),
  ) as { [Name in keyof Q]: string };

/**
 * `body(admin.posts.$get({ query }))`.
 * @param fetch adds the access token
 * @param baseUrl without a trailing slash; empty for the page's own origin
 */
export const createAdminApi = (fetch: typeof globalThis.fetch, baseUrl: string) => createClient(fetch, baseUrl).api.admin;
