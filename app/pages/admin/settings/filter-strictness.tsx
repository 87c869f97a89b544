import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { FilterEffect } from "../../../domain/comments/filter/filter.ts";
import { STRICTNESS_MAX, STRICTNESS_MIN } from "../../../domain/comments/filter/filter-rules.ts";
import { filterEffectQuery, filterQuery, LESSONS, resetFilter } from "../comments/queries.ts";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import type { SettingFieldProps } from "./setting-field.tsx";

/** What the chosen strictness would do to the newest comments. */
function effectText({ comments, approved, marked, levels }: FilterEffect, strictness: number): string {
  const level = levels.find((one) => one.strictness === strictness);
  if (!level) return "";
  const { held, spam, good_held, spam_passed } = level;
  return (
    `Of the newest ${comments} comments, it would hold ${held}, ${spam} of them as spam. ` +
    `It would hold ${good_held} of the ${approved} that people approved, and miss ${spam_passed} of the ${marked} that they marked as spam.`
  );
}

function Lessons() {
  const confirm = useConfirm();
  const { data } = useQuery(filterQuery);
  const reset = useAdminMutation({
    call: resetFilter,
    success: "The filter starts from nothing",
    failure: (message) => `Failed to reset the filter: ${message}`,
    invalidates: LESSONS,
  });
  if (!data) return null;
  const { learned, ready } = data;
  const ask = async () => {
    const agreed = await confirm({
      title: "Reset the spam filter",
      text: "It forgets all that it has learned from decisions, and holds nothing until it has learned again. Comments stay as they are.",
      action: "Reset",
      tone: "danger",
    });
    if (agreed) reset.mutate(undefined);
  };
  return (
    <p className="field-hint">
      {`It has learned from ${learned.good} approved and ${learned.spam} rejected comments, spam included. `}
      {ready ? "" : "It holds nothing before it has 20 of each. "}
      {learned.good + learned.spam > 0 ? (
        <FocusKeepingButton className="text-link" isDisabled={reset.isPending} onClick={() => void ask()}>
          Reset what it learned
        </FocusKeepingButton>
      ) : null}
    </p>
  );
}

/** A slider, with what it does before it is saved. */
export function FilterStrictness({ spec, fields, error, hint = spec.hint, onChange }: SettingFieldProps) {
  const id = useId();
  const { data } = useQuery(filterEffectQuery);
  const { name, label } = spec;
  const value = String(fields[name] ?? "");
  return (
    <div className="field strictness">
      <label htmlFor={id}>{label}</label>
      <div className="strictness-slider">
        <span aria-hidden="true">Mild</span>
        <input
          id={id}
          name={name}
          type="range"
          min={STRICTNESS_MIN}
          max={STRICTNESS_MAX}
          step={1}
          value={value}
          aria-describedby={`${id}-effect`}
          onChange={({ target }) => onChange(name, target.value)}
        />
        <span aria-hidden="true">Strict</span>
        <output htmlFor={id}>{value}</output>
      </div>
      <p className="field-hint">{hint}</p>
      <p id={`${id}-effect`} className="field-hint" role="status">
        {data?.ready ? effectText(data, Number(value)) : ""}
      </p>
      <Lessons />
      {error ? <p className="field-error">{error}</p> : null}
    </div>
  );
}
