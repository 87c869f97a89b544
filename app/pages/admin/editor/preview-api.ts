import type { Api } from "../../../http/api/client.ts";

const nothing = () => Promise.reject(new Error("A preview asks for nothing and counts nothing."));

/** For articles that are only looked at: no like, no view and no request leaves them. */
export const previewApi = new Proxy({} as Api, {
  get: () => new Proxy(nothing, { get: () => nothing }),
});
