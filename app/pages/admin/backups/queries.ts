import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { pathTo } from "../../../base-path.ts";
import { adminApi, adminFetch } from "../../../browser/auth/admin-api.ts";
import type { Backup, BackupScheduleInput } from "../../../domain/backups/backup.ts";
import { isBackupAtWork } from "../../../domain/backups/backup-rules.ts";
import { body, query, unwrap, unwrapEmpty } from "../../../http/api/admin/client.ts";
import type { Proof } from "../frame/proof-dialog.tsx";
import { saveFile } from "../frame/save-file.ts";

/** How often to ask for the progress of a backup, in ms. */
const ASK_MS = 1000;

export const CHANGED_BACKUPS = [
  ["admin", "backups"],
  ["admin", "dashboard"],
] as const;

export const backupsQuery = ({ page }: { page: string }) =>
  queryOptions({
    queryKey: ["admin", "backups", "list", page],
    queryFn: () => body(adminApi.backups.$get({ query: query({ page }) })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isBackupAtWork) ? ASK_MS : false),
  });

/** The schedule, and how the backups are. `busy` is in the key because their health changes when the work ends. */
export const scheduleQuery = (busy: boolean) =>
  queryOptions({
    queryKey: ["admin", "backups", "schedule", busy],
    queryFn: () => body(adminApi["backup-schedule"].$get({ query: {} })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const of = (id: string) => ({ param: { id }, query: {} });

export const startBackup = () => body(adminApi.backups.$post({ query: {} }));

export const proveBackup = (id: string) => body(adminApi.backups[":id"].proof.$post(of(id)));

export const deleteBackup = (id: string) => unwrapEmpty(adminApi.backups[":id"].$delete(of(id)));

export const saveSchedule = (json: BackupScheduleInput & Proof) => body(adminApi["backup-schedule"].$put({ query: {}, json }));

export async function downloadBackup({ id, name }: Backup, proof: Proof): Promise<void> {
  const isProven = Object.keys(proof).length > 0;
  const headers = { "content-type": "application/json" };
  const init = isProven ? { method: "POST", headers, body: JSON.stringify(proof) } : {};
  const asked = adminFetch(pathTo(`/api/admin/backups/${id}/file`), init) as never as ReturnType<typeof adminApi.backups.$get>;
  await saveFile((await unwrap(asked)) as never as Response, name);
}
