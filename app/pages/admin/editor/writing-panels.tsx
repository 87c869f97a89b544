import { useState } from "react";
import { type Finding, offsitePictures, type Severity } from "../../../domain/posts/check-rules.ts";
import { fetchPictures } from "./check/fetch-pictures.ts";
import { jumpTo } from "./check/jump.ts";
import { useCheck } from "./check/use-check.ts";
import type { PostValues } from "./form-input.ts";
import { Outline } from "./outline/outline.tsx";
import { goToField } from "./problem-list.tsx";
import { type Problem, problemsOf } from "./problems.ts";
import { useOpenEditor } from "./rich/open-editor.ts";
import type { Writing } from "./source/views.ts";
import { WordGoal } from "./statistics.tsx";

type OffsitePicturesProps = { addresses: string[] };

/** Offers to fetch an article's pictures from other sites; nothing is fetched before somebody says so. */
function OffsitePictures({ addresses }: OffsitePicturesProps) {
  const editor = useOpenEditor();
  const [isBusy, setBusy] = useState(false);
  const [failures, setFailures] = useState<string[]>([]);
  if (addresses.length === 0 && failures.length === 0) return null;
  const fetchAll = async () => {
    setBusy(true);
    const failed = await fetchPictures(addresses, editor?.view ?? null);
    setFailures(failed.map(({ address, reason }) => `${address} ${reason}`));
    setBusy(false);
  };
  const what = addresses.length === 1 ? "the picture" : `${addresses.length} pictures`;
  return (
    <div className="check-offsite">
      {addresses.length > 0 ? (
        <button type="button" className="small-button" disabled={isBusy} onClick={() => void fetchAll()}>
          {isBusy ? "Fetching..." : `Fetch ${what} into the library`}
        </button>
      ) : null}
      {failures.length > 0 ? (
        <div role="alert" className="check-failures">
          {failures.map((failure) => (
            <p key={failure}>{failure}</p>
          ))}
        </div>
      ) : null}
    </div>
  );
}

const WORDS: Record<Severity, string> = { mend: "Fix", improve: "Improve", know: "Note" };

/** @param required how much a save as published would be refused for */
function summaryOf(findings: Finding[], required: number): string {
  const mend = findings.filter(({ severity }) => severity === "mend").length;
  const improve = findings.filter(({ severity }) => severity === "improve").length;
  if (required + mend + improve === 0) return "Looks good.";
  const parts = [
    required > 0 ? `${required} required before publishing` : "",
    mend > 0 ? `${mend} to fix` : "",
    improve > 0 ? `${improve} to improve` : "",
  ];
  return `${parts.filter(Boolean).join(", ")}.${required > 0 ? "" : " You can still publish."}`;
}

type CheckPanelProps = {
  /** the post's id, null for a new one */
  id: string | null;
  values: PostValues;
  /** makes the fields visible */
  onFollow(): void;
};

/** What a careful friend would say before the post is published; each finding leads to its place. */
function CheckPanel({ id, values, onFollow }: CheckPanelProps) {
  const editor = useOpenEditor();
  const { isOn, start, checked } = useCheck(id, values);
  const required = checked ? problemsOf(values, id === null) : [];
  const isRequired = (name: string) => required.some(({ field }) => field === name);
  // Said once.
  const findings = (checked?.findings ?? []).filter(({ rule }) => rule !== "description-missing" || !isRequired("description"));
  const go = ({ place }: Finding) => {
    onFollow();
    requestAnimationFrame(() => jumpTo(place, editor));
  };
  const goTo = (field: Problem["field"]) => {
    onFollow();
    if (field !== "") requestAnimationFrame(() => goToField(field));
  };
  return (
    <section className="editor-panel check-panel" aria-labelledby="check-title">
      <h2 id="check-title">Before publishing</h2>
      <p className="check-summary" role="status">
        {checked
          ? summaryOf(findings, required.length)
          : isOn
            ? "Checking..."
            : "Pictures, headings, links, and how search engines show it."}
      </p>
      {isOn ? null : (
        <button type="button" className="small-button" onClick={start}>
          Check the post
        </button>
      )}
      {checked?.offline ? <p className="field-hint">The server can't be reached, so links to own posts are left out.</p> : null}
      {checked ? <OffsitePictures addresses={offsitePictures(checked.findings)} /> : null}
      {required.length + findings.length > 0 ? (
        <ul className="check-list">
          {required.map(({ field, message }) => (
            <li key={field} data-severity="mend">
              <button type="button" onClick={() => goTo(field)}>
                <strong>Required</strong> {message}
              </button>
            </li>
          ))}
          {findings.map((finding) => (
            <li key={`${finding.rule} ${JSON.stringify(finding.place)} ${finding.message}`} data-severity={finding.severity}>
              <button type="button" onClick={() => go(finding)}>
                <strong>{WORDS[finding.severity]}</strong> {finding.message}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

type WritingPanelsProps = {
  /** the post's id, null for a new one */
  id: string | null;
  values: PostValues;
  writing: Writing;
  /** makes the fields visible */
  onFollow(): void;
};

/** What stands beside the text while it is written: the check, its contents, how far it has come. */
export function WritingPanels({ id, values, writing, onFollow }: WritingPanelsProps) {
  return (
    <>
      <CheckPanel id={id} values={values} onFollow={onFollow} />
      <Outline writing={writing} />
      <WordGoal id={id} writing={writing} />
    </>
  );
}
