import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { routes } from "../../../routes.ts";
import { fill } from "../../../texts/texts.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { PageLink } from "../../public/page-link.tsx";
import { messageOf } from "../frame/failure.ts";
import { followedQuery, stopFollowing } from "./queries.ts";
import { texts } from "./texts.ts";

/** Nothing for those who follow no comments. */
export function FollowedThreads({ owner }: { owner: string }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(followedQuery());
  const [isBusy, setBusy] = useState(false);
  if (!data || data.items.length === 0) return null;
  const stop = async (slug: string) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await stopFollowing(owner, slug);
      await queryClient.invalidateQueries({ queryKey: followedQuery().queryKey });
      toast({ title: texts.noticesSaved, tone: "success" });
    } catch (error) {
      toast({ title: messageOf(error, texts.notStopped), tone: "error" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <h3 id="followed-threads">{texts.followed}</h3>
      <ul className="followed-threads" aria-labelledby="followed-threads">
        {data.items.map(({ slug, title }) => (
          <li key={slug}>
            <PageLink to={routes.story(slug)} dir="auto">
              {title}
            </PageLink>
            <button
              type="button"
              className="button"
              aria-label={fill(texts.stopFollowingOf, { title })}
              aria-disabled={isBusy || undefined}
              onClick={() => void stop(slug)}
            >
              {texts.stopFollowing}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
