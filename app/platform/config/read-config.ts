import { isAbsolute, resolve } from "node:path";
import { type Config, ConfigError, LOG_LEVELS, type Problem } from "./config.ts";
import { maskedPassword, maskedUrl } from "./mask.ts";
import { misspellings } from "./misspellings.ts";
import {
  boolean,
  email,
  existingFile,
  folder,
  host,
  integer,
  mailbox,
  oneOf,
  type Parser,
  password,
  postgres,
  s3,
  site,
  smtp,
  templates,
} from "./parsers.ts";

type Variable<T> = { parse: Parser<T>; takes: string; show?: (value: string) => string };

const absolute = (path: string) => (isAbsolute(path) ? path : resolve(path));

const variables = {
  PORT: { parse: integer(0, 65_535), takes: "a whole number from 0 (any free port) to 65535" },
  HOST: { parse: host, takes: "an IP address or a host name, such as 127.0.0.1 or 0.0.0.0" },
  SITE_URL: { parse: site, takes: "the site's public address without a path, such as https://blog.example.org" },
  DATA_DIR: { parse: folder, takes: "the path of a folder" },
  DATABASE_URL: { parse: postgres, takes: "postgres://user:password@host:5432/database", show: maskedUrl },
  SMTP_URL: { parse: smtp, takes: "smtp://user:password@host:587 or smtps://user:password@host:465", show: maskedUrl },
  MAIL_FROM: { parse: mailbox, takes: "an address, such as blog@example.org or Skylark <blog@example.org>" },
  ADMIN_EMAIL: { parse: email, takes: "an e-mail address" },
  ADMIN_PASSWORD: { parse: password, takes: "at least 6 characters", show: maskedPassword },
  DEMO_CONTENT: { parse: boolean, takes: "true or false" },
  TRUST_PROXY: { parse: integer(0, 32), takes: "the number of proxies in front, from 0 to 32" },
  S3_URL: {
    parse: s3,
    takes: "https://key:secret@host/bucket, with a folder behind it and ?region=… where they are wanted",
    show: maskedUrl,
  },
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
  METRICS_PUBLIC: { parse: boolean, takes: "true or false" },
} satisfies Record<string, Variable<unknown>>;

type Name = keyof typeof variables;
type Value<N extends Name> = (typeof variables)[N]["parse"] extends Parser<infer T> ? T : never;

/** The environment variables that the product reads. */
export const CONFIG_NAMES = Object.keys(variables) as Name[];

/**
 * Reads the operator's settings. An empty variable counts as absent.
 * @param env the environment, as in `process.env`
 * @returns the settings, frozen
 * @throws ConfigError naming every variable that is wrong, what it got and what it takes
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: Problem[] = [];
  const get = <N extends Name>(name: N): Value<N> | undefined => {
    const variable: Variable<unknown> = variables[name];
    // A password may begin or end with a blank; nothing else does on purpose.
    const text = name === "ADMIN_PASSWORD" ? env[name] : env[name]?.trim();
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
    smtpUrl: get("SMTP_URL"),
    mailFrom: get("MAIL_FROM"),
    adminEmail: get("ADMIN_EMAIL"),
    adminPassword: get("ADMIN_PASSWORD"),
    demoContent: get("DEMO_CONTENT") ?? true,
    trustProxy: get("TRUST_PROXY") ?? 0,
    s3Url: get("S3_URL"),
    geoipDb: geoipDb && absolute(geoipDb),
    geoipHttp: get("GEOIP_HTTP"),
    logLevel: get("LOG_LEVEL") ?? "info",
    workers: get("WORKERS") ?? 1,
    metricsPublic: get("METRICS_PUBLIC") ?? false,
    warnings: Object.freeze(misspellings(Object.keys(env), CONFIG_NAMES)),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}
