import { Dialog } from "../frame/dialog.tsx";
import { ShownLink } from "./invitation-link.tsx";
import type { MadeInvitation } from "./queries.ts";

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
