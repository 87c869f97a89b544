import type { Backup, BackupSchedule } from "../../../domain/backups/backup.ts";
import { Dialog } from "../frame/dialog.tsx";

/** A word as a shell takes it. */
const inShell = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

type RestoreDialogProps = { backup: Backup; schedule: BackupSchedule; onClose(): void };

/** How a backup is restored on this server, with its commands. */
export function RestoreDialog({ backup, schedule, onClose }: RestoreDialogProps) {
  const { restore_folder, is_embedded } = schedule;
  const target = is_embedded ? "DATA_DIR=data-restored" : "DATABASE_URL=postgres://…";
  const command = `npm run restore -- ${inShell(backup.address)}`;
  return (
    <Dialog title="Restore this backup" open onClose={onClose}>
      <p>A backup is restored on the server, into an empty installation. What is here stays until you remove it.</p>
      <ol className="backup-steps">
        <li>
          <p>On the server, go to the folder of the site:</p>
          <pre>
            <code>{`cd ${inShell(restore_folder)}`}</code>
          </pre>
        </li>
        <li>
          <p>Prove the backup, if it hasn't been proven. Nothing is changed:</p>
          <pre>
            <code>{`${command} --verify`}</code>
          </pre>
        </li>
        <li>
          <p>
            {is_embedded
              ? "Restore it into a new data folder:"
              : "Restore it into an empty database, which you name in DATABASE_URL; the folder for pictures must be empty, too:"}
          </p>
          <pre>
            <code>{`${target} ${command}`}</code>
          </pre>
        </li>
        <li>
          <p>Stop the site, and start it with what was restored:</p>
          <pre>
            <code>{`${target} npm start`}</code>
          </pre>
        </li>
      </ol>
      {backup.place === "external" ? (
        <p>
          The backup is in a bucket: the commands need the BACKUP_URL of this site in their environment, because it has the key.
        </p>
      ) : null}
      {backup.is_encrypted ? (
        <p>The backup is encrypted: the commands need the BACKUP_PASSPHRASE that was set when it was made, or ask for it.</p>
      ) : null}
      {backup.sha256 ? (
        <p className="backup-sum">
          SHA-256 of the file: <code>{backup.sha256}</code>
        </p>
      ) : null}
    </Dialog>
  );
}
