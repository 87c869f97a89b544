import { useId } from "react";
import type { MenuTarget } from "../../../domain/navigation/navigation.ts";
import { MENU_ADDRESS_MAX, MENU_LABEL_MAX } from "../../../domain/navigation/navigation-rules.ts";
import { Field } from "../../../ui/form/field.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { type Lists, SortableList } from "../frame/sortable-list.tsx";
import { type EntryValues, newEntry, SITE_LINKS, targetName } from "./menu-values.ts";

const KINDS = [
  { kind: "page", title: "Own pages" },
  { kind: "category", title: "Categories" },
  { kind: "tag", title: "Tags" },
] as const;

const optionText = ({ name, state }: MenuTarget) =>
  state === "public" ? name : `${name} (${state === "gone" ? "deleted" : "not published"})`;

type TargetFieldProps = {
  name: string;
  value: string;
  targets: readonly MenuTarget[];
  error: string | undefined;
  onChange(target: string): void;
};

/** What an entry leads to: a page of the site, or an address. */
function TargetField({ name, value, targets, error, onChange }: TargetFieldProps) {
  const id = useId();
  const state = targets.find(({ kind, id: own }) => `${kind}:${own}` === value)?.state ?? "public";
  const note =
    state === "public"
      ? null
      : state === "gone"
        ? "This was deleted, so readers don't see the entry."
        : "This isn't published, so readers don't see the entry.";
  return (
    <div className="field">
      <label htmlFor={id}>Leads to</label>
      <div className="select field-select">
        <select
          id={id}
          name={name}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : note ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="" disabled>
            Choose…
          </option>
          <optgroup label="This site">
            {SITE_LINKS.map(({ to, label }) => (
              <option key={to} value={`site:${to}`}>
                {label}
              </option>
            ))}
          </optgroup>
          {KINDS.map(({ kind, title }) => {
            const own = targets.filter((target) => target.kind === kind);
            return own.length === 0 ? null : (
              <optgroup key={kind} label={title}>
                {own.map((target) => (
                  <option key={target.id} value={`${kind}:${target.id}`}>
                    {optionText(target)}
                  </option>
                ))}
              </optgroup>
            );
          })}
          <option value="address">Another address…</option>
        </select>
      </div>
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : note ? (
        <p className="entry-note" id={`${id}-note`}>
          <AdminIcon name="alert" />
          {note}
        </p>
      ) : null}
    </div>
  );
}

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

/** The entries of a menu. */
export function MenuEntries({ name, place, max, entries, targets, errors, lists, onChange }: MenuEntriesProps) {
  const change = (key: string, values: Partial<EntryValues>) =>
    onChange(entries.map((entry) => (entry.key === key ? { ...entry, ...values } : entry)));
  /** A label that nobody has written follows the target. */
  const aim = ({ key, label, target: before }: EntryValues, target: string) =>
    change(key, {
      target,
      ...((label.trim() === "" || label === targetName(before, targets)) && {
        label: targetName(target, targets).slice(0, MENU_LABEL_MAX),
      }),
    });
  return (
    <>
      <SortableList
        name={name}
        items={entries}
        nameOf={({ label }) => label || "the new entry"}
        lists={lists}
        onChange={onChange}
      >
        {(entry, index) => {
          const at = `${place}.${index}`;
          const isAddress = entry.target === "address";
          return (
            <>
              <Field
                label="Label"
                name={`${at}.label`}
                value={entry.label}
                maxLength={MENU_LABEL_MAX}
                autoComplete="off"
                error={errors[`${at}.label`]}
                onChange={(event) => change(entry.key, { label: event.target.value })}
              />
              <TargetField
                name={`${at}.target`}
                value={entry.target}
                targets={targets}
                error={isAddress ? undefined : errors[`${at}.to`]}
                onChange={(target) => aim(entry, target)}
              />
              {isAddress ? (
                <div className="entry-address">
                  <Field
                    label="Address"
                    name={`${at}.to`}
                    value={entry.address}
                    maxLength={MENU_ADDRESS_MAX}
                    autoComplete="off"
                    autoCapitalize="off"
                    spellCheck={false}
                    placeholder="/path or https://…"
                    error={errors[`${at}.to`]}
                    onChange={(event) => change(entry.key, { address: event.target.value })}
                  />
                </div>
              ) : null}
            </>
          );
        }}
      </SortableList>
      {errors[place] ? (
        <p className="field-error" role="alert">
          {errors[place]}
        </p>
      ) : null}
      {entries.length < max ? (
        <button type="button" className="small-button sortable-next" onClick={() => onChange([...entries, newEntry()])}>
          <AdminIcon name="plus" />
          Add entry
        </button>
      ) : (
        <p className="field-hint">{`This menu has all ${max} entries that it can have.`}</p>
      )}
    </>
  );
}
