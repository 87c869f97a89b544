import type { Backup } from "../../../domain/backups/backup.ts";
import { type BackupKind, type BackupStep, isBackupAtWork } from "../../../domain/backups/backup-rules.ts";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Ago, useDates } from "../frame/dates.tsx";
import { Menu } from "../frame/menu.tsx";
import { sizeOf } from "../frame/size-of.ts";

const KINDS: Record<BackupKind, string> = {
  scheduled: "Scheduled",
  manual: "Manual",
  before_upgrade: "Before an upgrade",
};

const STEPS: Record<BackupStep, string> = {
  tables: "Writing tables",
  files: "Writing images",
  check: "Reading the file",
  load: "Restoring",
  compare: "Comparing",
};

const figures = new Intl.NumberFormat("en-US");

function badgeOf({ state, proof, is_here }: Backup): { tone: BadgeTone; label: string } {
  if (state === "failed") return { tone: "red", label: "Failed" };
  if (state === "waiting" || proof === "wanted") return { tone: "blue", label: "Waiting" };
  if (state === "running") return { tone: "blue", label: "Running" };
  if (proof === "running") return { tone: "blue", label: "Being verified" };
  if (proof === "broken") return { tone: "red", label: "Broken" };
  if (!is_here) return { tone: "amber", label: "Unreachable" };
  return proof === "proven" ? { tone: "green", label: "Verified" } : { tone: "gray", label: "Created" };
}

function Work({ backup: { step, done, total, name } }: { backup: Backup }) {
  const counted = total > 0 ? `${figures.format(Math.min(done + 1, total))} of ${figures.format(total)}` : figures.format(done);
  return (
    <div className="backup-progress">
      <progress aria-label={`Progress of ${name}`} max={Math.max(1, total)} value={total > 0 ? done : undefined} />
      <span role="status">{step ? `${STEPS[step]}: ${counted}` : "Starting..."}</span>
    </div>
  );
}

function State({ backup }: { backup: Backup }) {
  const { tone, label } = badgeOf(backup);
  const { error, proof, proof_error, proof_tried_at } = backup;
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {isBackupAtWork(backup) ? <Work backup={backup} /> : null}
      {proof === "proven" && proof_tried_at ? (
        <span className="row-note">
          <Ago iso={proof_tried_at} />
        </span>
      ) : null}
      {error || proof_error ? <span className="row-note backup-reason">{error ?? proof_error}</span> : null}
    </>
  );
}

function Made({ backup: { created_at, name, requested_by } }: { backup: Backup }) {
  return (
    <>
      <time className="row-title" dateTime={created_at}>
        {useDates().time(created_at)}
      </time>
      <span className="row-note">{requested_by ? `${name}, for ${requested_by}` : name}</span>
    </>
  );
}

type BackupActions = Record<"onDownload" | "onRestore" | "onProve" | "onDelete", (backup: Backup) => void>;

type BackupTableProps = BackupActions & { backups: readonly Backup[]; busy: boolean };

export function BackupTable({ backups, busy, onDownload, onRestore, onProve, onDelete }: BackupTableProps) {
  const dates = useDates();
  const columns: Column<Backup>[] = [
    { key: "made", title: "Created", render: (backup) => <Made backup={backup} /> },
    { key: "state", title: "Status", render: (backup) => <State backup={backup} /> },
    { key: "kind", title: "Reason", wide: true, render: ({ kind }) => KINDS[kind] },
    { key: "size", title: "Size", align: "right", render: ({ bytes }) => (bytes === null ? "" : sizeOf(bytes)) },
    { key: "place", title: "Where", wide: true, render: ({ place }) => (place === "disk" ? "Disk" : "Bucket") },
    {
      key: "actions",
      title: "Actions",
      align: "right",
      render: (backup) => {
        const isUsable = backup.state === "done" && backup.is_here;
        const isAtWork = isBackupAtWork(backup);
        return (
          <div className="row-actions">
            <Menu
              label={`Actions for the backup of ${dates.time(backup.created_at)}`}
              items={[
                { label: "Download", disabled: !isUsable, onSelect: () => onDownload(backup) },
                { label: "Verify now", disabled: !isUsable || isAtWork, onSelect: () => onProve(backup) },
                { label: "How to restore", disabled: backup.state !== "done", onSelect: () => onRestore(backup) },
                { label: "Delete", tone: "danger", disabled: isAtWork, onSelect: () => onDelete(backup) },
              ]}
            />
          </div>
        );
      },
    },
  ];
  return <DataTable caption="Backups" columns={columns} rows={backups} rowKey={({ id }) => id} busy={busy} />;
}
