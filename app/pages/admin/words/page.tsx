import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { LANGUAGES, languageName } from "../../../domain/settings/language-rules.ts";
import type { ReaderText, WordsState } from "../../../domain/words/words.ts";
import { WORDS_MAX } from "../../../domain/words/words-rules.ts";
import { routes } from "../../../routes.ts";
import { PagePreview } from "../appearance/look-preview.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { Pager } from "../frame/pager.tsx";
import { NothingFound, QueryView } from "../frame/query-view.tsx";
import { FilterChips, SearchBox, SelectFilter, Toolbar } from "../frame/toolbar.tsx";
import { LEAVE_QUESTION } from "../frame/unsaved-changes.tsx";
import { useConfirm } from "../frame/use-confirm.tsx";
import { type ListState, useListState } from "../frame/use-list-state.ts";
import { wordsQuery } from "./queries.ts";
import { areaName, countOf, filterTexts, inOrder, type Shown, type Typed } from "./text-groups.ts";
import { TextRow } from "./text-row.tsx";
import { useWordsForm, type WordsForm } from "./use-words-form.ts";

/** Texts on a page. */
const LIMIT = 30;

/** The preview's address has room for so many characters of unsaved words. */
const PREVIEWED_MAX = 4000;

const PREVIEWED = [
  [routes.home(), "Home"],
  [routes.listing(), "All Articles"],
  [routes.about(), "About"],
  [routes.login(), "Login"],
  [routes.privacy(), "Privacy"],
] as const;

type Filters = { language: string; show: string; search: string; page: string };
const NO_FILTERS: Filters = { language: "", show: "all", search: "", page: "1" };

type Code = WordsState["language"];
const asLanguage = (text: string): Code | undefined => LANGUAGES.find((code) => code === text);
const asShown = (text: string): Shown => (["missing", "changed", "unsaved"] as const).find((one) => one === text) ?? "all";

/** "Dutch (Nederlands): 212 of 480". */
const languageOptions = ({ languages, texts }: WordsState) =>
  languages
    .map(({ language, translated }) => {
      const isWhole = translated === texts.length;
      const counted = isWhole || translated === 0 ? "" : `: ${translated} of ${texts.length}`;
      return { value: language as string, label: languageName(language) + counted };
    })
    .sort((a, b) => a.label.localeCompare(b.label, "en"));

function stateOf({ errors, typed, isDirty }: WordsForm): string {
  const [refused, count] = [Object.keys(errors).length, Object.keys(typed).length];
  if (refused > 0)
    return refused === 1
      ? "One text needs attention. Nothing has been saved yet."
      : `${refused} texts need attention. Nothing has been saved yet.`;
  if (count > WORDS_MAX) return `At most ${WORDS_MAX} texts can be saved at once.`;
  return isDirty ? (count === 1 ? "One text isn’t saved" : `${count} texts aren’t saved`) : "All changes saved";
}

function SaveBar({ form }: { form: WordsForm }) {
  const { typed, isDirty, isBusy, undo } = form;
  const mayBeSaved = isDirty && Object.keys(typed).length <= WORDS_MAX;
  return (
    <div className="save-bar">
      <p role="status">{stateOf(form)}</p>
      <FocusKeepingButton className="button" isDisabled={!isDirty || isBusy} onClick={undo}>
        Discard
      </FocusKeepingButton>
      <FocusKeepingButton type="submit" className="button button-solid" isDisabled={!mayBeSaved || isBusy}>
        {isBusy ? "Saving..." : "Save"}
      </FocusKeepingButton>
    </div>
  );
}

type RowsProps = { rows: ReaderText[]; form: WordsForm; language: string };

/** Under the name of the part of the site, wherever it changes. */
function Rows({ rows, form, language }: RowsProps) {
  const groups = Map.groupBy(rows, ({ key }) => areaName(key));
  return [...groups].map(([area, texts]) => (
    <section key={area} className="setting-group" aria-label={area}>
      <h2>{area}</h2>
      <ul className="words">
        {texts.map((text) => (
          <TextRow
            key={text.key}
            text={text}
            language={language}
            typed={form.typed}
            errors={form.errors}
            change={form.change}
            restore={form.restore}
          />
        ))}
      </ul>
    </section>
  ));
}

/** Leads to the first refused text, also if a filter or another page hides it. */
function useRefusedFocus({ errors, failures }: WordsForm, { set }: ListState<Filters>, keys: string[]): void {
  const done = useRef(failures);
  const isHidden = !keys.some((key) => key in errors);
  useEffect(() => {
    if (failures === done.current) return;
    if (isHidden) return set({ show: "unsaved", search: "" });
    done.current = failures;
    document.querySelector<HTMLElement>(".words [aria-invalid]")?.focus();
  }, [failures, isHidden, set]);
}

/** Refused ones first. */
const byRefusal =
  ({ errors }: WordsForm) =>
  (a: ReaderText, b: ReaderText) =>
    Number(isRefused(b, errors)) - Number(isRefused(a, errors));

const isRefused = ({ parts }: ReaderText, errors: Typed) => parts.some(({ key }) => key in errors);

function Filtered({ state, list, form }: { state: WordsState; list: ListState<Filters>; form: WordsForm }) {
  const { show, search } = list.values;
  const shown = asShown(show);
  const all = useMemo(() => inOrder(state.texts), [state.texts]);
  const filtered = filterTexts(all, shown, form.typed, search);
  const found = shown === "unsaved" ? filtered.toSorted(byRefusal(form)) : filtered;
  const pages = Math.max(1, Math.ceil(found.length / LIMIT));
  const page = Math.min(Math.max(1, Number.parseInt(list.values.page, 10) || 1), pages);
  const rows = found.slice((page - 1) * LIMIT, page * LIMIT);
  useRefusedFocus(
    form,
    list,
    rows.flatMap(({ parts }) => parts.map(({ key }) => key)),
  );
  const count = (one: Shown) => countOf(all, one, form.typed);
  const translated = all.length - count("missing");
  const options: { value: Shown; label: string; count: number }[] = [
    { value: "all", label: "All", count: all.length },
    { value: "missing", label: "Missing", count: count("missing") },
    { value: "changed", label: "Changed", count: count("changed") },
    ...(form.isDirty || shown === "unsaved" ? [{ value: "unsaved" as const, label: "Not saved", count: count("unsaved") }] : []),
  ];
  return (
    <>
      <FilterChips<Shown> label="Which texts" options={options} value={shown} onChange={(next) => list.set({ show: next })} />
      <p className="words-count" role="status">
        {translated} of {all.length} translated
      </p>
      {rows.length > 0 ? (
        <Rows rows={rows} form={form} language={state.language} />
      ) : (
        <NothingFound
          title="No texts here"
          hint="No text fits this search and filter."
          showAll="Show all texts"
          onShowAll={() => list.set({ show: "all", search: "" })}
        />
      )}
      <Pager page={page} pages={pages} total={found.length} limit={LIMIT} noun="texts" href={list.href} />
    </>
  );
}

function Words({ state, list }: { state: WordsState; list: ListState<Filters> }) {
  const form = useWordsForm(state);
  const confirm = useConfirm();
  const choose = async (language: string) => {
    if (form.isDirty && !(await confirm(LEAVE_QUESTION))) return;
    form.undo();
    list.set({ language, show: "all" });
  };
  const unsaved = JSON.stringify({ language: state.language, words: form.typed });
  const value =
    encodeURIComponent(unsaved).length > PREVIEWED_MAX ? { language: state.language, words: {} } : JSON.parse(unsaved);
  return (
    <div className="appearance site-words">
      <div className="words-side">
        <Toolbar>
          <SelectFilter
            label="Language"
            options={languageOptions(state)}
            value={state.language}
            onChange={(language) => void choose(language)}
          />
          <SearchBox label="Search texts" {...list.filter("search")} />
        </Toolbar>
        <form
          className="settings-form"
          // Until the other language is there, nothing can be typed that would be lost with this one.
          inert={(asLanguage(list.values.language) ?? state.language) !== state.language}
          onSubmit={(event) => {
            event.preventDefault();
            form.save();
          }}
        >
          <Filtered state={state} list={list} form={form} />
          <SaveBar form={form} />
        </form>
      </div>
      <PagePreview pages={PREVIEWED} part="words" value={JSON.stringify(value)} />
    </div>
  );
}

export function WordsOfSite() {
  const list = useListState<Filters>(NO_FILTERS);
  const query = useQuery(wordsQuery(asLanguage(list.values.language)));
  return (
    <AdminPage
      title="Words of the site"
      lead="Every text that readers see on pages and in emails. What a language lacks is shown in English."
    >
      <QueryView query={query} noun="words">
        {(state) => <Words key={state.language} state={state} list={list} />}
      </QueryView>
    </AdminPage>
  );
}
