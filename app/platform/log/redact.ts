const SECRET =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-session-id|api_?key|.*password|.*secret|.*token|.*_?hash)$/i;
const CREDENTIALS = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/"']*@/gi;
const STARS = "***";
const DEEPEST = 8;

/** Addresses in a text lose the user and password before their host. */
const withoutCredentials = (text: string) => (text.includes("://") ? text.replace(CREDENTIALS, `$1${STARS}@`) : text);

const isPlain = (value: object) => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const clean = (value: unknown, plain: (error: Error) => object, depth: number): unknown => {
  if (typeof value === "string") return withoutCredentials(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEEPEST) return "…";
  if (value instanceof Error) return clean(plain(value), plain, depth + 1);
  if (value instanceof Headers) return clean(Object.fromEntries(value), plain, depth + 1);
  if (Array.isArray(value)) return value.map((item) => clean(item, plain, depth + 1));
  return isPlain(value) ? redacted(value as Record<string, unknown>, plain, depth + 1) : value;
};

/**
 * A copy of a record fit for the log: secrets by the names of their fields, at any depth, and in addresses.
 * @param fields what is to be logged; stays as it is
 * @param plain turns an error into a plain record
 */
export function redacted(fields: Record<string, unknown>, plain: (error: Error) => object, depth = 0): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const secret = SECRET.test(name) && value !== undefined && value !== null && typeof value !== "boolean";
    result[name] = secret ? STARS : clean(value, plain, depth);
  }
  return result;
}
