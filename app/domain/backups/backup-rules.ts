/** `before_upgrade`: before its migrations. */
export const BACKUP_KINDS = ["scheduled", "manual", "before_upgrade"] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];

/** `DATA_DIR/backups`, or where `BACKUP_URL` points. */
export const BACKUP_PLACES = ["disk", "external"] as const;
export type BackupPlace = (typeof BACKUP_PLACES)[number];

export const BACKUP_STATES = ["waiting", "running", "done", "failed"] as const;
export type BackupState = (typeof BACKUP_STATES)[number];

/** Of restoring the backup into a scratch database. */
export const BACKUP_PROOFS = ["none", "wanted", "running", "proven", "broken"] as const;
export type BackupProof = (typeof BACKUP_PROOFS)[number];

/** Writing has the first two steps, a drill the others. */
export const BACKUP_STEPS = ["tables", "files", "check", "load", "compare"] as const;
export type BackupStep = (typeof BACKUP_STEPS)[number];

/** Somebody works on it, or soon will. */
export const isBackupAtWork = ({ state, proof }: { state: BackupState; proof: BackupProof }): boolean =>
  state === "waiting" || state === "running" || proof === "wanted" || proof === "running";

/** Until an admin saves another schedule. */
export const FIRST_HOUR = 3;

/** The newest of each of this many days, weeks and months that have one. */
export const KEPT_DAYS = 7;
export const KEPT_WEEKS = 4;
export const KEPT_MONTHS = 12;

export const KEPT_BEFORE_UPGRADE = 3;

export const FAILURES_KEPT_DAYS = 30;

export const DRILL_DAYS = 7;
export const PROOF_WARNING_DAYS = 8;

export const BACKUPS_PAGE_SIZE = 20;

export const INTERRUPTED = "The server stopped while this backup was being made.";

const WORDS: Record<BackupKind, string> = { scheduled: "scheduled", manual: "manual", before_upgrade: "before-upgrade" };
const NAME =
  /^skylark-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z-(scheduled|manual|before-upgrade)((?:-[a-z0-9-]+)?)((?:\.[a-z0-9]+)+)$/;

export const UNFINISHED = ".unfinished";

/** `skylark-2026-01-31T030000Z-scheduled.tar.zst`, in UTC. @param ending with its dot @param mark lower-case letters, digits and hyphens */
export function backupName(kind: BackupKind, at: Date, ending: string, mark = ""): string {
  const stamp = at.toISOString().slice(0, 19).replaceAll(":", "");
  return `skylark-${stamp}Z-${WORDS[kind]}${mark && `-${mark}`}${ending}`;
}

/** Null for other names, those of unfinished files included. */
export function readBackupName(name: string): { kind: BackupKind; at: Date; mark: string } | null {
  const [, day, hours, minutes, seconds, word, mark = ""] = NAME.exec(name) ?? [];
  const kind = BACKUP_KINDS.find((one) => WORDS[one] === word);
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
  if (!kind || Number.isNaN(at.getTime()) || name.endsWith(UNFINISHED)) return null;
  return { kind, at, mark: mark.slice(1) };
}
