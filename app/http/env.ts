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
import type { RestoreTools } from "../domain/setup/restore-state.ts";
import type { Installation } from "../domain/system/checks/installation.ts";
import type { DatabaseRestarts } from "../domain/system/system.ts";
import type { Outage } from "../platform/database/outage.ts";
import type { Places } from "../platform/places/places.ts";
import type { MailConnection } from "../platform/smtp-connection.ts";
import type { FileStore } from "../platform/storage/file-store.ts";
import type { SharedFiles } from "../platform/storage/shared-files.ts";
import type { Content } from "./content.ts";
import type { LastDocuments } from "./last-documents.ts";

export type Deps = {
  context: Context;
  settings: CurrentSettings;
  /** that many entries of X-Forwarded-For are trusted */
  trustProxy: number;
  /** whether HSTS names the subdomains, too */
  hstsSubdomains?: boolean | undefined;
  /** the back office shows its documents and manifests */
  projectDir: string;
  /** for the checks of the system screen */
  installation(server: Installation["server"]): Promise<Installation>;
  /** `assets/`, icons, manifest.json of the build */
  clientDir: string;
  /** files made at run time (social images) */
  cacheDir: string;
  media: FileStore;
  /** how tests of issues are sent; absent without a mail server. `bounces`: the envelope sender */
  newsletterMail?: { connect(): MailConnection; bounces: string | undefined } | undefined;
  /** so that an issue starts at once */
  wakeNewsletter?: (() => void) | undefined;
  /** so that what was asked for goes out at once */
  wakeWebhooks?: (() => void) | undefined;
  importsDir: string;
  /** where all instances find the files of imports, if they share a bucket */
  sharedImports?: SharedFiles | undefined;
  backups: BackupTools;
  /** only where the site can be started again */
  restore?: RestoreTools | undefined;
  /** hosts that take part in keeping the site's data */
  outside?: Outside | undefined;
  places: Places;
  analytics: Intake;
  /** the standby that long reads go to */
  replica?: LongReads | undefined;
  /** since the site started */
  databaseRestarts?: (() => DatabaseRestarts) | undefined;
  outage?: Outage | undefined;
  /** besides addresses of the public internet; only for tests */
  allowsAddress?: ((address: string) => boolean) | undefined;
  /** so that endless responses end when the server stops */
  stopping?: AbortSignal | undefined;
};

export type AppEnv = {
  /** of @hono/node-server; absent when the app is called in process */
  Bindings: { incoming?: import("node:http").IncomingMessage };
  Variables: {
    deps: Deps;
    content: Content;
    /** `sheet`: the address of the style sheet */
    fonts(): Promise<{ pair: FontPair; sheet: string }>;
    figureRefresh: FigureRefresh;
    /** feeds and other texts for programs as they were sent last, by path */
    lastDocuments: LastDocuments;
    requestId: string;
    /** and not an unknown proxy's; set by the limit on hits */
    isOwnAddress: boolean;
    /** set by `authenticate` */
    actor: Actor;
    /** of the access token; absent when none came or it is valid */
    refusal?: DomainError;
  };
};

/** Hono's context is one; `requestInfo` makes one of Node's request. */
export type RequestInfo = {
  readonly req: { readonly method: string; readonly url: string; header(name: string): string | undefined };
  readonly env: AppEnv["Bindings"];
  get(key: "deps"): Deps;
};

/** Made ahead of any router. */
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
