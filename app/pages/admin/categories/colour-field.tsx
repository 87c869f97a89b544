import { type ArtTheme, READABLE, wordsOn } from "../../../domain/categories/palette.ts";
import { Field } from "../../../ui/form/field.tsx";

const THEMES: { theme: ArtTheme; label: string }[] = [
  { theme: "light", label: "On light" },
  { theme: "dark", label: "On dark" },
];

/** A category's name as readers see it in one theme, with its contrast. */
function Sample({ name, color, theme, label }: { name: string; color: string; theme: ArtTheme; label: string }) {
  const { words, paper, contrast } = wordsOn(color, theme);
  return (
    <li style={{ background: paper, color: words }}>
      <strong>{name.trim() || "Category"}</strong>
      <small>{`${label}: ${contrast.toFixed(1)}:1`}</small>
    </li>
  );
}

/** What becomes of a colour that is hard to read as it is. */
function advice(color: string): string {
  const weak = THEMES.filter(({ theme }) => wordsOn(color, theme).own < READABLE).map(({ theme }) => theme);
  if (weak.length === 0) return "Words in this colour are easy to read in both themes.";
  return `As it is, this colour is hard to read on ${weak.join(" and ")} paper; words are set in a shade of it that isn't.`;
}

type ColourFieldProps = {
  name: string;
  value: string;
  /** the category's name, as the sample shows it */
  sample: string;
  error: string | undefined;
  onChange(value: string): void;
};

/** A colour by choice or by figures, with how its words stand on the paper of both themes. */
export function ColourField({ name, value, sample, error, onChange }: ColourFieldProps) {
  const isColour = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <div className="colour-field">
      <Field
        label="Color"
        name={name}
        value={value}
        error={error}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        end={
          <input
            type="color"
            className="colour-choice"
            aria-label="Choose a color"
            value={isColour ? value.toLowerCase() : "#000000"}
            onChange={(event) => onChange(event.target.value)}
          />
        }
      />
      {isColour ? (
        <>
          <ul className="colour-samples" aria-label="How the name looks">
            {THEMES.map((one) => (
              <Sample key={one.theme} name={sample} color={value} {...one} />
            ))}
          </ul>
          <p className="field-hint" role="status">
            {advice(value)}
          </p>
        </>
      ) : null}
    </div>
  );
}
