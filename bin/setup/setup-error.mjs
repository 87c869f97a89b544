/** Something the person at the keyboard can fix: shown as its message alone, without a stack. */
export class SetupError extends Error {}

/**
 * Runs a command's code; a SetupError becomes its sentence and exit status 1.
 * @param {() => Promise<unknown>} work
 * @returns {Promise<void>} anything else that is thrown is thrown on
 */
export async function withPlainErrors(work) {
  // A reader that has ended must not end what it was reading.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/**
 * Refuses a folder whose path holds what ends a URL, as the build has them, or what a shell reads, as PostgreSQL's programs ask one for each other.
 * @param {string} root the project's folder
 * @throws {SetupError} that names the sign
 */
export function refuseSigns(root) {
  const sign = (process.platform === "win32" ? /[#?$`]/ : /[#?"$`]/).exec(root);
  if (sign)
    throw new SetupError(
      `Skylark can't be installed, built or started in ${root} because of the ${sign[0]} in this path: rename the folder, or move Skylark to another one.`,
    );
}

/**
 * Puts an error of the file system into a sentence.
 * @param {string} doing what was tried, e.g. "The packages can't be installed"
 * @param {string} path where
 * @param {unknown} error
 * @returns {SetupError}
 */
export function fileError(doing, path, error) {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const why =
    {
      EROFS: "the disk is read-only",
      EACCES: "this user may not write there",
      EPERM: "this user may not write there",
      ENOSPC: "the disk is full",
    }[code] ?? (error instanceof Error ? error.message : String(error));
  return new SetupError(`${doing} in ${path}: ${why}.`);
}
