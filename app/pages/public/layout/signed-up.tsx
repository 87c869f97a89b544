import { useState } from "react";
import { Icon } from "../../../ui/icon.tsx";
import { TextWith } from "../../../ui/text-with.tsx";
import { useSite } from "../../data.ts";
import { PageLink } from "../page-link.tsx";
import { texts } from "./signed-up-texts.ts";

/** What the sign-up page hands to the page after it: the address to confirm, and where the reader came from. */
export type SignedUpState = { email: string; back: string | null };

/** Says what to do after a sign-up, on the pages that the reader goes on to. */
export function SignedUp({ email, back }: SignedUpState) {
  const { name: site, sendsMail } = useSite();
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  return (
    <aside className="announcement" aria-label={texts.signedUp}>
      <p>
        <TextWith text={sendsMail ? texts.linkSent : texts.approvedByHand} parts={{ site, email: <strong>{email}</strong> }} />
        {back ? (
          <PageLink to={back} state={{ signedUp: { email, back: null } }}>
            {texts.back}
          </PageLink>
        ) : null}
      </p>
      <button type="button" className="icon-button" aria-label={texts.close} onClick={() => setClosed(true)}>
        <Icon name="close" />
      </button>
    </aside>
  );
}
