import type { Backup, BackupSchedule } from "../../../domain/backups/backup.ts";
import { TextWith } from "../../../ui/text-with.tsx";
import { Dialog } from "../frame/dialog.tsx";
import { RESTORE } from "./texts.ts";

/** A word as a shell takes it. */
const inShell = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

type RestoreDialogProps = { backup: Backup; schedule: BackupSchedule; onClose(): void };

/** How a backup is restored on this server, with its commands. */
export function RestoreDialog({ backup, schedule, onClose }: RestoreDialogProps) {
  const { restore_folder, is_embedded } = schedule;
  const target = is_embedded ? "DATA_DIR=data-restored" : "DATABASE_URL=postgres://…";
  const command = `npm run restore -- ${inShell(backup.address)}`;
  return (
    <Dialog title={RESTORE.title} open onClose={onClose}>
      <p>{RESTORE.lead}</p>
      <ol className="backup-steps">
        <li>
          <p>{RESTORE.folder}</p>
          <pre>
            <code>{`cd ${inShell(restore_folder)}`}</code>
          </pre>
        </li>
        <li>
          <p>{RESTORE.verify}</p>
          <pre>
            <code>{`${command} --verify`}</code>
          </pre>
        </li>
        <li>
          <p>{is_embedded ? RESTORE.intoFolder : RESTORE.intoDatabase}</p>
          <pre>
            <code>{`${target} ${command}`}</code>
          </pre>
        </li>
        <li>
          <p>{RESTORE.start}</p>
          <pre>
            <code>{`${target} npm start`}</code>
          </pre>
        </li>
      </ol>
      {backup.place === "external" ? <p>{RESTORE.bucket}</p> : null}
      {backup.is_encrypted ? <p>{RESTORE.encrypted}</p> : null}
      {backup.sha256 ? (
        <p className="backup-sum">
          <TextWith text={RESTORE.sum} parts={{ sum: <code>{backup.sha256}</code> }} />
        </p>
      ) : null}
    </Dialog>
  );
}
