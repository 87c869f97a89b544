import { DomainError, notFound } from "../errors.ts";

/** The file isn't taken: `place` says where (entry, item, line), the message why. Nothing of it has been stored. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
  readonly place: string;
  constructor(place: string, sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.place = place;
  }
}

/** There is no such import. */
export const noImport = () => notFound("Import");

/** The import is in a state in which this can't be done. */
export const wrongState = (message: string) => new DomainError("conflict", "wrong_state", message);

/** SQLSTATE classes of what the database refuses whenever it is asked: data, constraints, limits of the program. */
const REFUSED = /^(22|23|54)/;

/** Whether trying again meets the same error: it is due to what the file holds, and to nothing that passes. */
export const isForGood = (error: unknown): error is Error =>
  (error instanceof DomainError && error.kind === "invalid") ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  REFUSED.test(String((error as { code?: unknown } | null)?.code));
