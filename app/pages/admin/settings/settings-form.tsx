import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { SettingsState } from "../../../domain/settings/settings.ts";
import { useDates } from "../frame/dates.tsx";
import { Dialog } from "../frame/dialog.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { useConfirm } from "../frame/use-confirm.tsx";
import type { FieldSpec, Group } from "./fields.ts";
import { FilterStrictness } from "./filter-strictness.tsx";
import { type FormPlace, labelOf, SETTING_HASH } from "./form-places.ts";
import { conflictsOf, type FormValues, mergeForms, onlyTheirs } from "./form-values.ts";
import { NewsletterSwitch } from "./newsletter-switch.tsx";
import type { SettingsAnswer } from "./queries.ts";
import { SettingField } from "./setting-field.tsx";
import { type SettingsFormState, toValues, useSettingsForm } from "./use-settings-form.ts";

type ConflictProps = {
  mine: FormValues;
  base: SettingsState;
  theirs: SettingsAnswer;
  settle(wanted: FormValues): void;
  close(): void;
};

const shown = (value: string | boolean | undefined) => {
  if (typeof value === "boolean") return value ? "On" : "Off";
  return value === undefined || value === "" ? "(empty)" : value;
};

type ChoiceProps = { name: string; mine: FormValues; theirs: FormValues; side: Side; onChoose(side: Side): void };
type Side = "mine" | "theirs";

function Choice({ name, mine, theirs, side, onChoose }: ChoiceProps) {
  const options = [
    { value: "mine", label: "Yours", text: shown(mine.fields[name]) },
    { value: "theirs", label: "Saved elsewhere", text: shown(theirs.fields[name]) },
  ] as const;
  return (
    <fieldset className="conflict-field">
      <legend>{labelOf(name)}</legend>
      {options.map(({ value, label, text }) => (
        <label key={value} className="conflict-side">
          <input type="radio" name={`conflict-${name}`} checked={side === value} onChange={() => onChoose(value)} />
          <span>
            <span className="row-note">{label}</span>
            {text}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const changedElsewhereText = (names: readonly string[]) => `Changes made elsewhere are kept: ${names.map(labelOf).join(", ")}.`;

function Conflict({ mine, base: start, theirs: read, settle, close }: ConflictProps) {
  const forms = { mine, theirs: toValues(read), base: toValues(start) };
  const names = conflictsOf(forms);
  const theirsOnly = onlyTheirs(forms);
  const [sides, setSides] = useState<Record<string, Side>>({});
  const choose = () => settle(mergeForms(forms, new Set(names.filter((name) => sides[name] === "theirs"))));
  return (
    <Dialog
      title="These settings were changed elsewhere"
      open
      size="large"
      onClose={close}
      footer={
        <>
          <button type="button" className="button" onClick={close}>
            Back to the form
          </button>
          <button type="button" className="button button-solid" onClick={choose}>
            Save my choices
          </button>
        </>
      }
    >
      <p>Nothing has been saved yet, and nothing you typed is lost. Choose which values to keep.</p>
      {names.map((name) => (
        <Choice
          key={name}
          name={name}
          {...forms}
          side={sides[name] ?? "mine"}
          onChoose={(side) => setSides((before) => ({ ...before, [name]: side }))}
        />
      ))}
      {theirsOnly.length > 0 ? <p>{changedElsewhereText(theirsOnly)}</p> : null}
    </Dialog>
  );
}

type SaveBarProps = {
  form: Pick<SettingsFormState, "isDirty" | "isDefault" | "isBusy" | "errors" | "changedElsewhere">;
  onReset(): void;
};

function stateOf({ isDirty, isBusy, errors, changedElsewhere }: SaveBarProps["form"]): string {
  const wrong = Object.keys(errors).length;
  if (isBusy) return "";
  if (wrong > 0) return wrong === 1 ? "One field needs attention." : `${wrong} fields need attention.`;
  if (isDirty) return "Unsaved changes";
  return changedElsewhere.length > 0 ? `All changes saved. ${changedElsewhereText(changedElsewhere)}` : "All changes saved";
}

function SaveBar({ form, onReset }: SaveBarProps) {
  const { isDirty, isDefault, isBusy } = form;
  return (
    <div className="save-bar">
      <p role="status">{stateOf(form)}</p>
      <FocusKeepingButton className="button" isDisabled={isDefault || isBusy} onClick={onReset}>
        Reset
      </FocusKeepingButton>
      <FocusKeepingButton type="submit" className="button button-solid" isDisabled={!isDirty || isBusy}>
        {isBusy ? "Saving..." : "Save"}
      </FocusKeepingButton>
    </div>
  );
}

type FoundCopyProps = { savedAt: number; onRestore(): void; onDiscard(): void };

function FoundCopy({ savedAt, onRestore, onDiscard }: FoundCopyProps) {
  const dates = useDates();
  return (
    <div className="setting-group found-copy" role="status">
      <p>This browser has unsaved changes of yours from {dates.time(new Date(savedAt).toISOString())}.</p>
      <p className="found-copy-buttons">
        <button type="button" className="button button-solid" onClick={onRestore}>
          Restore
        </button>
        <button type="button" className="button" onClick={onDiscard}>
          Discard
        </button>
      </p>
    </div>
  );
}

/** The listing shows six articles, as specified, until a page size is saved; the number alone doesn't say so. */
function PostsPerPage({ spec, form }: { spec: FieldSpec; form: SettingsFormState }) {
  const { values, errors, change } = form;
  const isChosen = values.chosen.includes("postsPerPage");
  const typed = String(values.fields.postsPerPage);
  return (
    <div className="setting-with-button">
      <SettingField
        spec={spec}
        fields={values.fields}
        error={errors.postsPerPage}
        hint={isChosen ? undefined : "The listing shows 6 until a number is saved here."}
        onChange={change}
      />
      {isChosen ? null : (
        <button type="button" className="small-button" onClick={() => change("postsPerPage", typed)}>
          Show {typed} in the listing
        </button>
      )}
    </div>
  );
}

/** Settings that are more than a field. */
const OWN_FIELDS: Partial<Record<string, typeof SettingField>> = {
  newsletter: NewsletterSwitch,
  filterStrictness: FilterStrictness,
};

function Fields({ fields, form }: { fields: readonly FieldSpec[]; form: SettingsFormState }) {
  const { values, errors, change } = form;
  const shown = fields.filter(
    ({ unless, onlyWith }) => (!unless || values.fields[unless] === "") && (!onlyWith || values.fields[onlyWith] === true),
  );
  return (
    <div className="setting-fields" data-halves={fields.some(({ half }) => half) || undefined}>
      {shown.map((spec) => {
        if (spec.name === "postsPerPage") return <PostsPerPage key={spec.name} spec={spec} form={form} />;
        const One = OWN_FIELDS[spec.name] ?? SettingField;
        return (
          <div key={spec.name} className={spec.half ? "setting-half" : undefined}>
            <One spec={spec} fields={values.fields} error={errors[spec.name]} onChange={change} />
          </div>
        );
      })}
    </div>
  );
}

/** Fields that say one thing together, such as a figure's value, label and source, in one line. */
function Row({ title, fields, form }: { title: string; fields: readonly FieldSpec[]; form: SettingsFormState }) {
  return (
    <fieldset className="setting-row">
      <legend>{title}</legend>
      {fields.map((spec) => (
        <SettingField
          key={spec.name}
          spec={spec}
          fields={form.values.fields}
          error={form.errors[spec.name]}
          onChange={form.change}
        />
      ))}
    </fieldset>
  );
}

/** A switch, and behind one line what it is about in detail. */
function Folded({ group: { fields, folded }, form }: { group: Group; form: SettingsFormState }) {
  const { fields: values } = form.values;
  const [switches, details] = [fields.filter(({ name }) => name === folded), fields.filter(({ name }) => name !== folded)];
  const isOn = folded !== undefined && values[folded] === true;
  const allowed = isOn ? details.filter(({ name }) => values[name] === true).length : 0;
  return (
    <>
      <Fields fields={switches} form={form} />
      <details className="setting-details">
        <summary>
          AI crawlers: {allowed > 0 ? "allowed" : "turned away"} · {allowed} of {details.length}
        </summary>
        <Fields fields={details} form={form} />
      </details>
    </>
  );
}

function GroupFields({ group, form }: { group: Group; form: SettingsFormState }) {
  const rows = [...new Set(group.fields.flatMap(({ row }) => row ?? []))];
  return (
    <section className="setting-group" aria-labelledby={`settings-${group.id}`}>
      <h2 id={`settings-${group.id}`}>{group.title}</h2>
      {group.lead ? <p className="setting-lead">{group.lead}</p> : null}
      {group.folded ? <Folded group={group} form={form} /> : null}
      {rows.map((title) => (
        <Row key={title} title={title} fields={group.fields.filter(({ row }) => row === title)} form={form} />
      ))}
      {group.folded || rows.length > 0 ? null : <Fields fields={group.fields} form={form} />}
    </section>
  );
}

/** Leads to the field of an address such as `/admin/settings#setting-siteName`. */
function useSettingInAddress(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again leads there again
  useEffect(() => {
    if (!hash.startsWith(SETTING_HASH)) return;
    const name = decodeURIComponent(hash.slice(SETTING_HASH.length));
    // After the focus that every navigation gives to the heading.
    const timer = setTimeout(() => {
      const field = document.querySelector<HTMLElement>(`.settings-form [name="${CSS.escape(name)}"]`);
      field?.closest("details")?.setAttribute("open", "");
      field?.scrollIntoView({ block: "center" });
      field?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [hash, key]);
}

type SettingsFormProps = {
  place: FormPlace;
  stored: SettingsAnswer;
  /** what is shown beside the form, given its values */
  beside?(values: FormValues): ReactNode;
};

export function SettingsForm({ place, stored, beside }: SettingsFormProps) {
  const confirm = useConfirm();
  const form = useSettingsForm(stored, place);
  const element = useRef<HTMLFormElement>(null);
  const { failures, save, reset, found, restore, discardFound, conflict, values, base } = form;
  useEffect(() => {
    if (failures > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);
  useSettingInAddress();

  const askReset = async () => {
    const text = "Every field here goes back to its default. Nothing changes for readers until you save.";
    if (await confirm({ title: "Reset to the defaults?", text, action: "Reset" })) reset();
  };
  return (
    <>
      {found ? <FoundCopy savedAt={found.savedAt} onRestore={() => restore(found.value)} onDiscard={discardFound} /> : null}
      <form
        ref={element}
        className="settings-form"
        noValidate
        aria-busy={form.isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          if (form.isDirty && !form.isBusy) save();
        }}
      >
        {place.groups.map((group) => (
          <GroupFields key={group.id} group={group} form={form} />
        ))}
        <SaveBar form={form} onReset={() => void askReset()} />
      </form>
      {beside?.(values)}
      {conflict ? <Conflict mine={values} base={base} {...conflict} /> : null}
    </>
  );
}
