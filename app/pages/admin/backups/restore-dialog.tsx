import type { Backup, BackupSchedule } from "../../../domain/backups/backup.ts";
import { Dialog } from "../frame/dialog.tsx";

/** A word as a shell takes it. */
const inShell = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

type RestoreDialogProps = { backup: Backup; schedule: BackupSchedule; onClose(): void };

export function RestoreDialog({ backup, schedule, onClose }: RestoreDialogProps) {
  const { restore_folder, is_embedded } = schedule;
  const target = is_embedded ? "DATA_DIR=data-restored" : "DATABASE_URL=postgres://…";
  const command = `npm run restore -- ${inShell(backup.address)}`;
  return (
    <Dialog title="Restore this backup" open onClose={onClose}>
      <p>A backup is restored into an empty installation. This site stays as it is until you remove it.</p>
      <p>
        On another server or in another folder, you need no shell: download the backup, start a new site there, open the link that
        it prints, and choose “Restore from a backup”. On this server, use its commands:
      </p>
      <ol className="backup-steps">
        <li>
          <p>On the server, go to the folder of the site:</p>
          <pre>
            <code>{`cd ${inShell(restore_folder)}`}</code>
          </pre>
        </li>
        <li>
          <p>Verify the backup if it hasn’t been verified. This changes nothing:</p>
          <pre>
            <code>{`${command} --verify`}</code>
          </pre>
        </li>
        <li>
          <p>
            {is_embedded
              ? "Restore it into a new data folder:"
              : "Restore it into an empty database, named in DATABASE_URL. The folder for images must be empty, too:"}
          </p>
          <pre>
            <code>{`${target} ${command}`}</code>
          </pre>
        </li>
        <li>
          <p>Stop the site, then start it with the restored data:</p>
          <pre>
            <code>{`${target} npm start`}</code>
          </pre>
        </li>
      </ol>
      {backup.place === "external" ? (
        <p>The backup is in a bucket. Run the commands with this site’s BACKUP_URL, which contains the key.</p>
      ) : null}
      {backup.is_encrypted ? (
        <p>
          The backup is encrypted. Run the commands with the BACKUP_PASSPHRASE that was set when it was made, or enter it when
          asked.
        </p>
      ) : null}
      {backup.sha256 ? (
        <p className="backup-sum">
          SHA-256 of the file: <code>{backup.sha256}</code>
        </p>
      ) : null}
    </Dialog>
  );
}
