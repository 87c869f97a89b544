import { ButtonGroup } from "../../../ui/button-group.tsx";
export type FilterOption<V extends string = string> = { value: V; label: string; count?: number | undefined };

type FilterChipsProps<V extends string> = {
  label: string;
  options: readonly FilterOption<V>[];
  value: V;
  onChange(value: V): void;
};

const figures = new Intl.NumberFormat("en-US");

/** A choice of one among few, all of them in sight. */
export function FilterChips<V extends string>({ label, options, value, onChange }: FilterChipsProps<V>) {
  return (
    <ButtonGroup className="chips" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="chip"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count === undefined ? null : <span className="chip-count">{figures.format(option.count)}</span>}
        </button>
      ))}
    </ButtonGroup>
  );
}
