import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import { useAuth } from "../../../browser/auth/state.ts";
import type { OutboxMail } from "../../../domain/mail/mail.ts";
import { body } from "../../../http/api/admin/client.ts";
import { messageOf } from "../../account/frame/failure.ts";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";

/** How often to ask what the mail server has answered, in ms. */
const ASK_MS = 1000;

const isUndecided = (mail: OutboxMail | undefined) => mail?.state === "waiting" && mail.last_error === null;

const mailQuery = (id: string | null) =>
  queryOptions({
    queryKey: ["admin", "outbox", "mail", id],
    queryFn: id === null ? skipToken : () => body(adminApi.outbox[":id"].$get({ param: { id }, query: {} })),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (isUndecided(state.data) ? ASK_MS : false),
  });

function Outcome({ mail: { recipient, state, last_error, advice } }: { mail: OutboxMail }) {
  if (last_error !== null)
    return (
      <>
        <p className="field-error">{`The email wasn’t sent. ${advice ?? "Ask the provider of the mail server what its answer means."}`}</p>
        <p>
          The mail server’s answer: <code>{last_error}</code>
        </p>
      </>
    );
  if (state === "sent")
    return (
      <p>
        The mail server accepted the email. If it doesn’t reach <strong>{recipient}</strong> within a few minutes, look in the
        spam folder.
      </p>
    );
  return <p>{`Sending an email to ${recipient}...`}</p>;
}

export function TestEmail() {
  const { person } = useAuth();
  const [sent, setSent] = useState<string | null>(null);
  const send = useAdminMutation<OutboxMail, void>({
    call: () => body(adminApi.outbox.test.$post({ query: {} })),
    invalidates: [["admin", "audit"]],
  });
  const { data: mail } = useQuery(mailQuery(sent));
  const isBusy = send.isPending || isUndecided(mail);
  const onSend = () => {
    setSent(null);
    send.mutate(undefined, { onSuccess: ({ id }) => setSent(id) });
  };
  return (
    <>
      <FocusKeepingButton className="button" isDisabled={isBusy} onClick={onSend}>
        {isBusy ? "Sending..." : "Send a test email"}
      </FocusKeepingButton>
      <div role="status">
        {send.error ? <p className="field-error">{messageOf(send.error, "The server could not be reached.")}</p> : null}
        {mail ? <Outcome mail={mail} /> : null}
        {mail || send.error ? null : <p>{`Goes to you, at ${person?.email}.`}</p>}
      </div>
    </>
  );
}
