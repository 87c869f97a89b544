import { useQuery } from "@tanstack/react-query";
import { type Appearance as AppearanceState, DEFAULT_LOOK } from "../../../domain/appearance/appearance.ts";
import { SHIPPED_COLORS } from "../../../domain/appearance/color-rules.ts";
import { FONT_PAIR_NAMES, FONT_PAIRS, sampleOf } from "../../../domain/appearance/font-rules.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { BrandParts } from "./brand-parts.tsx";
import { Choices } from "./choices.tsx";
import { ColorField } from "./color-field.tsx";
import { LookHistory } from "./look-history.tsx";
import { LookPreview } from "./look-preview.tsx";
import { appearanceQuery } from "./queries.ts";
import { ReadyLooks } from "./ready-looks.tsx";
import { type LookForm, useLookForm } from "./use-look-form.ts";

/** All of them can be read on every suggested paper. */
const ACCENTS = [
  { value: SHIPPED_COLORS.accent.light, label: "Dawn" },
  { value: "#b3261e", label: "Brick" },
  { value: "#8a5a00", label: "Ochre" },
  { value: "#3d6b1f", label: "Moss" },
  { value: "#006b5b", label: "Pine" },
  { value: "#0b62a8", label: "Sea" },
  { value: "#4a4fc4", label: "Indigo" },
  { value: "#8b3a8f", label: "Plum" },
  { value: "#b02a63", label: "Raspberry" },
  { value: "#3a3f47", label: "Graphite" },
] as const;

const PAPERS = [
  { value: SHIPPED_COLORS.paper.light, label: "Ivory" },
  { value: "#ffffff", label: "White" },
  { value: "#f7f8fa", label: "Mist" },
  { value: "#fbf5ea", label: "Sand" },
  { value: "#f4f9f2", label: "Mint" },
  { value: "#f3f8fc", label: "Sky" },
  { value: "#fdf5f4", label: "Rose" },
] as const;

const CARDS = [
  { value: "plain", label: "Plain", note: "Images and text, without a box" },
  { value: "framed", label: "Framed", note: "A thin line around each card" },
  { value: "tinted", label: "Tinted", note: "A box in a darker paper" },
] as const;

const WIDTHS = [
  { value: "narrow", label: "Narrow", note: "About 58 characters per line" },
  { value: "normal", label: "Normal", note: "About 66 characters per line" },
  { value: "wide", label: "Wide", note: "About 74 characters per line" },
] as const;

const FONTS = FONT_PAIR_NAMES.map((value) => {
  const { label, note, text } = FONT_PAIRS[value];
  return { value, label, note, font: sampleOf(text) };
});

function stateOf({ problems, gaps, isDirty, isBusy }: LookForm): string {
  if (isBusy) return "";
  if (problems.length > 0) return problems.length === 1 ? "One color can’t be read." : `${problems.length} colors can’t be read.`;
  if (gaps.length > 0) return "An image is missing.";
  return isDirty ? "Not public yet" : "All changes saved";
}

function SaveBar({ form }: { form: LookForm }) {
  const { isShipped, isBusy, canSave } = form;
  return (
    <div className="save-bar">
      <p role="status">{stateOf(form)}</p>
      <FocusKeepingButton className="button" isDisabled={isShipped || isBusy} onClick={() => form.take(DEFAULT_LOOK)}>
        Reset
      </FocusKeepingButton>
      <FocusKeepingButton type="submit" className="button button-solid" isDisabled={!canSave || isBusy}>
        {isBusy ? "Saving..." : "Save"}
      </FocusKeepingButton>
    </div>
  );
}

function LookScreen({ stored }: { stored: AppearanceState }) {
  const form = useLookForm(stored);
  const { look, change } = form;
  return (
    <div className="appearance">
      <form
        className="settings-form"
        noValidate
        aria-busy={form.isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          if (form.canSave) form.save();
        }}
      >
        <ReadyLooks form={form} />
        <section className="setting-group" aria-labelledby="look-colors">
          <h2 id="look-colors">Colors</h2>
          <ColorField name="accent" label="Accent" suggestions={ACCENTS} form={form} />
          <ColorField name="paper" label="Paper" suggestions={PAPERS} form={form} />
        </section>
        <section className="setting-group" aria-labelledby="look-type">
          <h2 id="look-type">Type</h2>
          <Choices name="fonts" legend="Fonts" options={FONTS} value={look.fonts} onChange={(fonts) => change({ fonts })} />
          <Choices
            name="width"
            legend="Width of text"
            options={WIDTHS}
            value={look.width}
            onChange={(width) => change({ width })}
          />
        </section>
        <BrandParts form={form} />
        <section className="setting-group" aria-labelledby="look-cards">
          <h2 id="look-cards">Lists</h2>
          <Choices name="cards" legend="Cards" options={CARDS} value={look.cards} onChange={(cards) => change({ cards })} />
        </section>
        <LookHistory form={form} />
        <SaveBar form={form} />
      </form>
      <LookPreview look={look} />
    </div>
  );
}

export function Appearance() {
  const query = useQuery(appearanceQuery);
  return (
    <AdminPage title="Appearance" lead="Readers see a new look once you save it.">
      <QueryView query={query} noun="the look">
        {(stored) => <LookScreen stored={stored} />}
      </QueryView>
    </AdminPage>
  );
}
