/** Modes of folders and files that other accounts of the machine have no business in; the group may read for backups. */
export const SHARED = { folder: 0o750, file: 0o640 };
/** Modes of what only the server's own account reads. */
export const OWN = { folder: 0o700, file: 0o600 };
