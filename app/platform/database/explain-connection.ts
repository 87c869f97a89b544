import pg from "pg";

/** Where a configuration leads, for people: host and port or socket folder, database and user; never the password. */
export function describeTarget(config: pg.PoolConfig): { host: string; database: string; user: string } {
  const { host, port, database, user } = new pg.Client(config);
  return { host: host.startsWith("/") ? host : `${host}:${port}`, database: database ?? "", user: user ?? "" };
}

const reasons: Record<string, (target: { database: string; user: string }) => string> = {
  ECONNREFUSED: () => "nothing answers there (connection refused)",
  ECONNRESET: () => "the connection was cut off",
  EHOSTUNREACH: () => "there is no way to that host",
  ENETUNREACH: () => "there is no way to that network",
  ENOENT: () => "there is no such socket",
  EACCES: () => "this user may not use that socket",
  ENOTFOUND: () => "no host has that name",
  EAI_AGAIN: () => "the name of the host could not be looked up",
  ETIMEDOUT: () => "no answer in time",
  "28P01": ({ user }) => `the password of the user "${user}" was refused (authentication failed)`,
  "28000": ({ user }) => `the user "${user}" was refused (authentication failed)`,
  "3D000": ({ database }) => `it has no database "${database}"`,
  "42501": ({ user, database }) => `the user "${user}" may not connect to the database "${database}"`,
  "53300": () => "it has no connection to spare",
  "57P03": () => "it is starting up or shutting down",
};

/**
 * Why a connection failed, in one clause.
 * @param error what connecting threw. @param config what it was tried with.
 */
export function describeFailure(error: unknown, config: pg.PoolConfig): string {
  // A name with several addresses fails with one error for each of them.
  const first = error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
  const { code = "", message = String(first) } = (first ?? {}) as NodeJS.ErrnoException;
  const known = reasons[code]?.(describeTarget(config));
  if (known) return known;
  if (/timeout/i.test(message)) return "no answer in time";
  const { password } = new pg.Client(config);
  const line = message.split("\n")[0] ?? "";
  return typeof password === "string" && password !== "" ? line.replaceAll(password, "•••") : line;
}
