import { useId } from "react";
import type { ColorProblem, LookColors, LookTheme } from "../../../domain/appearance/color-rules.ts";
import { READABLE } from "../../../domain/categories/palette.ts";
import type { LookForm } from "./use-look-form.ts";

const oneDecimal = (value: number) => (Math.floor(value * 10) / 10).toFixed(1);

function Problem({ problem, id, onTake }: { problem: ColorProblem; id: string; onTake(): void }) {
  const { theme, pair, contrast, offered } = problem;
  return (
    <div className="color-problem" id={id}>
      <p>
        In the {theme} theme, {pair} would have a contrast of {oneDecimal(contrast)} : 1. Text needs {READABLE} : 1.
      </p>
      <button type="button" className="small-button" onClick={onTake}>
        <span className="color-dot" style={{ background: offered }} aria-hidden="true" />
        Use {offered} instead
      </button>
    </div>
  );
}

const THEMES = [
  { theme: "light", words: "in the light theme" },
  { theme: "dark", words: "in the dark theme" },
] as const;

type ColorFieldProps = {
  name: keyof LookColors;
  label: string;
  suggestions: readonly { value: string; label: string }[];
  form: LookForm;
};

type SwatchesProps = Pick<ColorFieldProps, "label" | "suggestions"> & { chosen: string; onChoose(value: string): void };

function Swatches({ label, suggestions, chosen, onChoose }: SwatchesProps) {
  return (
    <div className="swatches">
      {suggestions.map(({ value, label: called }) => (
        <button
          key={value}
          type="button"
          className="swatch"
          style={{ background: value }}
          aria-pressed={chosen === value}
          aria-label={`${label}: ${called}`}
          title={called}
          onClick={() => onChoose(value)}
        />
      ))}
    </div>
  );
}

export function ColorField({ name, label, suggestions, form }: ColorFieldProps) {
  const id = useId();
  const colors = form.look[name];
  const problemOf = (theme: LookTheme) => form.problems.find(({ field }) => field === `${name}.${theme}`);
  return (
    <fieldset className="look-field">
      <legend>{label}</legend>
      <Swatches
        label={label}
        suggestions={suggestions}
        chosen={colors.light}
        onChoose={(value) => form.setColor(name, "light", value)}
      />
      <div className="color-inputs">
        {THEMES.map(({ theme, words }) => {
          const problem = problemOf(theme);
          return (
            <label key={theme} className="color-input">
              <input
                type="color"
                value={colors[theme]}
                aria-label={`${label} ${words}`}
                aria-invalid={problem ? true : undefined}
                aria-describedby={problem ? `${id}-${theme}` : undefined}
                onChange={(event) => form.setColor(name, theme, event.target.value)}
              />
              <span>
                {theme === "light" ? "Light" : "Dark"}
                <code>{colors[theme]}</code>
              </span>
            </label>
          );
        })}
      </div>
      {form.following.includes(name) ? (
        <p className="field-hint">Dark colors are derived from the light ones.</p>
      ) : (
        <button type="button" className="small-button" onClick={() => form.follow(name)}>
          Derive dark colors
        </button>
      )}
      {THEMES.map(({ theme }) => {
        const problem = problemOf(theme);
        return problem ? (
          <Problem
            key={theme}
            id={`${id}-${theme}`}
            problem={problem}
            onTake={() => form.setColor(name, theme, problem.offered)}
          />
        ) : null;
      })}
    </fieldset>
  );
}
