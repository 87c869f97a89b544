import { pathTo } from "../../base-path.ts";
import { createClient } from "../../http/api/client.ts";
import { loadAuth } from "./state.ts";

/** `body(readerApi.account.notices.$get({ query: {} }))`. Separate, so that the client in all public pages stays small. */
export const readerApi = createClient(async (input, init) => (await loadAuth()).withToken(input, init), pathTo("")).api;
