import { useQuery } from "@tanstack/react-query";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { messageOf } from "../frame/failure.ts";
import { DeleteAccount } from "./delete-account.tsx";
import { DownloadData } from "./download-data.tsx";
import { EmailForm } from "./email-form.tsx";
import { NameForm } from "./name-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { accountQuery } from "./queries.ts";
import { ReplyNotices } from "./reply-notices.tsx";
import { Section } from "./section.tsx";
import { Sessions } from "./sessions.tsx";

/** Everything about the account, once it is known. */
export function AccountSections() {
  const { data: account, error, refetch } = useQuery(accountQuery());
  if (error && !account) {
    return (
      <div className="form-alert" role="alert">
        <p>{messageOf(error, "Your account could not be loaded. Please try again.")}</p>
        <button type="button" className="text-link" onClick={() => void refetch()}>
          Try Again
        </button>
      </div>
    );
  }
  if (!account) return <Spinner label="Loading your account..." />;
  return (
    <>
      <Section title="Name" lead="Shown in the header and next to what you write.">
        <NameForm account={account} />
      </Section>
      <Section title="Email" lead="You sign in with it, and mails about your account go there.">
        <EmailForm account={account} />
      </Section>
      <Section title="Password" lead="When it changes, your other devices are signed out.">
        <PasswordForm account={account} />
      </Section>
      <Section title="Devices" lead="Where you are signed in. End whatever you don't know.">
        <Sessions />
      </Section>
      <Section title="Mails" lead="Those about your account always come; these you can do without.">
        <ReplyNotices />
      </Section>
      <Section title="Your data" lead="Everything that is stored about you, as one JSON file.">
        <DownloadData />
      </Section>
      <Section title="Delete account" lead="Comments stay without your name. Everything else of yours is deleted.">
        <DeleteAccount account={account} />
      </Section>
    </>
  );
}
