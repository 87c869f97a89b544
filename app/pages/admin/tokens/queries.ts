import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { Scope } from "../../../domain/tokens/token-rules.ts";
import { body, query, unwrapEmpty } from "../../../http/api/admin/client.ts";
import { prefetchQuery } from "../frame/prefetch-query.ts";
import type { Proof } from "../frame/proof-dialog.tsx";

export const CHANGED_TOKENS = [["admin", "tokens"]] as const;

export const TOKENS_AT_FIRST = { page: "1" };

export const tokensQuery = ({ page }: typeof TOKENS_AT_FIRST) =>
  queryOptions({
    queryKey: ["admin", "tokens", { page }],
    queryFn: prefetchQuery((api) => body(api.tokens.$get({ query: query({ page }) }))),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const askTokens = (client: QueryClient, shown: typeof TOKENS_AT_FIRST) => client.prefetchQuery(tokensQuery(shown));

export type TokenInput = { name: string; scopes: Scope[]; expires_at: string | null; mails_publishing: boolean };

export const createToken = (json: TokenInput & Proof) => body(adminApi.tokens.$post({ json, query: {} }));

export const revokeToken = (id: string) => unwrapEmpty(adminApi.tokens[":id"].$delete({ param: { id }, query: {} }));
