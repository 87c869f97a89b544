import { useId } from "react";
import type { Choices, ChoicesOffered } from "../../../domain/subscribers/subscriber.ts";
import { locale } from "../../../texts/texts.ts";
import { texts } from "./texts.ts";

type ChoicesFieldsProps = { choices: Choices; offered: ChoicesOffered /** the site's */; language: string };

function Categories({ categories: chosen, offered }: { categories: Choices["categories"]; offered: ChoicesOffered }) {
  if (offered.categories.length < 2) return null;
  return (
    <fieldset className="choices">
      <legend>{texts.categories}</legend>
      <label>
        <input type="radio" name="scope" value="all" defaultChecked={chosen === null} />
        {texts.all}
      </label>
      <label>
        <input type="radio" name="scope" value="some" defaultChecked={chosen !== null} />
        {texts.some}
      </label>
      <div className="choices-some">
        {offered.categories.map(({ id, name }) => (
          <label key={id}>
            <input type="checkbox" name="category" value={id} defaultChecked={chosen?.includes(id)} />
            <span dir="auto">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Who has chosen what isn't offered now keeps it until they choose something else. */
function Frequencies({ frequency: chosen, offered: { frequencies } }: Pick<Choices, "frequency"> & { offered: ChoicesOffered }) {
  return (
    <fieldset className="choices">
      <legend>{texts.frequency}</legend>
      {frequencies.includes(chosen) ? null : <p>{texts.noWeekly}</p>}
      {frequencies.map((frequency) => (
        <label key={frequency}>
          <input type="radio" name="frequency" value={frequency} defaultChecked={chosen === frequency} />
          {texts[frequency]}
        </label>
      ))}
    </fieldset>
  );
}

/** Works without a script; the style sheet shows the categories where some are chosen. */
export function ChoicesFields({ choices, offered, language }: ChoicesFieldsProps) {
  const id = useId();
  const names = new Intl.DisplayNames(locale(), { type: "language" });
  return (
    <>
      <Frequencies frequency={choices.frequency} offered={offered} />
      <Categories categories={choices.categories} offered={offered} />
      {offered.languages.length > 1 ? (
        <div className="field">
          <label htmlFor={id}>{texts.language}</label>
          <div className="select">
            <select id={id} name="language" defaultValue={choices.language ?? language}>
              {offered.languages.map((code) => (
                <option key={code} value={code}>
                  {names.of(code)}
                </option>
              ))}
            </select>
          </div>
        </div>
      ) : null}
    </>
  );
}
