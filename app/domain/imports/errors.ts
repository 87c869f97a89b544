import { DomainError, notFound } from "../errors.ts";

/** `place`: entry, item or line. Nothing of the file has been stored. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
  readonly place: string;
  constructor(place: string, sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.place = place;
  }
}

export const noImport = () => notFound("Import");

export const wrongState = (message: string) => new DomainError("conflict", "wrong_state", message);

/** SQLSTATE classes of permanent errors: data, constraints, limits of PostgreSQL. */
const REFUSED = /^(22|23|54)/;

/** Whether the file's content causes the error, so that trying again is useless. */
export const isForGood = (error: unknown): error is Error =>
  (error instanceof DomainError && error.kind === "invalid") ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  REFUSED.test(String((error as { code?: unknown } | null)?.code));
