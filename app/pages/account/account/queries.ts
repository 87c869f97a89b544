import { queryOptions } from "@tanstack/react-query";
import { readerApi } from "../../../browser/auth/reader-api.ts";
import { loadAuth } from "../../../browser/auth/state.ts";
import type { Choices } from "../../../domain/subscribers/subscriber.ts";
import { body, unwrapEmpty } from "../../../http/api/client.ts";

/** Data of one account isn't cached, so a sign-out leaves none of it behind. */
const KEY = "account";

export const accountQuery = () =>
  queryOptions({ queryKey: [KEY], queryFn: async () => (await loadAuth()).api.account.read(), staleTime: 0, gcTime: 0 });

export const sessionsQuery = () =>
  queryOptions({
    queryKey: [KEY, "sessions"],
    queryFn: async () => (await loadAuth()).api.account.sessions(),
    staleTime: 0,
    gcTime: 0,
  });

/** Authenticator apps, and how many recovery codes are left; null without any. */
async function readFactors() {
  const { auth } = await loadAuth();
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw error;
  const apps = data.totp.map(({ id, friendly_name = "" }) => ({ id, name: friendly_name || id.slice(0, 4) }));
  const codes = data.recovery_code.length > 0 ? await auth.mfa.recoveryCodes.getStatus() : null;
  return { apps, codesLeft: codes?.data?.remaining ?? null };
}

export const factorsQuery = () => queryOptions({ queryKey: [KEY, "factors"], queryFn: readFactors, staleTime: 0, gcTime: 0 });

export type Passkey = { id: string; name: string; created_at: string; last_used_at?: string; rp_id: string };

async function readPasskeys(): Promise<Passkey[]> {
  const { auth } = await loadAuth();
  const { data, error } = await auth.passkey.list();
  if (error) throw error;
  // The server adds the host to GoTrue's format.
  const listed = data as ((typeof data)[number] & { rp_id: string })[];
  return listed.map(({ friendly_name: name = "", ...passkey }) => ({ ...passkey, name }));
}

export const passkeysQuery = () => queryOptions({ queryKey: [KEY, "passkeys"], queryFn: readPasskeys, staleTime: 0, gcTime: 0 });

export const noticesQuery = () =>
  queryOptions({
    queryKey: [KEY, "notices"],
    queryFn: () => body(readerApi.account.notices.$get({ query: {} })),
    staleTime: 0,
    gcTime: 0,
  });

export const followedQuery = () =>
  queryOptions({
    queryKey: [KEY, "followed"],
    queryFn: () => body(readerApi.account["followed-threads"].$get({ query: {} })),
    staleTime: 0,
    gcTime: 0,
  });

export const newsletterQuery = () =>
  queryOptions({
    queryKey: [KEY, "newsletter"],
    queryFn: () => body(readerApi.account.newsletter.$get({ query: {} })),
    staleTime: 0,
    gcTime: 0,
  });

const asOwner = (owner: string) => ({ headers: { "x-account": owner } });

export const saveNewsletter = (owner: string, choices: Choices) =>
  body(readerApi.account.newsletter.$put({ json: choices, query: {} }, asOwner(owner)));

export const endNewsletter = (owner: string) => unwrapEmpty(readerApi.account.newsletter.$delete({ query: {} }, asOwner(owner)));

export const stopFollowing = (owner: string, slug: string) =>
  body(
    readerApi.posts[":slug"].comments.following.$put({ param: { slug }, json: { following: false }, query: {} }, asOwner(owner)),
  );

export type Notices = { comment_replies: boolean; sign_ins: boolean; hand_ins: boolean };

export const chooseNotices = (owner: string, json: Notices) =>
  body(readerApi.account.notices.$put({ json, query: {} }, asOwner(owner)));
