import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Backup, BackupSchedule } from "../../../domain/backups/backup.ts";
import { isBackupAtWork } from "../../../domain/backups/backup-rules.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { useDates } from "../frame/dates.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { Pager } from "../frame/pager.tsx";
import { isUnproven, useProof } from "../frame/proof-dialog.tsx";
import { EmptyState, QueryView, RowsSkeleton } from "../frame/query-view.tsx";
import { sizeOf } from "../frame/size-of.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { useEndOfWork } from "../frame/use-end-of-work.ts";
import { useListState } from "../frame/use-list-state.ts";
import { BackupTable } from "./backup-table.tsx";
import { HealthFacts, HealthWarnings } from "./health.tsx";
import {
  backupsQuery,
  CHANGED_BACKUPS,
  deleteBackup,
  downloadBackup,
  proveBackup,
  scheduleQuery,
  startBackup,
} from "./queries.ts";
import { RestoreDialog } from "./restore-dialog.tsx";
import { ScheduleForm } from "./schedule-form.tsx";

const SHOWN = { page: "1" };

function useBackupActions() {
  const confirm = useConfirm();
  const dates = useDates();
  const failure = (what: string) => (message: string) => `Failed to ${what}: ${message}`;
  const invalidates = CHANGED_BACKUPS;
  const start = useAdminMutation<Backup, void>({ call: startBackup, failure: failure("back up"), invalidates });
  const prove = useAdminMutation({ call: proveBackup, failure: failure("verify the backup"), invalidates });
  const remove = useAdminMutation({
    call: deleteBackup,
    success: "Backup deleted",
    failure: failure("delete the backup"),
    invalidates,
  });
  const { proven, dialog } = useProof("A backup contains all accounts and drafts.");
  const download = useAdminMutation({
    call: (backup: Backup) => proven((proof) => downloadBackup(backup, proof)),
    failure: (message, error) => (isUnproven(error) ? undefined : `Failed to download the backup: ${message}`),
    invalidates: [],
  });
  const askDelete = async ({ id, created_at, is_here, state }: Backup) => {
    const of = dates.time(created_at);
    const text =
      state !== "done"
        ? "The failed attempt is removed from the list."
        : is_here
          ? `The backup of ${of} and its file are permanently deleted.`
          : `The backup of ${of} is removed from the list. This server can’t reach its file, so the file isn’t deleted.`;
    if (await confirm({ title: "Delete backup", text, action: "Delete", tone: "danger" })) remove.mutate(id);
  };
  return { start, prove, download, askDelete, dialog };
}

const Health = ({ of: { health, is_encrypted } }: { of: BackupSchedule }) => (
  <>
    <HealthWarnings health={health} isEncrypted={is_encrypted} />
    <HealthFacts health={health} />
  </>
);

function ScheduleSection({ query }: { query: UseQueryResult<BackupSchedule> }) {
  return (
    <section className="backup-section" aria-labelledby="backup-schedule">
      <h2 id="backup-schedule">Schedule</h2>
      <QueryView query={query} noun="schedule">
        {(stored) => (
          <>
            <ScheduleForm stored={stored} />
            {stored.free_bytes === null ? null : (
              <p className="backup-note">{sizeOf(stored.free_bytes)} are free on this server’s disk.</p>
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}

export function Backups() {
  const { values, href } = useListState(SHOWN);
  const query = useQuery(backupsQuery(values));
  const isAtWork = query.data?.items.some(isBackupAtWork) ?? false;
  useEndOfWork(isAtWork, CHANGED_BACKUPS);
  const schedule = useQuery(scheduleQuery(isAtWork));
  const [restored, setRestored] = useState<Backup | null>(null);
  const { start, prove, download, askDelete, dialog } = useBackupActions();
  const isMade = query.data?.items.some(({ state }) => state === "waiting" || state === "running") ?? false;
  const empty = <EmptyState title="No backups yet" hint="Create one now, or wait for the first scheduled one." />;
  return (
    <AdminPage
      title="Backups"
      lead="Each backup is one file with the database, images and settings. Sessions and keys stay out of it: on a restored site, everyone signs in again."
      actions={
        <FocusKeepingButton
          className="button button-solid"
          isDisabled={start.isPending || isMade}
          onClick={() => start.mutate(undefined)}
        >
          {isMade ? "Backing up..." : "Back up now"}
        </FocusKeepingButton>
      }
    >
      {/* The facts above the list come first, so that they don't move it while someone reaches for a row. */}
      {schedule.isPending ? (
        <RowsSkeleton />
      ) : (
        <>
          {schedule.data ? <Health of={schedule.data} /> : null}
          <QueryView query={query} noun="backups" isEmpty={({ total }) => total === 0} empty={empty}>
            {({ items, ...paging }) => (
              <>
                <BackupTable
                  backups={items}
                  busy={query.isPlaceholderData}
                  onDownload={(backup) => download.mutate(backup)}
                  onProve={({ id }) => prove.mutate(id)}
                  onRestore={setRestored}
                  onDelete={(backup) => void askDelete(backup)}
                />
                <Pager {...paging} noun="backups" href={href} />
              </>
            )}
          </QueryView>
        </>
      )}
      <ScheduleSection query={schedule} />
      {dialog}
      {restored && schedule.data ? (
        <RestoreDialog backup={restored} schedule={schedule.data} onClose={() => setRestored(null)} />
      ) : null}
    </AdminPage>
  );
}
