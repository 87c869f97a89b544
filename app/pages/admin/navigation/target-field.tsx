import { useId } from "react";
import type { MenuTarget } from "../../../domain/navigation/navigation.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { SITE_LINKS } from "./menu-values.ts";

const KINDS = [
  { kind: "page", title: "Own pages" },
  { kind: "category", title: "Categories" },
  { kind: "tag", title: "Tags" },
] as const;

const optionText = ({ name, state }: MenuTarget) =>
  state === "public" ? name : state === "gone" ? `${name} (deleted)` : `${name} (not published)`;

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
          Choose...
        </option>
      )}
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
      <option value="address">Another URL...</option>
    </>
  );
}

/** What an entry of a menu or a button links to: a page of the site, or an address. */
export function TargetField({
  name,
  label = "Links to",
  value,
  first,
  what = "entry",
  targets,
  error,
  onChange,
}: TargetFieldProps) {
  const id = useId();
  const state = targets.find(({ kind, id: own }) => `${kind}:${own}` === value)?.state ?? "public";
  const note =
    state === "public"
      ? null
      : state === "gone"
        ? `This was deleted, so readers don’t see the ${what}.`
        : `This isn’t published, so readers don’t see the ${what}.`;
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
