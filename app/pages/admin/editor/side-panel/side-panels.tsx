import { useState } from "react";
import { offsitePictures } from "../../../../domain/posts/check-rules.ts";
import { fetchPictures } from "../check/fetch-pictures.ts";
import { type Check, summaryOf, useGoTo } from "../check/use-check.ts";
import { Outline } from "../outline.tsx";
import type { Problem } from "../post-values.ts";
import { useOpenEditor } from "../rich/open-editor.ts";
import { WordGoal } from "../statistics.tsx";
import type { Writing } from "../views.ts";

const SEVERITIES = { fix: "Fix", improve: "Improve", know: "Note" } as const;

type OffsitePicturesProps = { addresses: string[] };

/** Offers to fetch an article's pictures from other sites. Nothing is fetched before the click. */
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
  const what = addresses.length === 1 ? "the image" : `${addresses.length} images`;
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

type CheckPanelProps = { check: Check; onFollow(field?: Problem["field"]): void };

function CheckPanel({ check: { isOn, start, checked, required, findings }, onFollow }: CheckPanelProps) {
  const { goToFinding, goToProblem } = useGoTo(onFollow);
  return (
    <section className="editor-panel check-panel" aria-labelledby="check-title">
      <h2 id="check-title">Before publishing</h2>
      <p className="check-summary" role="status">
        {checked
          ? summaryOf(findings, required.length)
          : isOn
            ? "Checking..."
            : "Images, headings, links, and how search engines show it."}
      </p>
      {isOn ? null : (
        <button type="button" className="small-button" onClick={start}>
          Check the post
        </button>
      )}
      {checked?.offline ? (
        <p className="field-hint">The server can’t be reached, so links to your own posts aren’t checked.</p>
      ) : null}
      {checked ? <OffsitePictures addresses={offsitePictures(checked.findings)} /> : null}
      {required.length + findings.length > 0 ? (
        <ul className="check-list">
          {required.map((problem) => (
            <li key={problem.field} data-severity="fix">
              <button type="button" onClick={() => goToProblem(problem)}>
                <strong>Required</strong> {problem.message}
              </button>
            </li>
          ))}
          {findings.map((finding) => (
            <li key={`${finding.rule} ${JSON.stringify(finding.place)} ${finding.message}`} data-severity={finding.severity}>
              <button type="button" onClick={() => goToFinding(finding)}>
                <strong>{SEVERITIES[finding.severity]}</strong> {finding.message}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

type SidePanelsProps = CheckPanelProps & { id: string | null; writing: Writing };

export function SidePanels({ id, writing, ...check }: SidePanelsProps) {
  return (
    <>
      <CheckPanel {...check} />
      <Outline writing={writing} />
      <WordGoal id={id} writing={writing} />
    </>
  );
}
