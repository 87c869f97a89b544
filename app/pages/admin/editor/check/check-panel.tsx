import { type Finding, offsitePictures, type Severity } from "../../../../domain/posts/checking-model.ts";
import type { PostValues } from "../post-values.ts";
import { goToField } from "../problem-list.tsx";
import { type Problem, problemsOf } from "../problems.ts";
import { useOpenEditor } from "../rich/open-editor.ts";
import { jumpTo } from "./jump.ts";
import { OffsitePictures } from "./offsite-pictures.tsx";
import { useCheck } from "./use-check.ts";

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
export function CheckPanel({ id, values, onFollow }: CheckPanelProps) {
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
