import { useEffect, useId, useState } from "react";
import { AUDIT_DAY } from "../../../domain/audit/model.ts";

type DayFilterProps = {
  label: string;
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onChange(day: string): void;
};

/** A day that a list begins or ends with. What is half typed filters nothing yet. */
export function DayFilter({ label, value, min, max, onChange }: DayFilterProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <div className="day-filter">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={typed}
        min={min || undefined}
        max={max || undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === "" || (AUDIT_DAY.test(target.value) && target.value >= "1000")) onChange(target.value);
        }}
      />
    </div>
  );
}
