import type { Scope } from "./tokens/token-rules.ts";

export type FieldError = { field: string; rule: string };

/** `code`, `message` and `details` may be shown to anybody; `cause` is only logged. The HTTP layer turns `kind` into a status. */
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

/** PostgREST's code, which the specification's browser rules test for. */
export const notFound = (what: string) => new DomainError("not_found", "PGRST116", `${what} not found`);

export const invalid = (message: string, details: FieldError[]) =>
  new DomainError("invalid", "invalid_input", message, { details });

/** PostgreSQL's SQLSTATE unique_violation. */
export const duplicate = (message: string, cause?: unknown) => new DomainError("conflict", "23505", message, { cause });

/** PostgreSQL's SQLSTATE insufficient_privilege. */
export const forbidden = (message: string, details?: FieldError[]) =>
  new DomainError("forbidden", "42501", message, details && { details });

export const missingScope = (scope: Scope) =>
  new DomainError("forbidden", "missing_scope", `This API token lacks the scope ${scope}`);

/** Someone else has saved in the meantime; nothing was changed. */
export const staleVersion = (what: string) =>
  new DomainError(
    "conflict",
    "stale_version",
    `${what} has been changed by someone else since you opened it. Nothing was saved.`,
  );
