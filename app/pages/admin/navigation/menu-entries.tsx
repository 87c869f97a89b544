import type { MenuTarget } from "../../../domain/navigation/navigation.ts";
import { MENU_ADDRESS_MAX, MENU_LABEL_MAX } from "../../../domain/navigation/navigation-rules.ts";
import { cutText } from "../../../domain/text-rules.ts";
import { Field } from "../../../ui/form/field.tsx";
import { AddRowButton, type Lists, SortableList } from "../frame/sortable-list.tsx";
import { type EntryValues, newEntry, targetName } from "./menu-values.ts";
import { TargetField } from "./target-field.tsx";

type MenuEntriesProps = {
  /** the name of the menu for screen readers */
  name: string;
  /** where the entries are in what is sent: `header`, `footer.0.entries` */
  place: string;
  max: number;
  entries: EntryValues[];
  targets: readonly MenuTarget[];
  errors: Record<string, string>;
  /** the menus that entries can also move to */
  lists?: Lists;
  onChange(entries: EntryValues[]): void;
};

type EntryFieldsProps = Pick<MenuEntriesProps, "targets" | "errors"> & {
  entry: EntryValues;
  /** where the entry is in what is sent: `header.0` */
  at: string;
  onChange(values: Partial<EntryValues>): void;
};

function EntryFields({ entry, at, targets, errors, onChange }: EntryFieldsProps) {
  const isAddress = entry.target === "address";
  /** A label that nobody has written follows the target. */
  const aim = (target: string) => {
    const isFollowing = entry.label.trim() === "" || entry.label === targetName(entry.target, targets);
    onChange({ target, ...(isFollowing && { label: cutText(targetName(target, targets), MENU_LABEL_MAX) }) });
  };
  return (
    <>
      <Field
        label="Label"
        name={`${at}.label`}
        value={entry.label}
        maxLength={MENU_LABEL_MAX}
        autoComplete="off"
        error={errors[`${at}.label`]}
        onChange={(event) => onChange({ label: event.target.value })}
      />
      <TargetField
        name={`${at}.target`}
        value={entry.target}
        targets={targets}
        error={isAddress ? undefined : errors[`${at}.to`]}
        onChange={(target) => aim(target)}
      />
      {isAddress ? (
        <div className="entry-address">
          <Field
            label="URL"
            name={`${at}.to`}
            value={entry.address}
            maxLength={MENU_ADDRESS_MAX}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="/path or https://…"
            error={errors[`${at}.to`]}
            onChange={(event) => onChange({ address: event.target.value })}
          />
        </div>
      ) : null}
    </>
  );
}

export function MenuEntries({ name, place, max, entries, targets, errors, lists, onChange }: MenuEntriesProps) {
  const change = (key: string, values: Partial<EntryValues>) =>
    onChange(entries.map((entry) => (entry.key === key ? { ...entry, ...values } : entry)));
  return (
    <>
      <SortableList
        name={name}
        items={entries}
        nameOf={({ label }) => label || "the new entry"}
        lists={lists}
        onChange={onChange}
      >
        {(entry, index) => (
          <EntryFields
            entry={entry}
            at={`${place}.${index}`}
            targets={targets}
            errors={errors}
            onChange={(values) => change(entry.key, values)}
          />
        )}
      </SortableList>
      {errors[place] ? (
        <p className="field-error" role="alert">
          {errors[place]}
        </p>
      ) : null}
      {entries.length < max ? (
        <AddRowButton onAdd={() => onChange([...entries, newEntry()])}>Add entry</AddRowButton>
      ) : (
        <p className="field-hint">This menu has all {max} entries it can have.</p>
      )}
    </>
  );
}
