import type { FilterOption } from "./filter-chips.tsx";

type SelectFilterProps<V extends string> = {
  label: string;
  options: readonly FilterOption<V>[];
  value: V;
  onChange(value: V): void;
};

/** A choice of one among many; its name is read, not shown: the first option says what it is about. */
export function SelectFilter<V extends string>({ label, options, value, onChange }: SelectFilterProps<V>) {
  return (
    <div className="select select-filter">
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value as V)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.count === undefined ? option.label : `${option.label} (${option.count})`}
          </option>
        ))}
      </select>
    </div>
  );
}
