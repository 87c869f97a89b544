import { useQuery } from "@tanstack/react-query";
import { type Appearance as AppearanceState, DEFAULT_LOOK } from "../../../domain/appearance/appearance.ts";
import { SHIPPED_COLORS } from "../../../domain/appearance/color-rules.ts";
import { FONT_PAIR_NAMES, FONT_PAIRS } from "../../../domain/appearance/font-rules.ts";
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
import { COLOR, LAYOUT, LOOK } from "./texts.ts";
import { type LookForm, useLookForm } from "./use-look-form.ts";

/** All of them can be read on every suggested paper. */
const ACCENTS = [
  { value: SHIPPED_COLORS.accent.light, label: COLOR.dawn },
  { value: "#b3261e", label: COLOR.brick },
  { value: "#8a5a00", label: COLOR.ochre },
  { value: "#3d6b1f", label: COLOR.moss },
  { value: "#006b5b", label: COLOR.pine },
  { value: "#0b62a8", label: COLOR.sea },
  { value: "#4a4fc4", label: COLOR.indigo },
  { value: "#8b3a8f", label: COLOR.plum },
  { value: "#b02a63", label: COLOR.raspberry },
  { value: "#3a3f47", label: COLOR.graphite },
] as const;

const PAPERS = [
  { value: SHIPPED_COLORS.paper.light, label: COLOR.ivory },
  { value: "#ffffff", label: COLOR.white },
  { value: "#f7f8fa", label: COLOR.mist },
  { value: "#fbf5ea", label: COLOR.sand },
  { value: "#f4f9f2", label: COLOR.mint },
  { value: "#f3f8fc", label: COLOR.sky },
  { value: "#fdf5f4", label: COLOR.rose },
] as const;

const CARDS = [
  { value: "plain", label: LAYOUT.plain, note: LAYOUT.plainNote },
  { value: "framed", label: LAYOUT.framed, note: LAYOUT.framedNote },
  { value: "tinted", label: LAYOUT.tinted, note: LAYOUT.tintedNote },
] as const;

const WIDTHS = [
  { value: "narrow", label: LAYOUT.narrow, note: LAYOUT.narrowNote },
  { value: "normal", label: LAYOUT.normal, note: LAYOUT.normalNote },
  { value: "wide", label: LAYOUT.wide, note: LAYOUT.wideNote },
] as const;

const FONTS = FONT_PAIR_NAMES.map((value) => ({ value, label: FONT_PAIRS[value].label, note: FONT_PAIRS[value].note }));

function stateOf({ problems, gaps, isDirty, isBusy }: LookForm): string {
  if (isBusy) return "";
  if (problems.length > 0) return problems.length === 1 ? LOOK.oneColorUnreadable : LOOK.colorsUnreadable(problems.length);
  if (gaps.length > 0) return LOOK.pictureMissing;
  return isDirty ? LOOK.notPublicYet : LOOK.allChangesSaved;
}

/** Save and Reset, always visible. */
function SaveBar({ form }: { form: LookForm }) {
  const { isShipped, isBusy, canSave } = form;
  return (
    <div className="save-bar">
      <p role="status">{stateOf(form)}</p>
      <FocusKeepingButton className="button" isDisabled={isShipped || isBusy} onClick={() => form.take(DEFAULT_LOOK)}>
        {LOOK.reset}
      </FocusKeepingButton>
      <FocusKeepingButton type="submit" className="button button-solid" isDisabled={!canSave || isBusy}>
        {isBusy ? LOOK.saving : LOOK.save}
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
          <h2 id="look-colors">{LOOK.colors}</h2>
          <ColorField name="accent" label={LOOK.accent} suggestions={ACCENTS} form={form} />
          <ColorField name="paper" label={LOOK.paper} suggestions={PAPERS} form={form} />
        </section>
        <section className="setting-group" aria-labelledby="look-type">
          <h2 id="look-type">{LOOK.typeHeading}</h2>
          <Choices name="fonts" legend={LOOK.fonts} options={FONTS} value={look.fonts} onChange={(fonts) => change({ fonts })} />
          <Choices
            name="width"
            legend={LOOK.widthOfText}
            options={WIDTHS}
            value={look.width}
            onChange={(width) => change({ width })}
          />
        </section>
        <BrandParts form={form} />
        <section className="setting-group" aria-labelledby="look-cards">
          <h2 id="look-cards">{LOOK.lists}</h2>
          <Choices name="cards" legend={LOOK.cards} options={CARDS} value={look.cards} onChange={(cards) => change({ cards })} />
        </section>
        <LookHistory form={form} />
        <SaveBar form={form} />
      </form>
      <LookPreview look={look} />
    </div>
  );
}

/** The screen where the owner chooses how the site looks. */
export function Appearance() {
  const query = useQuery(appearanceQuery);
  return (
    <AdminPage title={LOOK.appearance} lead={LOOK.lead}>
      <QueryView query={query} noun="the look">
        {(stored) => <LookScreen stored={stored} />}
      </QueryView>
    </AdminPage>
  );
}
