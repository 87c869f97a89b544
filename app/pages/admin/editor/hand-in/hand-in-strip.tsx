import { useState } from "react";
import { postPolicy } from "../../../../domain/posts/post.policy.ts";
import { Ago } from "../../frame/dates.tsx";
import { FocusKeepingButton } from "../../frame/focus-keeping-button.tsx";
import { useOfficeUser } from "../../frame/office-user.ts";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { CHANGED_POSTS } from "../../posts/queries.ts";
import type { Session } from "../session/create-session.ts";
import { SendBackDialog } from "./send-back-dialog.tsx";
import { type HandIn, withdrawHandIn } from "./use-hand-in.ts";

function WithdrawButton({ id, handIn }: { id: string; handIn: HandIn }) {
  const withdrawing = useAdminMutation({
    call: withdrawHandIn,
    success: "Withdrawn. You can change the post again.",
    failure: (message) => `Failed to withdraw: ${message}`,
    invalidates: CHANGED_POSTS,
  });
  const withdraw = () => withdrawing.mutate(id, { onSuccess: ({ handed_in }) => handIn.change(handed_in) });
  return (
    <FocusKeepingButton className="small-button" isDisabled={withdrawing.isPending} onClick={withdraw}>
      Withdraw
    </FocusKeepingButton>
  );
}

/** Who handed the post in, when and with what note, and what can be done about it. */
export function HandInStrip({ id, session, handIn }: { id: string | null; session: Session; handIn: HandIn }) {
  const user = useOfficeUser();
  const [isSending, setSending] = useState(false);
  const { handedIn } = handIn;
  if (!handedIn || id === null) return null;
  const { at, by, note } = handedIn;
  const isOwn = by.id === user?.id;
  return (
    <>
      <section className="editor-offer" aria-label="Handed in">
        <div className="hand-in-words">
          <p>
            {isOwn ? "You handed this post in " : `${by.full_name || "A contributor"} handed this post in `}
            <Ago iso={at} />.{" "}
            {isOwn
              ? "You can change it again once an editor sends it back, or when you withdraw it."
              : "Publish it, or send it back with remarks."}
          </p>
          {note ? (
            <blockquote className="hand-in-note" dir="auto">
              {note}
            </blockquote>
          ) : null}
        </div>
        <div>
          {isOwn ? <WithdrawButton id={id} handIn={handIn} /> : null}
          {postPolicy.sendBack.admits(user) ? (
            <button type="button" className="small-button" aria-haspopup="dialog" onClick={() => setSending(true)}>
              Send back...
            </button>
          ) : null}
        </div>
      </section>
      {isSending ? <SendBackDialog id={id} session={session} handIn={handIn} onClose={() => setSending(false)} /> : null}
    </>
  );
}
