import { FOOTER_MAX, GROUP_MAX, MENU_LABEL_MAX } from "../../../domain/navigation/navigation-rules.ts";
import { Field } from "../../../ui/form/field.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { LIST_ATTRIBUTE } from "../frame/sortable-list.tsx";
import { StepButtons } from "../frame/step-buttons.tsx";
import { MenuEntries } from "./menu-entries.tsx";
import { type GroupValues, newGroup } from "./menu-values.ts";
import type { NavigationForm } from "./use-navigation-form.ts";

const nameOf = ({ heading }: GroupValues, index: number) => `group ${heading || index + 1}`;

/**
 * The footer with an entry of a group moved to another group, before an entry of it.
 * @returns null if there is no such entry, or no room
 */
function withMovedEntry(footer: GroupValues[], group: number, from: number, to: number, before: number): GroupValues[] | null {
  const entry = footer[group]?.entries[from];
  if (!entry || (footer[to]?.entries.length ?? GROUP_MAX) >= GROUP_MAX) return null;
  return footer.map((one, index) => {
    if (index === group) return { ...one, entries: one.entries.toSpliced(from, 1) };
    return index === to ? { ...one, entries: one.entries.toSpliced(before, 0, entry) } : one;
  });
}

type GroupButtonsProps = { name: string; index: number; groups: number; onStep(by: number): void; onRemove(): void };

function GroupButtons({ name, index, groups, onStep, onRemove }: GroupButtonsProps) {
  return (
    <div className="sortable-buttons">
      <StepButtons name={name} canStep={(step) => index + step >= 0 && index + step < groups} onStep={onStep} />
      <button type="button" className="icon-button" aria-label={`Remove ${name}`} onClick={onRemove}>
        <AdminIcon name="trash" />
      </button>
    </div>
  );
}

type GroupProps = { form: NavigationForm; group: GroupValues; index: number };

function Group({ form: { values, targets, errors, change }, group, index }: GroupProps) {
  const { footer } = values;
  const { heading, entries } = group;
  const set = (patch: Partial<GroupValues>) =>
    change(
      "footer",
      footer.map((one) => (one.key === group.key ? { ...one, ...patch } : one)),
    );
  const shift = (by: number) => {
    if (index + by >= 0 && index + by < footer.length)
      change("footer", footer.toSpliced(index, 1).toSpliced(index + by, 0, group));
  };
  const give = (from: number, to: number, before: number) => {
    const after = withMovedEntry(footer, index, from, to, before);
    if (after) change("footer", after);
    return after !== null;
  };
  const all = footer.map((one, place) => ({ rows: one.entries.length, name: nameOf(one, place) }));
  return (
    <fieldset className="menu-group" {...{ [LIST_ATTRIBUTE]: "" }}>
      <legend>{`Group ${index + 1}${heading ? `: ${heading}` : ""}`}</legend>
      <div className="menu-group-head">
        <Field
          label="Heading"
          name={`footer.${index}.heading`}
          value={heading}
          maxLength={MENU_LABEL_MAX}
          autoComplete="off"
          error={errors[`footer.${index}.heading`]}
          onChange={({ target }) => set({ heading: target.value })}
        />
        <GroupButtons
          name={nameOf(group, index)}
          index={index}
          groups={footer.length}
          onStep={shift}
          onRemove={() => change("footer", footer.toSpliced(index, 1))}
        />
      </div>
      <MenuEntries
        name={`Entries of ${nameOf(group, index)}`}
        place={`footer.${index}.entries`}
        max={GROUP_MAX}
        entries={entries}
        targets={targets}
        errors={errors}
        lists={{ index, all, give }}
        onChange={(next) => set({ entries: next })}
      />
    </fieldset>
  );
}

export function FooterGroups({ form }: { form: NavigationForm }) {
  const { footer } = form.values;
  return (
    <>
      {footer.map((group, index) => (
        <Group key={group.key} form={form} group={group} index={index} />
      ))}
      {footer.length < FOOTER_MAX ? (
        <button type="button" className="small-button" onClick={() => form.change("footer", [...footer, newGroup()])}>
          <AdminIcon name="plus" />
          Add group
        </button>
      ) : null}
    </>
  );
}
