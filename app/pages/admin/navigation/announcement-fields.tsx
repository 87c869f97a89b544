import { ANNOUNCEMENT_MAX, MENU_ADDRESS_MAX, MENU_LABEL_MAX } from "../../../domain/navigation/navigation-rules.ts";
import { momentOf } from "../../../platform/time/zone.ts";
import { Toggle } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import type { AnnouncementValues } from "./menu-values.ts";

type AnnouncementFieldsProps = {
  values: AnnouncementValues;
  timezone: string;
  errors: Record<string, string>;
  onChange(values: AnnouncementValues): void;
};

type AnnouncementDetailsProps = Omit<AnnouncementFieldsProps, "onChange"> & { onChange(part: Partial<AnnouncementValues>): void };

function AnnouncementDetails({ values, timezone, errors, onChange }: AnnouncementDetailsProps) {
  const ends = values.ends === "" ? null : momentOf(values.ends, timezone);
  const hint =
    ends && ends.getTime() <= Date.now()
      ? "It has ended. Readers no longer see it."
      : `In the site’s time zone: ${timezone}. Empty: until you remove it.`;
  const typed =
    (name: "text" | "linkLabel" | "linkAddress" | "ends") =>
    ({ target }: { target: { value: string } }) =>
      onChange({ [name]: target.value });
  return (
    <>
      <Field
        label="Text"
        name="announcement.text"
        value={values.text}
        maxLength={ANNOUNCEMENT_MAX}
        autoComplete="off"
        error={errors["announcement.text"]}
        onChange={typed("text")}
      />
      <div className="announcement-link">
        <Field
          label="Link text"
          name="announcement.link.label"
          value={values.linkLabel}
          maxLength={MENU_LABEL_MAX}
          autoComplete="off"
          hint="Optional"
          error={errors["announcement.link.label"]}
          onChange={typed("linkLabel")}
        />
        <Field
          label="Link URL"
          name="announcement.link.address"
          value={values.linkAddress}
          maxLength={MENU_ADDRESS_MAX}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="/path or https://…"
          error={errors["announcement.link.address"]}
          onChange={typed("linkAddress")}
        />
      </div>
      <div className="announcement-end">
        <Field
          type="datetime-local"
          label="Ends"
          name="announcement.ends_at"
          value={values.ends}
          hint={hint}
          error={errors["announcement.ends_at"]}
          onChange={typed("ends")}
        />
      </div>
    </>
  );
}

export function AnnouncementFields({ values, timezone, errors, onChange }: AnnouncementFieldsProps) {
  const change = (part: Partial<AnnouncementValues>) => onChange({ ...values, ...part });
  return (
    <div className="setting-fields">
      <Toggle
        label="Show an announcement"
        name="announcement"
        hint="A bar above the header of every page. Readers can close it."
        checked={values.isOn}
        onChange={({ target }) => change({ isOn: target.checked })}
      />
      {values.isOn ? <AnnouncementDetails values={values} timezone={timezone} errors={errors} onChange={change} /> : null}
    </div>
  );
}
