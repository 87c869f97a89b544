import { ZipError } from "../../../platform/zip/read-zip.ts";
import { ImportRefused } from "../refusal.ts";

/** What an archive says against itself, as a refusal. */
export const asRefusal = (error: unknown): never => {
  if (error instanceof ZipError)
    throw new ImportRefused(
      error.place,
      `${error.place === "the archive" ? "The archive" : "The file"} ${error.message}.`,
      error,
    );
  throw error;
};
