import { createClient } from "../../http/api/requester.ts";
import { loadAuth } from "./state.ts";

/**
 * The API in the name of who is signed in, by its addresses: `body(readerApi.account.notices.$get({ query: {} }))`. For what
 * only they do, so that the client of mere readers' pages stays small.
 */
export const readerApi = createClient(async (input, init) => (await loadAuth()).withToken(input, init), "").api;
