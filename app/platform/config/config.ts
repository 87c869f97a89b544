import { isAbsolute, resolve } from "node:path";
import {
  boolean,
  email,
  existingFile,
  folder,
  hook,
  host,
  integer,
  type Mailbox,
  mailbox,
  oneOf,
  type Parser,
  passphrase,
  password,
  postgres,
  postgresServer,
  s3,
  site,
  smtp,
  templates,
  token,
} from "./parsers.ts";

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

export type Config = Readonly<{
  /** 0: any free port. */
  port: number;
  host: string;
  siteUrl: string | undefined;
  dataDir: string;
  /** Absent: the product runs its own PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  databaseReadUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: Mailbox | undefined;
  /** The envelope sender of the newsletter, where mail servers report what they couldn't deliver. */
  bounceAddress: string | undefined;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  demoContent: boolean;
  trustProxy: number;
  /** Whether HSTS names the subdomains of the host, too. */
  hstsSubdomains: boolean;
  s3Url: string | undefined;
  backupUrl: string | undefined;
  backupPassphrase: string | undefined;
  upgradeBackup: boolean;
  geoipDb: string | undefined;
  geoipHttp: readonly string[] | undefined;
  logLevel: LogLevel;
  workers: number;
  /** How long the site goes on serving after SIGTERM while it says that it isn't ready, in seconds. */
  drainDelay: number;
  /** Where a shared cache in front of the site is told what has changed; absent: pages are for no shared cache. */
  purgeUrl: string | undefined;
  purgeToken: string | undefined;
  metricsToken: string | undefined;
  metricsPort: number | undefined;
  metricsPublic: boolean;
  /** Sentences about variables that look like misspelt names of ours. */
  warnings: readonly string[];
}>;

export type Problem = { name: string; got: string; takes: string };

export class ConfigError extends Error {
  /** The log leaves the stack out. */
  readonly expected = true;
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(({ name, got, takes }) => `  ${name} is ${got}; it takes ${takes}.`);
    super(`The configuration is wrong:\n${lines.join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? (before[j - 2] ?? Number.POSITIVE_INFINITY) + 1
          : Number.POSITIVE_INFINITY;
      row[j] = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1), swapped);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

const looksLike = (name: string, known: string) => {
  // Short names have many innocent neighbors (HOST and HOSTS, PORT and SORT), so they are given less room.
  const room = known.length < 6 ? 1 : 2;
  return name.slice(0, 3) === known.slice(0, 3) && editDistance(name, known) <= room;
};

function misspellings(present: readonly string[], known: readonly string[]): string[] {
  return present.flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = known.find((candidate) => !present.includes(candidate) && looksLike(name.toUpperCase(), candidate));
    return meant ? [`The environment variable ${name} is not known; is ${meant} meant?`] : [];
  });
}

function maskedUrl(value: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return "*** (not an address)";
  // A password with an unescaped @ or / is a frequent mistake, so everything up to the last @ counts as secret.
  const masked = value.replace(/:\/\/.*@/s, "://***@").replace(/([?&][^=&]*(?:pass|secret|token|key)[^=&]*=)[^&]*/gi, "$1***");
  return JSON.stringify(masked);
}

function maskedPassword(value: string): string {
  const length = [...value].length;
  return `*** (${length} ${length === 1 ? "character" : "characters"})`;
}

type Variable<T> = { parse: Parser<T>; takes: string; show?: (value: string) => string };

const absolute = (path: string) => (isAbsolute(path) ? path : resolve(path));

const DATABASE_FORM =
  "postgres://user:password@host:5432/database, or several hosts with commas between and ?target_session_attrs=read-write";

const variables = {
  PORT: { parse: integer(0, 65_535), takes: "a whole number from 0 (any free port) to 65535" },
  HOST: { parse: host, takes: "an IP address or a host name, such as 127.0.0.1 or 0.0.0.0" },
  SITE_URL: {
    parse: site,
    takes:
      "the site's public address, such as https://blog.example.org or https://example.org/blog: no query and no fragment, and in a path " +
      "up to four parts of letters, digits and - . _ ~, none of them . or ..",
  },
  DATA_DIR: { parse: folder, takes: "the path of a folder" },
  DATABASE_URL: { parse: postgres, takes: DATABASE_FORM, show: maskedUrl },
  DATABASE_READ_URL: {
    parse: postgresServer,
    takes: "postgres://user:password@host:5432/database with a single host, a standby of DATABASE_URL, which must be set too",
    show: maskedUrl,
  },
  SMTP_URL: {
    parse: smtp,
    takes:
      "smtp://user:password@host:587 or smtps://user:password@host:465; in user and password, write @ as %40, / as %2F, ? as %3F and # as %23",
    show: maskedUrl,
  },
  MAIL_FROM: { parse: mailbox, takes: "an address, such as blog@example.org or Skylark <blog@example.org>" },
  BOUNCE_ADDRESS: { parse: email, takes: "an e-mail address" },
  ADMIN_EMAIL: { parse: email, takes: "an e-mail address" },
  ADMIN_PASSWORD: { parse: password, takes: "at least 6 characters", show: maskedPassword },
  DEMO_CONTENT: { parse: boolean, takes: "true or false" },
  TRUST_PROXY: { parse: integer(0, 32), takes: "the number of proxies in front, from 0 to 32" },
  HSTS_SUBDOMAINS: { parse: boolean, takes: "true or false" },
  S3_URL: {
    parse: s3,
    takes: "https://key:secret@host/bucket, with a folder behind it and ?region=… where they are wanted",
    show: maskedUrl,
  },
  BACKUP_URL: {
    parse: s3,
    takes: "https://key:secret@host/bucket, with a folder behind it and ?region=… where they are wanted",
    show: maskedUrl,
  },
  BACKUP_PASSPHRASE: { parse: passphrase, takes: "at least 8 characters", show: maskedPassword },
  UPGRADE_BACKUP: { parse: boolean, takes: "true or false" },
  GEOIP_DB: { parse: existingFile, takes: "the path of a readable file (.mmdb)" },
  GEOIP_HTTP: {
    parse: templates("{ip}"),
    takes: "addresses with {ip} in them, one or several with commas between, such as https://places.example.org/{ip}/json",
    show: (text) =>
      text
        .split(",")
        .map((one) => maskedUrl(one.trim()))
        .join(", "),
  },
  LOG_LEVEL: { parse: oneOf(LOG_LEVELS), takes: LOG_LEVELS.join(", ") },
  WORKERS: { parse: integer(1, 256), takes: "a whole number from 1 to 256" },
  DRAIN_DELAY: { parse: integer(0, 300), takes: "a whole number of seconds from 0 to 300" },
  METRICS_TOKEN: { parse: token, takes: "16 or more letters, digits and the signs - . _ ~ + / =", show: maskedPassword },
  METRICS_PORT: { parse: integer(1, 65_535), takes: "a whole number from 1 to 65535, other than PORT" },
  PURGE_URL: { parse: hook, takes: "an address, such as https://purge.example.org/blog", show: maskedUrl },
  PURGE_TOKEN: { parse: (text: string) => text, takes: "the token that is sent to PURGE_URL", show: maskedPassword },
  METRICS_PUBLIC: { parse: boolean, takes: "true or false" },
} satisfies Record<string, Variable<unknown>>;

type Name = keyof typeof variables;
type Value<N extends Name> = (typeof variables)[N]["parse"] extends Parser<infer T> ? T : never;

export const CONFIG_NAMES = Object.keys(variables) as Name[];

/** An empty variable counts as absent. @throws ConfigError */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: Problem[] = [];
  const get = <N extends Name>(name: N): Value<N> | undefined => {
    const variable: Variable<unknown> = variables[name];
    // Secrets may begin or end with a blank; nothing else does on purpose.
    const text = name === "ADMIN_PASSWORD" || name === "BACKUP_PASSPHRASE" ? env[name] : env[name]?.trim();
    if (text === undefined || text === "") return undefined;
    const value = variable.parse(text);
    if (value === undefined) problems.push({ name, got: (variable.show ?? JSON.stringify)(text), takes: variable.takes });
    return value as Value<N> | undefined;
  };
  const geoipDb = get("GEOIP_DB");
  const config: Config = {
    port: get("PORT") ?? 3000,
    host: get("HOST") ?? "127.0.0.1",
    siteUrl: get("SITE_URL"),
    dataDir: absolute(get("DATA_DIR") ?? "data"),
    databaseUrl: get("DATABASE_URL"),
    databaseReadUrl: get("DATABASE_READ_URL"),
    smtpUrl: get("SMTP_URL"),
    mailFrom: get("MAIL_FROM"),
    bounceAddress: get("BOUNCE_ADDRESS"),
    adminEmail: get("ADMIN_EMAIL"),
    adminPassword: get("ADMIN_PASSWORD"),
    demoContent: get("DEMO_CONTENT") ?? true,
    trustProxy: get("TRUST_PROXY") ?? 0,
    hstsSubdomains: get("HSTS_SUBDOMAINS") ?? false,
    s3Url: get("S3_URL"),
    backupUrl: get("BACKUP_URL"),
    backupPassphrase: get("BACKUP_PASSPHRASE"),
    upgradeBackup: get("UPGRADE_BACKUP") ?? true,
    geoipDb: geoipDb && absolute(geoipDb),
    geoipHttp: get("GEOIP_HTTP"),
    logLevel: get("LOG_LEVEL") ?? "info",
    workers: get("WORKERS") ?? 1,
    drainDelay: get("DRAIN_DELAY") ?? 0,
    purgeUrl: get("PURGE_URL"),
    purgeToken: get("PURGE_TOKEN"),
    metricsToken: get("METRICS_TOKEN"),
    metricsPort: get("METRICS_PORT"),
    metricsPublic: get("METRICS_PUBLIC") ?? false,
    warnings: Object.freeze(misspellings(Object.keys(env), CONFIG_NAMES)),
  };
  if (config.databaseReadUrl && !config.databaseUrl && !problems.some(({ name }) => name === "DATABASE_URL")) {
    const { takes } = variables.DATABASE_READ_URL;
    problems.push({ name: "DATABASE_READ_URL", got: `${maskedUrl(config.databaseReadUrl)} without DATABASE_URL`, takes });
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}
