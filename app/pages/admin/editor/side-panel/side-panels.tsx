import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { adminApi } from "../../../../browser/auth/admin-api.ts";
import { CHECKED_SLUGS, checkPost, type Finding, offsitePictures, ownSlugs } from "../../../../domain/posts/check-rules.ts";
import { body } from "../../../../http/api/admin/client.ts";
import { useSite } from "../../../data.ts";
import { fetchPictures } from "../check/fetch-pictures.ts";
import { goToField, jumpTo } from "../check/jump.ts";
import { markdownToHtml, parseHtml } from "../convert-html.ts";
import type { PostValues } from "../form-input.ts";
import { Outline } from "../outline.tsx";
import { type Problem, problemsOf } from "../post-values.ts";
import { useOpenEditor } from "../rich/open-editor.ts";
import { WordGoal } from "../statistics.tsx";
import type { Writing } from "../views.ts";

const SEVERITIES = { fix: "Fix", improve: "Improve", know: "Note" } as const;

/** Other posts may change meanwhile, but not while one looks at a finding. In ms. */
const FRESH = 30_000;

const surroundingsQuery = (id: string | null, title: string, slugs: string[]) =>
  queryOptions({
    queryKey: ["admin", "editor", "check", id, title, slugs],
    queryFn: () => body(adminApi.posts.check.$post({ query: {}, json: { id, title, slugs } })),
    staleTime: FRESH,
    retry: false,
  });

/** How long the typing pauses before a post is checked again, in ms. */
const PAUSE = 1200;
const PUBLISHING = ".post-save";

/** `offline`: what only the server knows is missing. */
type CheckResult = { findings: Finding[]; offline: boolean };

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : location.host;
}

/**
 * Checks a post on demand, and when the focus or the pointer reaches the buttons that save. From then on it checks again whenever
 * typing pauses.
 * @param id the post's id, null for a new one
 */
function useCheck(id: string | null, values: PostValues) {
  const client = useQueryClient();
  const site = useSite();
  const [isOn, setOn] = useState(false);
  const [checked, setChecked] = useState<CheckResult | null>(null);
  const hasRun = useRef(false);
  const start = useCallback(() => setOn(true), []);

  useEffect(() => {
    if (isOn) return;
    const come = ({ target }: Event) => {
      if (target instanceof Element && target.closest(PUBLISHING)) start();
    };
    document.addEventListener("focusin", come);
    document.addEventListener("pointerover", come);
    return () => {
      document.removeEventListener("focusin", come);
      document.removeEventListener("pointerover", come);
    };
  }, [isOn, start]);

  useEffect(() => {
    if (!isOn) return;
    let isStale = false;
    const check = async () => {
      const { content, content_format, title } = values;
      const html = content_format === "markdown" ? markdownToHtml(content) : content;
      // Comments of the source are none of the article's nodes.
      const nodes = parseHtml(html) as Parameters<typeof ownSlugs>[0];
      const host = hostOf(site.url);
      const post = { ...values, nodes, host };
      const slugs = ownSlugs(nodes, host).slice(0, CHECKED_SLUGS);
      const around = await client.query(surroundingsQuery(id, title.trim(), slugs)).catch(() => undefined);
      if (isStale) return;
      hasRun.current = true;
      setChecked({ findings: checkPost(post, around), offline: around === undefined });
    };
    const timer = setTimeout(() => void check(), hasRun.current ? PAUSE : 0);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [isOn, id, values, client, site.url]);

  return { isOn, start, checked };
}

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

/** @param required how much a save as published would be refused for */
function summaryOf(findings: Finding[], required: number): string {
  const toFix = findings.filter(({ severity }) => severity === "fix").length;
  const improve = findings.filter(({ severity }) => severity === "improve").length;
  if (required + toFix + improve === 0) return "Looks good.";
  const parts = [
    required > 0 ? `${required} required before publishing` : "",
    toFix > 0 ? `${toFix} to fix` : "",
    improve > 0 ? `${improve} to improve` : "",
  ];
  return `${parts.filter(Boolean).join(", ")}.${required > 0 ? "" : " You can still publish."}`;
}

type CheckPanelProps = {
  id: string | null;
  values: PostValues;
  onFollow(field?: Problem["field"]): void;
  /** called with the number of things to fix or improve */
  onFindings(count: number): void;
};

function CheckPanel({ id, values, onFollow, onFindings }: CheckPanelProps) {
  const editor = useOpenEditor();
  const { isOn, start, checked } = useCheck(id, values);
  const required = checked ? problemsOf(values, id === null) : [];
  const isRequired = (name: string) => required.some(({ field }) => field === name);
  // Said once.
  const findings = (checked?.findings ?? []).filter(({ rule }) => rule !== "description-missing" || !isRequired("description"));
  const count = required.length + findings.filter(({ severity }) => severity !== "know").length;
  useEffect(() => onFindings(count), [count, onFindings]);
  const go = ({ place }: Finding) => {
    onFollow(place.kind === "field" ? place.field : "");
    requestAnimationFrame(() => jumpTo(place, editor));
  };
  const goTo = (field: Problem["field"]) => {
    onFollow(field);
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
      {checked?.offline ? (
        <p className="field-hint">The server can't be reached, so links to your own posts aren't checked.</p>
      ) : null}
      {checked ? <OffsitePictures addresses={offsitePictures(checked.findings)} /> : null}
      {required.length + findings.length > 0 ? (
        <ul className="check-list">
          {required.map(({ field, message }) => (
            <li key={field} data-severity="fix">
              <button type="button" onClick={() => goTo(field)}>
                <strong>Required</strong> {message}
              </button>
            </li>
          ))}
          {findings.map((finding) => (
            <li key={`${finding.rule} ${JSON.stringify(finding.place)} ${finding.message}`} data-severity={finding.severity}>
              <button type="button" onClick={() => go(finding)}>
                <strong>{SEVERITIES[finding.severity]}</strong> {finding.message}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

type WritingPanelsProps = CheckPanelProps & { writing: Writing };

export function SidePanels({ writing, ...check }: WritingPanelsProps) {
  return (
    <>
      <CheckPanel {...check} />
      <Outline writing={writing} />
      <WordGoal id={check.id} writing={writing} />
    </>
  );
}
