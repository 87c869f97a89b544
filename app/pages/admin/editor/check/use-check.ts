import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { adminApi } from "../../../../browser/auth/admin-api.ts";
import { CHECKED_SLUGS, checkPost, type Finding, ownSlugs } from "../../../../domain/posts/check-rules.ts";
import { body } from "../../../../http/api/admin/client.ts";
import { useSite } from "../../../data.ts";
import { markdownToHtml, parseHtml } from "../convert-html.ts";
import type { PostValues } from "../form-input.ts";
import { type Problem, problemsOf } from "../post-values.ts";
import { useOpenEditor } from "../rich/open-editor.ts";
import { goToField, jumpTo } from "./jump.ts";

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

/** Starts the check when the focus or the pointer reaches the buttons that save. */
function useStart() {
  const [isOn, setOn] = useState(false);
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
  return { isOn, start };
}

/**
 * Checks a post on demand and before it is saved. From then on it checks again whenever typing pauses.
 * @param id the post's id, null for a new one
 * @returns `required`: what a save as published would be refused for; `checked`: null until the first result
 */
export function useCheck(id: string | null, values: PostValues) {
  const client = useQueryClient();
  const site = useSite();
  const { isOn, start } = useStart();
  const [checked, setChecked] = useState<CheckResult | null>(null);
  const hasRun = useRef(false);

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

  const required = checked ? problemsOf(values, id === null) : [];
  const isRequired = (name: string) => required.some(({ field }) => field === name);
  // Said once.
  const findings = (checked?.findings ?? []).filter(({ rule }) => rule !== "description-missing" || !isRequired("description"));
  return { isOn, start, checked, required, findings };
}

export type Check = ReturnType<typeof useCheck>;

/** @param required how much a save as published would be refused for */
export function summaryOf(findings: readonly Finding[], required: number): string {
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

/** Brings the keyboard to what the check has found. @param onFollow shows the tab with a field, or with the text if there is none */
export function useGoTo(onFollow: (field?: Problem["field"]) => void) {
  const editor = useOpenEditor();
  return {
    goToFinding({ place }: Finding) {
      onFollow(place.kind === "field" ? place.field : "");
      requestAnimationFrame(() => jumpTo(place, editor));
    },
    goToProblem({ field }: Problem) {
      onFollow(field);
      if (field !== "") requestAnimationFrame(() => goToField(field));
    },
  };
}
