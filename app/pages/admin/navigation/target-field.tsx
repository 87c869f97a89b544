import { useId } from "react";
import type { MenuTarget } from "../../../domain/navigation/navigation.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { SITE_LINKS } from "./menu-values.ts";
import { TARGET } from "./texts.ts";

const KINDS = [
  { kind: "page", title: TARGET.pages },
  { kind: "category", title: TARGET.categories },
  { kind: "tag", title: TARGET.tags },
] as const;

const optionText = ({ name, state }: MenuTarget) =>
  state === "public" ? name : state === "gone" ? TARGET.deleted(name) : TARGET.unpublished(name);

type TargetFieldProps = {
  name: string;
  label?: string;
  /** `page:<id>`, `category:<id>`, `tag:<id>`, `site:<path>`, or `address` */
  value: string;
  /** the option before all others, in place of the one that asks for a choice */
  first?: { value: string; label: string };
  /** what readers don't see if the target isn't public */
  what?: string;
  targets: readonly MenuTarget[];
  error: string | undefined;
  onChange(target: string): void;
};

function TargetOptions({ first, targets }: Pick<TargetFieldProps, "first" | "targets">) {
  return (
    <>
      {first ? (
        <option value={first.value}>{first.label}</option>
      ) : (
        <option value="" disabled>
          {TARGET.choose}
        </option>
      )}
      <optgroup label={TARGET.site}>
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
      <option value="address">{TARGET.other}</option>
    </>
  );
}

/** What an entry of a menu or a button leads to: a page of the site, or an address. */
export function TargetField({
  name,
  label = TARGET.label,
  value,
  first,
  what = "entry",
  targets,
  error,
  onChange,
}: TargetFieldProps) {
  const id = useId();
  const state = targets.find(({ kind, id: own }) => `${kind}:${own}` === value)?.state ?? "public";
  const note = state === "public" ? null : state === "gone" ? TARGET.gone(what) : TARGET.hidden(what);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="select field-select">
        <select
          id={id}
          name={name}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : note ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          <TargetOptions first={first} targets={targets} />
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
