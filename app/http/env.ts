import type { IncomingMessage } from "node:http";
import type { Intake } from "../domain/analytics/collect/intake.ts";
import type { FigureRefresh } from "../domain/analytics/refresh-figures.ts";
import type { FontPair } from "../domain/appearance/font-rules.ts";
import type { Actor } from "../domain/authorize.ts";
import type { BackupTools } from "../domain/backups/backup-tools.ts";
import type { Context, LongReads } from "../domain/context.ts";
import type { DomainError } from "../domain/errors.ts";
import type { Outside } from "../domain/privacy/describe-data.ts";
import type { CurrentSettings } from "../domain/settings/read-settings.ts";
import type { Installation } from "../domain/system/checks/installation.ts";
import type { DatabaseRestarts } from "../domain/system/system.ts";
import type { Outage } from "../platform/database/outage.ts";
import type { Places } from "../platform/places/places.ts";
import type { FileStore } from "../platform/storage/file-store.ts";
import type { SharedFiles } from "../platform/storage/shared-files.ts";
import type { Content } from "./content.ts";
import type { LastDocuments } from "./last-documents.ts";

/** What the HTTP layer is built from. */
export type Deps = {
  context: Context;
  settings: CurrentSettings;
  /** number of reverse proxies whose X-Forwarded-For entries are believed */
  trustProxy: number;
  /** whether HSTS names the subdomains, too */
  hstsSubdomains?: boolean | undefined;
  /** folder of the project; the back office shows its documents and manifests */
  projectDir: string;
  /** what the checks of the system screen look at */
  installation(server: Installation["server"]): Promise<Installation>;
  /** folder of the built client (`assets/`, icons, manifest.json of the build) */
  clientDir: string;
  /** folder for files made at run time (social images) */
  cacheDir: string;
  /** the files of uploaded pictures */
  media: FileStore;
  /** folder for the files of imports */
  importsDir: string;
  /** where all instances find them, if they share a bucket */
  sharedImports?: SharedFiles | undefined;
  /** where backups are, and what they are made with */
  backups: BackupTools;
  /** who else takes part in keeping the site's data: hosts; empty where nobody does */
  outside?: Outside | undefined;
  /** finds the place of an IP address */
  places: Places;
  /** takes the hits that pages report */
  analytics: Intake;
  /** the standby that long reads go to */
  replica?: LongReads | undefined;
  /** how often our own database server ended by itself and is back since the site started */
  databaseRestarts?: (() => DatabaseRestarts) | undefined;
  /** whether the database is away */
  outage?: Outage | undefined;
  /** which IP addresses pictures may be fetched from, besides those of the public internet; only for tests */
  allowsAddress?: ((address: string) => boolean) | undefined;
  /** aborted when the server stops, so that endless responses end */
  stopping?: AbortSignal | undefined;
};

/** Hono's environment: what middleware passes on to handlers. */
export type AppEnv = {
  /** of @hono/node-server; absent when the app is called in process */
  Bindings: { incoming?: import("node:http").IncomingMessage };
  Variables: {
    deps: Deps;
    content: Content;
    /** the fonts of the look, and the address of their style sheet */
    fonts(): Promise<{ pair: FontPair; sheet: string }>;
    figureRefresh: FigureRefresh;
    /** feeds and other texts for programs as they were sent last, by path */
    lastDocuments: LastDocuments;
    requestId: string;
    /** whether a hit came from the reader's own IP address rather than an unknown proxy's; set by the limit on hits */
    isOwnAddress: boolean;
    /** who makes the request; set by `authenticate` */
    actor: Actor;
    /** why the caller's access token was refused; absent when none came or it is valid */
    refusal?: DomainError;
  };
};

/** A request and its sender. Hono's context is one; `requestInfo` makes one of Node's request. */
export type RequestInfo = {
  readonly req: { readonly method: string; readonly url: string; header(name: string): string | undefined };
  readonly env: AppEnv["Bindings"];
  get(key: "deps"): Deps;
};

/** The information about one of Node's requests, ahead of any router. */
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
