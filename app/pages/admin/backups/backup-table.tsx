import type { Backup } from "../../../domain/backups/backup.ts";
import { type BackupKind, type BackupStep, isBackupAtWork } from "../../../domain/backups/backup-rules.ts";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Ago, useDates } from "../frame/dates.tsx";
import { Menu } from "../frame/menu.tsx";
import { sizeOf } from "../frame/size-of.ts";
import { ACTIONS, SCREEN, STATE, TABLE } from "./texts.ts";

const KINDS: Record<BackupKind, string> = {
  scheduled: TABLE.scheduled,
  manual: TABLE.manual,
  before_upgrade: TABLE.upgrade,
};

const STEPS: Record<BackupStep, string> = {
  tables: STATE.tables,
  files: STATE.pictures,
  check: STATE.reading,
  load: STATE.restoring,
  compare: STATE.comparing,
};

const figures = new Intl.NumberFormat("en-US");

/** What is said of a backup in one word. */
function badgeOf({ state, proof, is_here }: Backup): { tone: BadgeTone; label: string } {
  if (state === "failed") return { tone: "red", label: STATE.failed };
  if (state === "waiting" || proof === "wanted") return { tone: "blue", label: STATE.waiting };
  if (state === "running") return { tone: "blue", label: STATE.running };
  if (proof === "running") return { tone: "blue", label: STATE.verifying };
  if (proof === "broken") return { tone: "red", label: STATE.broken };
  if (!is_here) return { tone: "amber", label: STATE.unreachable };
  return proof === "proven" ? { tone: "green", label: STATE.verified } : { tone: "gray", label: STATE.created };
}

function Work({ backup: { step, done, total, name } }: { backup: Backup }) {
  const counted =
    total > 0 ? STATE.counted(figures.format(Math.min(done + 1, total)), figures.format(total)) : figures.format(done);
  return (
    <div className="backup-progress">
      <progress aria-label={STATE.progress(name)} max={Math.max(1, total)} value={total > 0 ? done : undefined} />
      <span role="status">{step ? `${STEPS[step]}: ${counted}` : STATE.starting}</span>
    </div>
  );
}

/** The state of a backup, and since when it is proven, or why not. */
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
      <span className="row-note">{requested_by ? TABLE.reasonFor(name, requested_by) : name}</span>
    </>
  );
}

type BackupActions = Record<"onDownload" | "onRestore" | "onProve" | "onDelete", (backup: Backup) => void>;

type BackupTableProps = BackupActions & { backups: readonly Backup[]; busy: boolean };

/** A row for each backup. */
export function BackupTable({ backups, busy, onDownload, onRestore, onProve, onDelete }: BackupTableProps) {
  const dates = useDates();
  const columns: Column<Backup>[] = [
    { key: "made", title: STATE.created, render: (backup) => <Made backup={backup} /> },
    { key: "state", title: TABLE.status, render: (backup) => <State backup={backup} /> },
    { key: "kind", title: TABLE.reason, wide: true, render: ({ kind }) => KINDS[kind] },
    { key: "size", title: TABLE.size, align: "right", render: ({ bytes }) => (bytes === null ? "" : sizeOf(bytes)) },
    { key: "place", title: TABLE.where, wide: true, render: ({ place }) => (place === "disk" ? TABLE.disk : TABLE.bucket) },
    {
      key: "actions",
      title: TABLE.actions,
      align: "right",
      render: (backup) => {
        const isUsable = backup.state === "done" && backup.is_here;
        const isAtWork = isBackupAtWork(backup);
        return (
          <div className="row-actions">
            <Menu
              label={ACTIONS.label(dates.time(backup.created_at))}
              items={[
                { label: ACTIONS.download, disabled: !isUsable, onSelect: () => onDownload(backup) },
                { label: ACTIONS.verify, disabled: !isUsable || isAtWork, onSelect: () => onProve(backup) },
                { label: ACTIONS.restore, disabled: backup.state !== "done", onSelect: () => onRestore(backup) },
                { label: ACTIONS.remove, tone: "danger", disabled: isAtWork, onSelect: () => onDelete(backup) },
              ]}
            />
          </div>
        );
      },
    },
  ];
  return <DataTable caption={SCREEN.title} columns={columns} rows={backups} rowKey={({ id }) => id} busy={busy} />;
}
