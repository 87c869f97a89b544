import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BackupSchedule, BackupScheduleInput } from "../../../domain/backups/backup.ts";
import { KEPT_DAYS, KEPT_MONTHS, KEPT_WEEKS } from "../../../domain/backups/backup-rules.ts";
import { timeFormat } from "../../../platform/time/time-format.ts";
import { SelectField, Toggle } from "../../../ui/form/described-fields.tsx";
import { codeOf } from "../../account/frame/failure.ts";
import { useSite } from "../../data.ts";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { isUnproven, useProof } from "../frame/proof-dialog.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED_BACKUPS, saveSchedule } from "./queries.ts";

const clock = timeFormat({ timeZone: "UTC", hour: "numeric", minute: "2-digit" });
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: clock.format(Date.UTC(2000, 0, 1, hour)) }));

const PLACES = { disk: "This server’s disk", external: "Bucket" } as const;

function ScheduleNotes({ stored }: { stored: BackupSchedule }) {
  return (
    <>
      {stored.places.length === 1 ? (
        <p className="backup-note">
          A backup on this server’s disk is lost together with the server. Set <code>BACKUP_URL</code> to keep backups in a
          bucket, or copy them elsewhere.
        </p>
      ) : null}
      {stored.is_encrypted ? (
        <p className="backup-note">
          Backups are encrypted with <code>BACKUP_PASSPHRASE</code>. Keep a copy somewhere else: without it, no one can restore
          them.
        </p>
      ) : null}
    </>
  );
}

/** The schedule as it is chosen on the screen. `store` saves it; if somebody else has saved since, only when called again. */
function useSchedule(stored: BackupSchedule) {
  const queryClient = useQueryClient();
  const [patch, setPatch] = useState<Partial<BackupScheduleInput>>({});
  const { automatic, hour, place, version } = { ...stored, ...patch };
  // With the version that the first choice was made from, so that the server refuses it if somebody else has saved since.
  const choose = (more: Partial<BackupScheduleInput>) => setPatch((before) => ({ version: stored.version, ...before, ...more }));
  const { proven, dialog } = useProof("A backup contains all accounts and drafts.");
  const save = useAdminMutation({
    call: (input: BackupScheduleInput) => proven((proof) => saveSchedule({ ...input, ...proof })),
    success: "Schedule saved",
    failure: (message, error) => {
      if (isUnproven(error)) return undefined;
      return codeOf(error) === "stale_version"
        ? "Someone else has changed the schedule in the meantime. Save again to replace it with your choices."
        : `Failed to save the schedule: ${message}`;
    },
    invalidates: CHANGED_BACKUPS,
  });
  // The choices stay; another save is for what is stored now.
  const unversioned = ({ version: _, ...mine }: typeof patch) => mine;
  const onError = (error: Error) => {
    if (codeOf(error) !== "stale_version") return;
    setPatch(unversioned);
    for (const queryKey of CHANGED_BACKUPS) void queryClient.invalidateQueries({ queryKey });
  };
  const isDirty = automatic !== stored.automatic || hour !== stored.hour || place !== stored.place;
  // What was chosen while the schedule was on its way stays.
  const onSuccess = () => setPatch((now) => (now === patch ? {} : unversioned(now)));
  const store = () => save.mutate({ automatic, hour, place, version }, { onSuccess, onError });
  return { automatic, hour, place, choose, isDirty, isBusy: save.isPending, store, dialog };
}

export function ScheduleForm({ stored }: { stored: BackupSchedule }) {
  const { timezone } = useSite();
  const { automatic, hour, place, choose, isDirty, isBusy, store, dialog } = useSchedule(stored);
  const chosen = stored.places.find((one) => one.place === place);
  const form = (
    <form
      className="backup-schedule"
      onSubmit={(event) => {
        event.preventDefault();
        store();
      }}
    >
      <Toggle
        label="Automatic backups"
        name="automatic"
        checked={automatic}
        hint={`Runs once a day, and keeps the newest backup of each of the last ${KEPT_DAYS} days, ${KEPT_WEEKS} weeks and ${KEPT_MONTHS} months. Once a week, a backup is restored into a temporary database and verified.`}
        onChange={({ currentTarget }) => choose({ automatic: currentTarget.checked })}
      />
      <div className="backup-fields">
        <SelectField
          label="Time of day"
          name="hour"
          value={String(hour)}
          disabled={!automatic}
          options={HOURS}
          hint={`In the site’s time zone (${timezone})`}
          onChange={({ target }) => choose({ hour: Number(target.value) })}
        />
        <SelectField
          label="Where backups are kept"
          name="place"
          value={place}
          options={(["disk", "external"] as const).map((value) => ({
            value,
            label: PLACES[value],
            disabled: !stored.places.some((one) => one.place === value),
          }))}
          hint={chosen?.label ?? ""}
          onChange={({ target }) => choose({ place: target.value as BackupScheduleInput["place"] })}
        />
      </div>
      <ScheduleNotes stored={stored} />
      <FocusKeepingButton type="submit" className="button" isDisabled={!isDirty || isBusy}>
        {isBusy ? "Saving..." : "Save schedule"}
      </FocusKeepingButton>
    </form>
  );
  return (
    <>
      {form}
      {dialog}
    </>
  );
}
