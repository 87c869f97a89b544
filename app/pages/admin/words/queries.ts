import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { WordsSave, WordsState } from "../../../domain/words/words.ts";
import { body } from "../../../http/api/admin/client.ts";

/** @param language of the site without one. The texts are never fresh, so that admins see what others have saved. */
export const wordsQuery = (language?: WordsState["language"]) =>
  queryOptions({
    queryKey: ["admin", "words", language ?? ""],
    queryFn: () => body(adminApi.words.$get({ query: language ? { language } : {} })),
    staleTime: 0,
  });

export const saveWords = (json: WordsSave) => body(adminApi.words.$put({ json, query: {} }));
