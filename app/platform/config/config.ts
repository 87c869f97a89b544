export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** The operator's settings, checked. What may be absent is `undefined` when it is. */
export type Config = Readonly<{
  /** 0: any free port. */
  port: number;
  host: string;
  /** The public origin without a slash at its end; absent: what the request says. */
  siteUrl: string | undefined;
  /** An absolute path. */
  dataDir: string;
  /** Absent: the product runs its own PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  demoContent: boolean;
  /** How many proxies stand between us and the reader: as many `X-Forwarded-For` entries are believed. */
  trustProxy: number;
  s3Url: string | undefined;
  /** An absolute path. */
  geoipDb: string | undefined;
  /** Services that are asked where addresses are, with `{ip}` for the address; absent: nobody is asked. */
  geoipHttp: readonly string[] | undefined;
  logLevel: LogLevel;
  workers: number;
  /** Whether /metrics answers to other machines too. */
  metricsPublic: boolean;
  /** Sentences about variables that look like misspelt names of ours. */
  warnings: readonly string[];
}>;

/** One variable that is wrong; `got` is fit to be shown. */
export type Problem = { name: string; got: string; takes: string };

/** The operator's settings are wrong. The message is written for the operator and names all of them. */
export class ConfigError extends Error {
  /** Tells the log that a stack would help nobody. */
  readonly expected = true;
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(({ name, got, takes }) => `  ${name} is ${got}; it takes ${takes}.`);
    super(`The configuration is wrong:\n${lines.join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}
