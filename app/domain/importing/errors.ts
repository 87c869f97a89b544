import { DomainError, notFound } from "../errors.ts";

/** There is no such import. */
export const noImport = () => notFound("Import");

/** SQLSTATE classes of what the database refuses whenever it is asked: data, constraints, limits of the program. */
const REFUSED = /^(22|23|54)/;

/** Whether trying again meets the same error: it comes of what the file holds, and of nothing that passes. */
export const isForGood = (error: unknown): error is Error =>
  (error instanceof DomainError && error.kind === "invalid") ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  REFUSED.test(String((error as { code?: unknown } | null)?.code));

/** The import stands where this can't be done. */
export const wrongState = (message: string) => new DomainError("conflict", "wrong_state", message);
