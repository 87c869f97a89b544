import type { IncomingMessage } from "node:http";
import type { Intake } from "../domain/analytics/collecting/intake.ts";
import type { FigureRefresh } from "../domain/analytics/refresh-figures.ts";
import type { Actor } from "../domain/authorize.ts";
import type { Context } from "../domain/context.ts";
import type { DomainError } from "../domain/errors.ts";
import type { KeptFacts } from "../domain/home/keep-facts.ts";
import type { MediaTrash } from "../domain/media/media-trash.ts";
import type { CurrentSettings } from "../domain/settings/read-settings.ts";
import type { Places } from "../platform/places/places.ts";
import type { FileStore } from "../platform/storage/file-store.ts";

/** What the HTTP layer is built from. */
export type Deps = {
  context: Context;
  settings: CurrentSettings;
  /** number of reverse proxies whose X-Forwarded-For entries are believed */
  trustProxy: number;
  /** folder of the project, whose documents and manifests the back office shows */
  projectDir: string;
  /** folder of the built client (`assets/`, icons, manifest.json of the build) */
  clientDir: string;
  /** folder for files made at run time (social images) */
  cacheDir: string;
  /** the files of uploaded pictures */
  media: FileStore;
  /** folder for the files of imports */
  importsDir: string;
  /** where in the world an address is */
  places: Places;
  /** takes what pages tell of their readers */
  analytics: Intake;
  /** which IP addresses pictures may be fetched from, besides those of the public internet; only for tests */
  allowsAddress?: ((address: string) => boolean) | undefined;
  /** aborted when the server stops: answers without an end come to theirs */
  stopping?: AbortSignal | undefined;
};

/** Hono's environment: what middleware hands on to handlers. */
export type AppEnv = {
  /** of @hono/node-server; absent when the app is called in process */
  Bindings: { incoming?: import("node:http").IncomingMessage };
  Variables: {
    deps: Deps;
    /** the pictures whose addresses answer nobody */
    mediaTrash: MediaTrash;
    /** what Home and About say of the site */
    facts: KeptFacts;
    figureRefresh: FigureRefresh;
    requestId: string;
    /** whether the address that a hit came from is the reader's own; set by the hits' limit */
    isOwnAddress: boolean;
    /** who asks; set by `authenticate` */
    actor: Actor;
    /** why the caller's access token was refused; absent when none came or it is valid */
    refusal?: DomainError;
  };
};

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
