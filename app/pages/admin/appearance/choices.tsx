type ChoicesProps<T extends string> = {
  name: string;
  legend: string;
  /** `font`: what the label is set in */
  options: readonly { value: T; label: string; note: string; font?: string }[];
  value: T;
  onChange(value: T): void;
};

export function Choices<T extends string>({ name, legend, options, value, onChange }: ChoicesProps<T>) {
  return (
    <fieldset className="look-field">
      <legend>{legend}</legend>
      <div className="look-options">
        {options.map((option) => (
          <label key={option.value} className="look-option">
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span>
              {option.font ? (
                <span className="look-sample" style={{ fontFamily: option.font }}>
                  {option.label}
                </span>
              ) : (
                option.label
              )}
              <span className="row-note">{option.note}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
