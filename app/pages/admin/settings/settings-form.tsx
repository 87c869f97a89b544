import { useEffect, useRef } from "react";
import { useConfirm } from "../frame/use-confirm.tsx";
import { Conflict } from "./conflict.tsx";
import { FoundCopy } from "./found-copy.tsx";
import { CONTENT_GROUPS, type FieldSpec, type Group, SETTING_GROUPS } from "./groups.ts";
import type { SettingsAnswer } from "./queries.ts";
import { SaveBar } from "./save-bar.tsx";
import { SettingField } from "./setting-field.tsx";
import { type SettingsFormState, useSettingsForm } from "./use-settings-form.ts";

/** The listing shows the specification's six until a page size of one's own was saved; the number alone doesn't say so. */
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
          {`Show ${typed} in the listing`}
        </button>
      )}
    </div>
  );
}

function GroupFields({ group, form }: { group: Group; form: SettingsFormState }) {
  const { values, errors, change } = form;
  return (
    <section className="setting-group" aria-labelledby={`settings-${group.id}`}>
      <h2 id={`settings-${group.id}`}>{group.title}</h2>
      {group.lead ? <p className="setting-lead">{group.lead}</p> : null}
      <div className="setting-fields">
        {group.fields.map((spec) =>
          spec.name === "postsPerPage" ? (
            <PostsPerPage key={spec.name} spec={spec} form={form} />
          ) : (
            <div key={spec.name} className={spec.half ? "setting-half" : undefined}>
              <SettingField spec={spec} fields={values.fields} error={errors[spec.name]} onChange={change} />
            </div>
          ),
        )}
      </div>
    </section>
  );
}

/** The form of all settings and texts, saved as a whole. */
export function SettingsForm({ stored }: { stored: SettingsAnswer }) {
  const confirm = useConfirm();
  const form = useSettingsForm(stored);
  const element = useRef<HTMLFormElement>(null);
  const { failures, save, reset, found, restore, discardFound, conflict, values, base } = form;
  useEffect(() => {
    if (failures > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);

  const askReset = async () => {
    const text = "Every field here goes back to what the product came with. Nothing changes for readers until you save.";
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
        {SETTING_GROUPS.map((group) => (
          <GroupFields key={group.id} group={group} form={form} />
        ))}
        <h2 className="settings-part">Site content</h2>
        <p className="admin-lead">What Home, About and the foot of every page say.</p>
        {CONTENT_GROUPS.map((group) => (
          <GroupFields key={group.id} group={group} form={form} />
        ))}
        <SaveBar form={form} onReset={() => void askReset()} />
      </form>
      {conflict ? <Conflict mine={values} base={base} {...conflict} /> : null}
    </>
  );
}
