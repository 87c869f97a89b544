import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CONFIG_NAMES, ConfigError, readConfig } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "config-"));
const file = join(folder, "places.mmdb");
writeFileSync(file, "x");
afterAll(() => rmSync(folder, { recursive: true }));

const errorOf = (env: Record<string, string>) => {
  try {
    readConfig(env);
  } catch (error) {
    return error as ConfigError;
  }
  throw new Error(`accepted ${JSON.stringify(env)}`);
};

test("an empty environment gives the defaults, frozen", () => {
  const config = readConfig({ HOME: "/home/x", PATH: "/bin", HOSTNAME: "box", PWD: "/", MAIL: "/var/mail/x" });
  expect(config).toEqual({
    port: 3000,
    host: "127.0.0.1",
    siteUrl: undefined,
    dataDir: resolve("data"),
    databaseUrl: undefined,
    smtpUrl: undefined,
    mailFrom: undefined,
    adminEmail: undefined,
    adminPassword: undefined,
    demoContent: true,
    trustProxy: 0,
    hstsSubdomains: false,
    s3Url: undefined,
    backupUrl: undefined,
    backupPassphrase: undefined,
    upgradeBackup: true,
    geoipDb: undefined,
    geoipHttp: undefined,
    logLevel: "info",
    workers: 1,
    drainDelay: 0,
    metricsToken: undefined,
    metricsPort: undefined,
    metricsPublic: false,
    warnings: [],
  });
  expect(Object.isFrozen(config)).toBe(true);
  expect(Object.isFrozen(config.warnings)).toBe(true);
});

test("several services of places are taken in their order", () => {
  const { geoipHttp } = readConfig({ GEOIP_HTTP: "https://a.example/{ip}/json, http://127.0.0.1:8000/?of={ip}" });
  expect(geoipHttp).toEqual(["https://a.example/{ip}/json", "http://127.0.0.1:8000/?of={ip}"]);
});

test("an empty variable counts as absent", () => {
  const empty = Object.fromEntries(CONFIG_NAMES.map((name) => [name, ""]));
  expect(readConfig(empty)).toEqual(readConfig({}));
});

const PAIR = "postgres://u:p@one:5432,[2001:db8::1]:5433,other/blog?target_session_attrs=read-write&sslmode=require";

describe("accepts", () => {
  test.each([
    ["PORT", "0", "port", 0],
    ["PORT", " 8080 ", "port", 8080],
    ["PORT", "65535", "port", 65535],
    ["HOST", "0.0.0.0", "host", "0.0.0.0"],
    ["HOST", "[::1]", "host", "::1"],
    ["HOST", "localhost", "host", "localhost"],
    ["SITE_URL", "https://blog.example.org/", "siteUrl", "https://blog.example.org"],
    ["SITE_URL", "http://localhost:3000", "siteUrl", "http://localhost:3000"],
    ["SITE_URL", "https://example.org/blog/", "siteUrl", "https://example.org/blog"],
    ["SITE_URL", "https://example.org/~ada/the-blog.v2", "siteUrl", "https://example.org/~ada/the-blog.v2"],
    ["DATA_DIR", folder, "dataDir", folder],
    ["DATA_DIR", "elsewhere/data", "dataDir", resolve("elsewhere/data")],
    ["DATABASE_URL", "postgres://u:p@db:5432/blog", "databaseUrl", "postgres://u:p@db:5432/blog"],
    ["DATABASE_URL", "postgresql://db/blog?sslmode=require", "databaseUrl", "postgresql://db/blog?sslmode=require"],
    ["DATABASE_URL", "postgres:///blog?host=/run/postgresql", "databaseUrl", "postgres:///blog?host=/run/postgresql"],
    ["DATABASE_URL", PAIR, "databaseUrl", PAIR],
    ["SMTP_URL", "smtps://u:p@mail.example.org:465", "smtpUrl", "smtps://u:p@mail.example.org:465"],
    ["SMTP_URL", "smtp://a%40b.example:p:%2F!$&@[::1]:25/", "smtpUrl", "smtp://a%40b.example:p:%2F!$&@[::1]:25/"],
    ["SMTP_URL", "smtp://mail:25?ignoreTLS=true&name=me.example", "smtpUrl", "smtp://mail:25?ignoreTLS=true&name=me.example"],
    ["MAIL_FROM", "blog@example.org", "mailFrom", { name: "", address: "blog@example.org" }],
    ["MAIL_FROM", "The Blog <blog@example.org>", "mailFrom", { name: "The Blog", address: "blog@example.org" }],
    ["ADMIN_EMAIL", "me@example.org", "adminEmail", "me@example.org"],
    ["ADMIN_PASSWORD", " six456 ", "adminPassword", " six456 "],
    ["DEMO_CONTENT", "false", "demoContent", false],
    ["DEMO_CONTENT", "Yes", "demoContent", true],
    ["TRUST_PROXY", "2", "trustProxy", 2],
    ["HSTS_SUBDOMAINS", "true", "hstsSubdomains", true],
    ["S3_URL", "https://key:secret@s3.example.org/media?region=eu", "s3Url", "https://key:secret@s3.example.org/media?region=eu"],
    ["S3_URL", "http://key:se%2Fcret@localhost:9000/media/blog/a", "s3Url", "http://key:se%2Fcret@localhost:9000/media/blog/a"],
    ["GEOIP_DB", file, "geoipDb", file],
    ["LOG_LEVEL", "DEBUG", "logLevel", "debug"],
    ["WORKERS", "4", "workers", 4],
    ["METRICS_TOKEN", "sky+lark/0123456789==", "metricsToken", "sky+lark/0123456789=="],
    ["METRICS_PORT", "9464", "metricsPort", 9464],
    ["METRICS_PUBLIC", "true", "metricsPublic", true],
    ["UPGRADE_BACKUP", "false", "upgradeBackup", false],
  ] as const)("%s=%s", (name, text, key, value) => {
    expect(readConfig({ [name]: text })[key]).toEqual(value);
  });
});

test.each([
  "https://example.org/blog?x=1",
  "https://example.org/blog?",
  "https://example.org/blog#top",
  "https://example.org/blog/..",
  "https://example.org/./blog",
  "https://example.org/a//b",
  "https://example.org/a/b/c/d/e",
  "https://example.org/bl%C3%B6g",
  "https://example.org/my blog",
  "https://example.org\\blog",
])("refuses the site's path in %s, naming the rule", (address) => {
  const rule = "no query and no fragment, and in a path up to four parts of letters, digits and - . _ ~, none of them . or ..";
  expect(errorOf({ SITE_URL: address }).message).toContain(rule);
});

describe("refuses, naming the variable, what it got and what it takes", () => {
  test.each([
    ["GEOIP_HTTP", "https://places.example.org/json", '"https://places.example.org/json"; it takes addresses with {ip}'],
    ["GEOIP_HTTP", "https://a.example/{ip},ftp://b.example/{ip}", '"ftp://b.example/{ip}"'],
    ["GEOIP_HTTP", "https://a.example/{ip}?key=hush,b", '"https://a.example/{ip}?key=***", *** (not an address)'],
    ["PORT", "80a", '"80a"; it takes a whole number'],
    ["PORT", "65536", '"65536"'],
    ["PORT", "-1", '"-1"'],
    ["PORT", "1e3", '"1e3"'],
    ["HOST", "http://localhost", '"http://localhost"; it takes an IP address'],
    ["HOST", "1.2.3.400", '"1.2.3.400"'],
    ["SITE_URL", "blog.example.org", '"blog.example.org"; it takes the site\'s public address'],
    ["SITE_URL", "ftp://example.org", '"ftp://example.org"'],
    ["DATA_DIR", file, "it takes the path of a folder"],
    ["DATABASE_URL", "mysql://root@db/blog", "it takes postgres://"],
    ["DATABASE_URL", "postgres://u@db", "it takes postgres://"],
    ["DATABASE_URL", "postgres://u@one,other/blog?target_session_attrs=standby", "target_session_attrs=read-write"],
    ["DATABASE_URL", "postgres://u@one:80a,other/blog", "it takes postgres://"],
    ["DATABASE_URL", "postgres://u:p@ss/word@db/blog", '"postgres://***@db/blog"; it takes postgres://'],
    ["DATABASE_URL", "postgres://u:p#word@db/blog", '"postgres://***@db/blog"; it takes postgres://'],
    ["SMTP_URL", "mail.example.org:587", "it takes smtp://"],
    ["SMTP_URL", "smtp://a@b.example:p@ss/w#rd@mail.example.org:587", '"smtp://***@mail.example.org:587"; it takes smtp://'],
    ["SMTP_URL", "smtp://a:p@ss@mail.example.org:587", "write @ as %40"],
    ["SMTP_URL", "smtp://a:1?b@mail.example.org", "? as %3F"],
    ["SMTP_URL", "smtp://a:1#b@mail.example.org", "# as %23"],
    ["SMTP_URL", "smtp://a:1/b@mail.example.org", "/ as %2F"],
    ["SMTP_URL", "smtp://mail.example.org/inbox", "it takes smtp://"],
    ["MAIL_FROM", "Skylark", '"Skylark"; it takes an address'],
    ["ADMIN_EMAIL", "admin", '"admin"; it takes an e-mail address'],
    ["ADMIN_PASSWORD", "12345", "*** (5 characters); it takes at least 6 characters"],
    ["DEMO_CONTENT", "maybe", '"maybe"; it takes true or false'],
    ["TRUST_PROXY", "true", '"true"; it takes the number of proxies'],
    ["S3_URL", "https://s3.example.org/media", "it takes https://key:secret@host/bucket"],
    ["S3_URL", "https://key:secret@s3.example.org/", "it takes https://key:secret@host/bucket"],
    ["S3_URL", "https://key:secret@s3.example.org/Media", "it takes https://key:secret@host/bucket"],
    ["S3_URL", "https://key:secret@s3.example.org/media/..%2fx", "it takes https://key:secret@host/bucket"],
    ["S3_URL", "https://key:secret@s3.example.org/media?regoin=eu", "it takes https://key:secret@host/bucket"],
    ["S3_URL", "ftp://key:secret@s3.example.org/media", "it takes https://key:secret@host/bucket"],
    ["GEOIP_DB", join(folder, "gone.mmdb"), "it takes the path of a readable file"],
    ["GEOIP_DB", folder, "it takes the path of a readable file"],
    ["LOG_LEVEL", "loud", '"loud"; it takes trace, debug, info, warn, error, fatal, silent'],
    ["WORKERS", "0", '"0"; it takes a whole number from 1'],
    ["METRICS_TOKEN", "too short", "*** (9 characters); it takes 16 or more"],
    ["METRICS_PORT", "0", '"0"; it takes a whole number from 1'],
    ["METRICS_PUBLIC", "2", '"2"; it takes true or false'],
    ["UPGRADE_BACKUP", "never", '"never"; it takes true or false'],
  ])("%s=%s", (name, text, says) => {
    const error = errorOf({ [name]: text });
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toContain(`${name} is `);
    expect(error.message).toContain(says);
  });
});

test("all invalid variables are reported at once", () => {
  const error = errorOf({ PORT: "x", WORKERS: "x", LOG_LEVEL: "info", ADMIN_EMAIL: "x" });
  expect(error.problems.map((problem) => problem.name).sort()).toEqual(["ADMIN_EMAIL", "PORT", "WORKERS"]);
});

describe("never shows a secret", () => {
  test.each([
    ["DATABASE_URL", "mysql://root:hunter2@db/blog"],
    ["DATABASE_URL", "postgres://root:hun/ter2@x@db:port/blog"],
    ["DATABASE_URL", "mysql://db/blog?password=hunter2"],
    ["DATABASE_URL", "hunter2"],
    ["SMTP_URL", "http://me:hunter2@mail"],
    ["S3_URL", "https://key:hunter2@host/"],
    ["S3_URL", "https://key:hun/ter2@host/media"],
    ["ADMIN_PASSWORD", "hunt"],
  ])("%s=%s", (name, text) => {
    expect(errorOf({ [name]: text }).message).not.toMatch(/hun/);
  });
});

describe("a misspelt name", () => {
  test.each([
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATABASEURL", "DATABASE_URL"],
    ["DATABASE_ULR", "DATABASE_URL"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["ADMIN_EMIAL", "ADMIN_EMAIL"],
    ["port", "PORT"],
  ])("%s", (name, meant) => {
    expect(readConfig({ [name]: "x" }).warnings).toEqual([`The environment variable ${name} is not known; is ${meant} meant?`]);
  });

  test.each(["DATABASE_NAME", "POST", "HOSTTYPE", "LOGNAME", "SMTP_PORT"])("no warning for %s", (name) => {
    expect(readConfig({ [name]: "x" }).warnings).toEqual([]);
  });

  test("no warning for a name whose right spelling is there, too", () => {
    expect(readConfig({ DATA_DIR: "x", DATA_DIRS: "y" }).warnings).toEqual([]);
  });
});

test("DATABASE_READ_URL takes one server, beside DATABASE_URL", () => {
  const read = "postgres://u:p@standby:5432/blog?sslmode=require";
  const DATABASE_URL = "postgres://u:p@db/blog";
  expect(readConfig({ DATABASE_URL, DATABASE_READ_URL: read }).databaseReadUrl).toBe(read);
  const refusal = (env: Record<string, string>) => {
    try {
      readConfig(env);
    } catch (error) {
      return (error as Error).message.split("\n")[1];
    }
  };
  expect(refusal({ DATABASE_URL, DATABASE_READ_URL: PAIR })).toContain(`DATABASE_READ_URL is "postgres://***@one:5432`);
  expect(refusal({ DATABASE_READ_URL: read })).toBe(
    `  DATABASE_READ_URL is "postgres://***@standby:5432/blog?sslmode=require" without DATABASE_URL; it takes postgres://user:password@host:5432/database with a single host, a standby of DATABASE_URL, which must be set too.`,
  );
});
