import { useId, useState } from "react";
import { plainText } from "../../../domain/content/markup/tree.ts";
import { languageName } from "../../../domain/settings/language-rules.ts";
import { useDates } from "../frame/dates.tsx";
import { Dialog } from "../frame/dialog.tsx";
import { markdownToHtml, parseHtml } from "./convert-html.ts";
import type { PostValues } from "./form-input.ts";
import { FIELDS } from "./post-values.ts";
import type { Newer } from "./session/reduce-session.ts";

const CHANGED_BY = { me: "Changed by you", them: "Changed by someone else", both: "Changed by both" } as const;

type Side = "mine" | "theirs";

/** A field that differs between two versions of a post; `changed`: by whom since they were the same. */
type Difference = { field: keyof PostValues; label: string; changed: "me" | "them" | "both" };

type Choices = Partial<Record<keyof PostValues, Side>>;

/** Content and format are chosen together. */
const isChosen = (field: keyof PostValues) => field !== "content_format";

const differs = (a: PostValues, b: PostValues, field: keyof PostValues) =>
  a[field] !== b[field] || (field === "content" && a.content_format !== b.content_format);

/**
 * Compares two versions of a post with the version that both began from.
 * @param base that version
 * @returns the fields in which the two differ, in the order of the form
 */
export function differencesOf(base: PostValues, mine: PostValues, theirs: PostValues): Difference[] {
  return FIELDS.filter(([field]) => isChosen(field) && differs(mine, theirs, field)).map(([field, label]) => {
    const byMe = differs(base, mine, field);
    const byThem = differs(base, theirs, field);
    return { field, label, changed: byMe && byThem ? "both" : byMe ? "me" : "them" };
  });
}

/** The version that each field starts with: the one of the person who changed it, and the author's own where both did. */
export const proposedChoices = (differences: Difference[]): Choices =>
  Object.fromEntries(differences.map(({ field, changed }) => [field, changed === "them" ? "theirs" : "mine"]));

/** The other version with the chosen fields of mine. */
export function mergeValues(mine: PostValues, theirs: PostValues, choices: Choices): PostValues {
  const merged: Record<string, unknown> = { ...theirs };
  for (const [field] of FIELDS) if (choices[field] === "mine") merged[field] = mine[field];
  if (choices.content === "mine") merged.content_format = mine.content_format;
  return merged as PostValues;
}

type ConflictDialogProps = {
  base: PostValues;
  mine: PostValues;
  theirs: Newer;
  categoryName(id: string): string;
  isBusy: boolean;
  onClose(): void;
  onSave(merged: PostValues): void;
};

function shown(values: PostValues, field: keyof PostValues, categoryName: (id: string) => string): string {
  const value = values[field];
  if (field === "content") {
    const html = values.content_format === "markdown" ? markdownToHtml(values.content) : values.content;
    return plainText(parseHtml(html)) || "Nothing";
  }
  if (field === "featured") return value ? "Yes" : "No";
  if (field === "language") return values.language ? languageName(values.language) : "The site’s language";
  if (field === "category_id") return categoryName(values.category_id) || "None";
  return String(value ?? "") || "Nothing";
}

type ChoiceProps = { difference: Difference; texts: Record<Side, string>; chosen: Side | undefined; onChoose(side: Side): void };

function Choice({ difference: { label, changed }, texts, chosen, onChoose }: ChoiceProps) {
  const name = useId();
  const side = (one: Side, title: string) => (
    <label className="conflict-side">
      <span>
        <input type="radio" name={name} checked={chosen === one} onChange={() => onChoose(one)} />
        {title}
      </span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long text scrolls, which keys have to reach */}
      <span className="conflict-text" dir="auto" tabIndex={0}>
        {texts[one]}
      </span>
    </label>
  );
  return (
    <fieldset className="conflict-field">
      <legend>
        {label} <span className="conflict-who">{CHANGED_BY[changed]}</span>
      </legend>
      <div className="conflict-sides">
        {side("mine", "Mine")}
        {side("theirs", "Theirs")}
      </div>
    </fieldset>
  );
}

/** Shows two versions of a post side by side. The author chooses for each field. Nothing changes until it is saved. */
export function ConflictDialog({ base, mine, theirs, categoryName, isBusy, onClose, onSave }: ConflictDialogProps) {
  const { time } = useDates();
  const stored = theirs.values;
  const differences = differencesOf(base, mine, stored);
  const [choices, setChoices] = useState<Choices>(() => proposedChoices(differences));
  const all = (side: Side) => setChoices(Object.fromEntries(differences.map(({ field }) => [field, side])));
  const happened =
    theirs.edit_version > 0
      ? `Changes of the post were saved at ${time(theirs.at)}, after you opened it.`
      : `The post was saved at ${time(theirs.at)}, after you opened it.`;
  return (
    <Dialog
      title={theirs.edit_version > 0 ? "Someone else is changing this post" : "Someone else has saved this post"}
      open
      size="large"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button" onClick={onClose}>
            Keep editing
          </button>
          <button
            type="button"
            className="button button-solid"
            aria-disabled={isBusy || undefined}
            onClick={() => onSave(mergeValues(mine, stored, choices))}
          >
            {isBusy ? "Saving..." : "Save this version"}
          </button>
        </>
      }
    >
      <p>{happened} Your changes aren’t lost. Choose what to keep.</p>
      {differences.length > 1 ? (
        <p className="conflict-all">
          <button type="button" className="small-button" onClick={() => all("mine")}>
            Take all of mine
          </button>
          <button type="button" className="small-button" onClick={() => all("theirs")}>
            Take all of theirs
          </button>
        </p>
      ) : null}
      {differences.length === 0 ? <p>Both versions are the same.</p> : null}
      {differences.map((difference) => (
        <Choice
          key={difference.field}
          difference={difference}
          texts={{
            mine: shown(mine, difference.field, categoryName),
            theirs: shown(stored, difference.field, categoryName),
          }}
          chosen={choices[difference.field]}
          onChoose={(side) => setChoices((before) => ({ ...before, [difference.field]: side }))}
        />
      ))}
    </Dialog>
  );
}
