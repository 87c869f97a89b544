/** One thing wrong with the input: where it stands and which rule it breaks. */
export type FieldError = { field: string; rule: string };

/**
 * An error with two faces: `code`, `message` and `details` may be shown to anybody; `cause` is for the log alone.
 * `kind` says what happened in the words of the domain; the HTTP layer turns it into a status.
 */
export class DomainError extends Error {
  readonly kind: "invalid" | "not_found" | "forbidden" | "conflict" | "unauthenticated" | "limited" | "unavailable";
  readonly code: string;
  readonly details: FieldError[] | undefined;

  constructor(
    kind: DomainError["kind"],
    code: string,
    message: string,
    options: { details?: FieldError[]; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "DomainError";
    this.kind = kind;
    this.code = code;
    this.details = options.details;
  }
}

/** A single row that was asked for is not there (PostgREST's code, which the specification's browser rules test for). */
export const notFound = (what: string) => new DomainError("not_found", "PGRST116", `${what} not found`);

/** Input that breaks a rule; `details` names each field and its rule. */
export const invalid = (message: string, details: FieldError[]) =>
  new DomainError("invalid", "invalid_input", message, { details });

/** A unique constraint would be broken (PostgreSQL's SQLSTATE unique_violation). */
export const duplicate = (message: string, cause?: unknown) => new DomainError("conflict", "23505", message, { cause });

/** The caller may not do this (PostgreSQL's SQLSTATE insufficient_privilege). */
export const forbidden = (message: string) => new DomainError("forbidden", "42501", message);

/** Somebody else has saved since the caller read it; nothing was changed. The caller reads again and decides. */
export const staleVersion = (what: string) =>
  new DomainError(
    "conflict",
    "stale_version",
    `${what} has been changed by somebody else since you opened it. Nothing was saved.`,
  );
