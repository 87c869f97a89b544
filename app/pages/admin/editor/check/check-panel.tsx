import { type Finding, offsitePictures, type Severity } from "../../../../domain/posts/checking-model.ts";
import type { PostValues } from "../post-values.ts";
import { useOpenEditor } from "../rich/open-editor.ts";
import { jumpTo } from "./jump.ts";
import { OffsitePictures } from "./offsite-pictures.tsx";
import { useCheck } from "./use-check.ts";

const WORDS: Record<Severity, string> = { mend: "Mend", improve: "Improve", know: "Know" };

function summaryOf(findings: Finding[]): string {
  const mend = findings.filter(({ severity }) => severity === "mend").length;
  const improve = findings.filter(({ severity }) => severity === "improve").length;
  if (mend + improve === 0) return "All is well.";
  const parts = [mend > 0 ? `${mend} to mend` : "", improve > 0 ? `${improve} to improve` : ""].filter(Boolean);
  return `${parts.join(", ")}. None of it keeps the post from being published.`;
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
  const go = ({ place }: Finding) => {
    onFollow();
    requestAnimationFrame(() => jumpTo(place, editor));
  };
  return (
    <section className="editor-panel check-panel" aria-labelledby="check-title">
      <h2 id="check-title">Before publishing</h2>
      <p className="check-summary" role="status">
        {checked
          ? summaryOf(checked.findings)
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
      {checked && checked.findings.length > 0 ? (
        <ul className="check-list">
          {checked.findings.map((finding) => (
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
