import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { AdminComment } from "../../../domain/comments/comment.ts";
import type { HeldReason } from "../../../domain/comments/filter/filter.ts";
import type { LookedAtView } from "../../../domain/comments/filter/filter-rules.ts";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED_COMMENTS, filterQuery, lookAgain, STATE_OF_FILTER } from "./queries.ts";

const SIGNS: Record<string, string> = {
  "account:guest": "written by a guest",
  "account:new": "written by a new account",
  "account:week": "written by an account of this week",
  "again:1": "the same text was there before",
  "again:few": "the same text was there before",
  "again:many": "the same text was there many times",
  "form:hidden": "a hidden field was filled in",
  "sign:hidden": "invisible letters in words",
  "sign:mixed": "letters of two scripts in one word",
  "speed:unknown": "sent without the form",
  "speed:2": "written within 2 seconds",
  "speed:5": "written within 5 seconds",
  "speed:15": "written within 15 seconds",
};

const NUMBERS = ["", "a word", "two words", "three words"];

function inWords(reason: HeldReason): string[] {
  if (reason.kind === "host")
    return [`links to ${reason.host}, which was spam ${reason.times === 1 ? "once" : `${reason.times} times`}`];
  if (reason.kind === "words")
    return [`${NUMBERS[reason.words.length]} typical of spam: ${reason.words.map((word) => `“${word}”`).join(", ")}`];
  return SIGNS[reason.sign] ? [SIGNS[reason.sign] as string] : [];
}

/** Why the filter holds a comment. A decision makes it old news. */
export function HeldBecause({ status, is_spam, spam_score, held_because }: AdminComment) {
  if (spam_score === null || !held_because || (status !== "pending" && !is_spam)) return null;
  const reasons = held_because.flatMap(inWords);
  return (
    <p className="held-because">
      <strong>{`Like spam: ${Math.round(spam_score * 100)}%`}</strong>
      {reasons.length > 0 ? <bdi>{` · ${reasons.join("; ")}`}</bdi> : null}
    </p>
  );
}

const POLL_MS = 1000;

/** Has the filter look at all comments of the view again, and tells how far it is. */
export function LookAgain({ view }: { view: LookedAtView }) {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...filterQuery,
    refetchInterval: ({ state }) => (state.data?.look?.ended_at === null ? POLL_MS : false),
  });
  const start = useAdminMutation({
    call: lookAgain,
    failure: (message) => `Failed to look again: ${message}`,
    invalidates: [STATE_OF_FILTER],
  });
  const look = data?.look;
  const isLooking = look?.ended_at === null;
  const ended = useRef<string | null>(undefined);
  // By the time of its end, because a short look may begin and end between two answers.
  useEffect(() => {
    if (!data) return;
    const endedAt = look?.ended_at ?? null;
    if (ended.current !== undefined && endedAt !== null && endedAt !== ended.current)
      for (const queryKey of CHANGED_COMMENTS) void queryClient.invalidateQueries({ queryKey });
    ended.current = endedAt;
  }, [data, look, queryClient]);
  if (!data) return null;
  const said = isLooking ? `Looked at ${look.done} of ${look.total}` : "The filter hasn’t learned enough yet to look again.";
  return (
    <div className="look-again">
      <FocusKeepingButton
        className="small-button"
        isDisabled={!data.ready || isLooking || start.isPending}
        onClick={() => start.mutate(view)}
      >
        Look at these again
      </FocusKeepingButton>
      <p role="status">{isLooking || !data.ready ? said : ""}</p>
    </div>
  );
}
