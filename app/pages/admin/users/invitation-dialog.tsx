import { useEffect, useRef, useState } from "react";
import type { InvitationLink } from "../../../domain/users/user.ts";
import { Field } from "../../../ui/form/field.tsx";
import { useSite } from "../../public/layout/use-site.ts";
import { copyLink } from "../../public/sharing/share.ts";
import { useDates } from "../frame/dates.tsx";
import { Dialog } from "../frame/dialog.tsx";
import type { MadeInvitation } from "./queries.ts";

/** How long the button says that it has copied, in ms (specification, section 9). */
const COPIED_MS = 2000;

/** Marks all of it, with its beginning in sight. */
const mark = (field: HTMLInputElement) => field.setSelectionRange(0, field.value.length, "backward");

/** The link of an invitation, to be handed on: shown this once. */
function ShownLink({ email, invitation: { link, expires_at, mailed } }: { email: string; invitation: InvitationLink }) {
  const dates = useDates();
  const { sendsMail } = useSite();
  const box = useRef<HTMLDivElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    if (await copyLink(link)) return setCopied(true);
    // The clipboard is closed to pages without TLS: then the link is at least marked, ready for the keyboard.
    const field = box.current?.querySelector("input");
    field?.focus();
  };
  return (
    <div className="invitation-link" ref={box}>
      <p>
        {mailed && sendsMail ? (
          <>
            Invitation sent to <strong>{email}</strong>. You can also share this link:
          </>
        ) : mailed ? (
          <>
            Email isn't set up. Send this link to <strong>{email}</strong> yourself:
          </>
        ) : (
          <>
            This link lets <strong>{email}</strong> in. An invitation sent earlier no longer works.
          </>
        )}
      </p>
      <Field
        label="Invitation link"
        name="link"
        readOnly
        value={link}
        onFocus={({ target }) => mark(target)}
        hint={`Works once, until ${dates.time(expires_at)}. It is not shown again.`}
        end={
          <button type="button" className="small-button" onClick={() => void copy()}>
            <span aria-live="polite">{isCopied ? "Copied!" : "Copy link"}</span>
          </button>
        }
      />
    </div>
  );
}

/** A new invitation's link, until the dialog is closed. */
export function InvitationDialog({ email, invitation, onClose }: MadeInvitation & { onClose(): void }) {
  const done = (
    <button type="button" className="button button-solid" onClick={onClose}>
      Done
    </button>
  );
  return (
    <Dialog title="Invitation" open onClose={onClose} footer={done}>
      <ShownLink email={email} invitation={invitation} />
    </Dialog>
  );
}
