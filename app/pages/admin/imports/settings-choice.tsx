import { AT_WORK, type Import } from "../../../domain/importing/model.ts";
import type { ArchivedSetting } from "../../../domain/settings/model.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";

/** `refused` is said for what can't be taken; what becomes of the rest is for the choice to say. */
const columnsFor = (taken: boolean): Column<ArchivedSetting>[] => [
  { key: "name", title: "Setting", render: ({ name }) => <span className="import-place">{name}</span> },
  { key: "value", title: "In the archive", render: ({ value }) => <span className="import-place">{value || "(empty)"}</span> },
  { key: "refused", title: "Comes of it", render: ({ refused }) => refused ?? (taken ? "Taken over" : "Left alone") },
];

type SettingsChoiceProps = { of: Import; checked: boolean; onChange(checked: boolean): void };

/** The settings of an archive, and whether they are to be taken over; unless somebody says so, they aren't. */
export function SettingsChoice({ of, checked, onChange }: SettingsChoiceProps) {
  const isUnderWay = AT_WORK.includes(of.state);
  const canBeTaken = of.settings.some(({ refused }) => refused === null);
  const isDone = isUnderWay || of.state === "done";
  return (
    <>
      {canBeTaken && !isUnderWay ? (
        <Checkbox
          label="Take over settings"
          hint="Only settings that nobody has changed here. The site's address, maintenance mode and the rules for accounts are never imported."
          checked={checked}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      ) : null}
      <DataTable
        caption="Settings of the archive"
        columns={columnsFor(checked || (isDone && of.take_settings))}
        rows={of.settings}
        rowKey={({ name }) => name}
      />
    </>
  );
}
