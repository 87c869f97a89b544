import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { Grant } from "../../../domain/users/grants/grant-rules.ts";
import type { InvitationLink, NewUser, PostsChoice, Role, UserChange, UserSort, UserState } from "../../../domain/users/user.ts";
import { body, query, unwrapEmpty } from "../../../http/api/admin/client.ts";
import { prefetchQuery } from "../frame/prefetch-query.ts";

/** In ms (specification, section 7). */
const FRESH = 5 * 60_000;

/** The queries that a change invalidates: the list, the dashboard's figures, and articles, which name their authors. */
export const CHANGED_USERS = [
  ["admin", "users"],
  ["admin", "dashboard"],
  ["admin", "posts"],
] as const;

export type UsersShown = { search: string; role: string; state: string; grant: string; sort: string; page: string };
export const USERS_AT_FIRST: UsersShown = { search: "", role: "", state: "", grant: "", sort: "-created_at", page: "1" };

/** The server validates the values of the URL. */
type UsersQuery = { search?: string; role?: Role; state?: UserState; grant?: Grant; sort?: UserSort; page?: string };

export type MadeInvitation = { email: string; invitation: InvitationLink };

export const usersQuery = ({ search, role, state, grant, sort, page }: UsersShown) =>
  queryOptions({
    queryKey: ["admin", "users", "list", { search, role, state, grant, sort, page }],
    queryFn: prefetchQuery((api) =>
      body(api.users.$get({ query: query({ search, role, state, grant, sort, page }) as UsersQuery })),
    ),
    staleTime: FRESH,
    retryOnMount: true,
    placeholderData: keepPreviousData,
  });

export const askUsers = (client: QueryClient, shown: UsersShown) => client.prefetchQuery(usersQuery(shown));

export const heirsQuery = () =>
  queryOptions({
    queryKey: ["admin", "users", "heirs"],
    queryFn: () => body(adminApi.authors.$get({ query: {} })),
    staleTime: FRESH,
  });

export const inviteUser = (user: NewUser) => body(adminApi.users.$post({ json: user, query: {} }));

export const changeUser = ({ id, ...change }: UserChange & { id: string }) =>
  body(adminApi.users[":id"].$patch({ param: { id }, json: change, query: {} }));

export const changeGrants = ({ id, grants }: { id: string; grants: Grant[] }) =>
  body(adminApi.users[":id"].grants.$put({ param: { id }, json: { grants }, query: {} }));

export const deleteUser = ({ id, ...choice }: PostsChoice & { id: string }) =>
  unwrapEmpty(adminApi.users[":id"].$delete({ param: { id }, query: choice }));

export const renewInvitation = ({ id, mail }: { id: string; mail: boolean }) =>
  body(adminApi.users[":id"].invitation.$post({ param: { id }, json: { mail }, query: {} }));

export const resetSecondStep = (id: string) => unwrapEmpty(adminApi.users[":id"].factors.$delete({ param: { id }, query: {} }));

export const revokeInvitation = (id: string) =>
  unwrapEmpty(adminApi.users[":id"].invitation.$delete({ param: { id }, query: {} }));
