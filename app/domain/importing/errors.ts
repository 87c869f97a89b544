import { DomainError, notFound } from "../errors.ts";

/** There is no such import. */
export const noImport = () => notFound("Import");

/** The import stands where this can't be done. */
export const wrongState = (message: string) => new DomainError("conflict", "wrong_state", message);
