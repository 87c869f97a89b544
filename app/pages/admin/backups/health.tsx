import type { BackupHealth } from "../../../domain/backups/backup.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { Ago, useDates } from "../frame/dates.tsx";
import { sizeOf } from "../frame/size-of.ts";

export function HealthFacts({ health: { last, proven, next_at } }: { health: BackupHealth }) {
  const dates = useDates();
  if (!last && next_at)
    return (
      <p className="backup-first">
        First backup: <time dateTime={next_at}>{dates.time(next_at)}</time>
      </p>
    );
  return (
    <dl className="backup-facts">
      <div>
        <dt>Last backup</dt>
        <dd>
          {last ? <Ago iso={last.at} /> : "None yet"}
          {last?.bytes ? <span className="row-note">{sizeOf(last.bytes)}</span> : null}
        </dd>
      </div>
      <div>
        <dt>Last verified</dt>
        <dd>
          {proven ? <Ago iso={proven.at} /> : "Not yet"}
          {proven ? <span className="row-note">Restored and compared</span> : null}
        </dd>
      </div>
      <div>
        <dt>Next backup</dt>
        <dd>{next_at ? <time dateTime={next_at}>{dates.time(next_at)}</time> : "Automatic backups are off"}</dd>
      </div>
    </dl>
  );
}

export function HealthWarnings({ health: { warnings }, isEncrypted }: { health: BackupHealth; isEncrypted: boolean }) {
  if (warnings.length === 0 && isEncrypted) return null;
  return (
    <ul className="backup-warnings" aria-label="Warnings">
      {warnings.map(({ code, message }) => (
        <li key={code}>
          <AdminIcon name="alert" />
          <span>{message}</span>
        </li>
      ))}
      {isEncrypted ? null : (
        <li>
          <AdminIcon name="alert" />
          <span>
            Backups aren’t encrypted. Anyone who gets a file can read its accounts, drafts and visits. Set{" "}
            <code>BACKUP_PASSPHRASE</code> to encrypt them.
          </span>
        </li>
      )}
    </ul>
  );
}
