import type { IncomingMessage } from "node:http";
import type { AppEnv, Deps } from "./env.ts";

/** What a request tells of itself and of who sent it. Hono's context is one; `requestInfo` makes one of Node's request. */
export type RequestInfo = {
  readonly req: { readonly method: string; readonly url: string; header(name: string): string | undefined };
  readonly env: AppEnv["Bindings"];
  get(key: "deps"): Deps;
};

/** A request of Node's as it came, ahead of any router. */
export function requestInfo(incoming: IncomingMessage, deps: Deps): RequestInfo {
  const { headers, method = "", url = "" } = incoming;
  return {
    req: {
      method,
      url,
      header: (name) => {
        const value = headers[name];
        return Array.isArray(value) ? value.join(", ") : value;
      },
    },
    env: { incoming },
    get: () => deps,
  };
}
