/** The token of the link: 256 random bits in hexadecimal digits. */
export const SETUP_TOKEN = /^[0-9a-f]{64}$/;

export const SETUP_HOURS = 24;

/** What the new site begins with: the demo content, or nothing. */
export const SETUP_STARTS = ["demo", "empty"] as const;

/**
 * Of the backup that the owner of a new installation has uploaded. It is in a file, because the site and its database are down during
 * the restore. `interrupted`: the server ended meanwhile, so only the database knows.
 */
export type RestoreState = {
  phase: "uploaded" | "checking" | "restoring" | "interrupted" | "failed" | "done";
  /** of the link, in hexadecimal digits */
  token_hash: string;
  /** the first admin of the new site: with another one, or a used one, the site is restored */
  admin_id: string;
  /** as the browser named it */
  name: string;
  /** in bytes */
  size: number;
  wants_passphrase: boolean;
  error: string | null;
  /** Bytes without compression: those that were read, and all of them; 0 until that is known. */
  read: number;
  total: number;
  /** what the backup says of itself */
  made_at: string | null;
  site_url: string | null;
  /** of the last change */
  at: string;
};

export type PresentedRestore = Omit<RestoreState, "token_hash" | "admin_id">;
