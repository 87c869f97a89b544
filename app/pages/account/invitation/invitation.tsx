import { useQuery } from "@tanstack/react-query";
import { useAuth } from "../../../browser/auth/state.ts";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { messageOf } from "../frame/failure.ts";
import { FormPage } from "../frame/form-page.tsx";
import { AcceptForm } from "./accept-form.tsx";
import { NoInvitation } from "./no-invitation.tsx";
import { invitationQuery } from "./queries.ts";

const TITLE = "Accept your invitation";

/** Where the link of an invitation leads: who is invited chooses a name and a password. */
export function Invitation({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(invitationQuery(token));
  const { person } = useAuth();
  if (error) {
    return (
      <FormPage title={TITLE} lead={messageOf(error, "The invitation could not be looked up. Please try again.")}>
        <p className="form-buttons">
          <button type="button" className="button button-solid" onClick={() => void refetch()}>
            Try Again
          </button>
        </p>
      </FormPage>
    );
  }
  if (data === undefined) {
    return (
      <FormPage title={TITLE}>
        <Spinner label="Opening the invitation..." />
      </FormPage>
    );
  }
  if (data === null) {
    return (
      <FormPage title="Invitation" heading="This invitation can't be accepted any more">
        <NoInvitation />
      </FormPage>
    );
  }
  const isOther = person !== null && person.email !== data.email;
  const lead = isOther
    ? `You are signed in as ${person.email} now. Accepting signs you in as ${data.email} instead.`
    : "Choose a name and a password, and you are in.";
  return (
    <FormPage title={TITLE} lead={lead}>
      <AcceptForm token={token} invited={data} />
    </FormPage>
  );
}
