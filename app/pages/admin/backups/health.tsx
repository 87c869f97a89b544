import type { BackupHealth } from "../../../domain/backups/backup.ts";
import { TextWith } from "../../../ui/text-with.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { Ago, useDates } from "../frame/dates.tsx";
import { sizeOf } from "../frame/size-of.ts";
import { HEALTH } from "./texts.ts";

/** How the backups are: the last good one, the last proof, the next one. */
export function HealthFacts({ health: { last, proven, next_at } }: { health: BackupHealth }) {
  const dates = useDates();
  return (
    <dl className="backup-facts">
      <div>
        <dt>{HEALTH.last}</dt>
        <dd>
          {last ? <Ago iso={last.at} /> : HEALTH.none}
          {last?.bytes ? <span className="row-note">{sizeOf(last.bytes)}</span> : null}
        </dd>
      </div>
      <div>
        <dt>{HEALTH.verified}</dt>
        <dd>
          {proven ? <Ago iso={proven.at} /> : HEALTH.notYet}
          {proven ? <span className="row-note">{HEALTH.verifiedHint}</span> : null}
        </dd>
      </div>
      <div>
        <dt>{HEALTH.next}</dt>
        <dd>{next_at ? <time dateTime={next_at}>{dates.time(next_at)}</time> : HEALTH.off}</dd>
      </div>
    </dl>
  );
}

/** What is wrong with the backups; nothing if all is well. */
export function HealthWarnings({ health: { warnings }, isEncrypted }: { health: BackupHealth; isEncrypted: boolean }) {
  if (warnings.length === 0 && isEncrypted) return null;
  return (
    <ul className="backup-warnings" aria-label={HEALTH.warnings}>
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
            <TextWith text={HEALTH.notEncrypted} parts={{ variable: <code>BACKUP_PASSPHRASE</code> }} />
          </span>
        </li>
      )}
    </ul>
  );
}
