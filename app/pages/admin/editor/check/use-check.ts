import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { adminApi } from "../../../../browser/auth/admin-api.ts";
import { CHECKED_SLUGS, checkPost, type Finding, ownSlugs } from "../../../../domain/posts/check-rules.ts";
import { body } from "../../../../http/api/admin/client.ts";
import { useSite } from "../../../data.ts";
import type { PostValues } from "../form-input.ts";
import { markdownToHtml, parseHtml } from "../source/convert-html.ts";

/** Other posts may change meanwhile, but not while one looks at a finding. In ms. */
const FRESH = 30_000;

/** What only the server knows of a post's surroundings. */
const surroundingsQuery = (id: string | null, title: string, slugs: string[]) =>
  queryOptions({
    queryKey: ["admin", "editor", "check", id, title, slugs],
    queryFn: () => body(adminApi.posts.check.$post({ query: {}, json: { id, title, slugs } })),
    staleTime: FRESH,
    retry: false,
  });

/** How long the typing pauses before a post is checked again, in ms. */
const PAUSE = 1200;
/** Where somebody is about to publish. */
const PUBLISHING = ".post-save";

/** `offline`: what only the server knows is missing. */
export type Checked = { findings: Finding[]; offline: boolean };

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : location.host;
}

/**
 * Checks a post on demand and when the keyboard or the pointer comes near the buttons that save; from then on after each pause in
 * the typing.
 * @param id the post's id, null for a new one
 */
export function useCheck(id: string | null, values: PostValues) {
  const client = useQueryClient();
  const site = useSite();
  const [isOn, setOn] = useState(false);
  const [checked, setChecked] = useState<Checked | null>(null);
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
