import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { loadAuth } from "../../../browser/auth/state.ts";
import type { Account } from "../../../domain/users/user.ts";
import { BIO_MAX, FULL_NAME_MAX } from "../../../domain/users/user-rules.ts";
import { TextArea } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useForm, type Values } from "../../../ui/form/use-form.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { messageOf, problemsOf } from "../frame/failure.ts";
import { anyOf, checkNewPassword, checkRepeated, NewPasswordFields } from "../frame/new-password-fields.tsx";
import { saveProfile } from "../frame/save-profile.ts";
import { DeleteAccount } from "./delete-account.tsx";
import { EmailForm } from "./email-form.tsx";
import { accountQuery, chooseNotices, noticesQuery, sessionsQuery } from "./queries.ts";
import { Sessions } from "./sessions.tsx";
import { useOwnerProof } from "./use-owner-proof.tsx";

/** Changes the password, or sets the first one. The address is in a hidden field, so that password managers know whose it is. */
function PasswordForm({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const isAdmin = account.role === "admin";
  const proof = useOwnerProof(account, account.has_password ? "password" : "none");
  const state = useForm(async (value: Values) => {
    const password = value("password");
    const wrong = anyOf({
      ...proof.missing(value),
      password: checkNewPassword(password, isAdmin),
      repeated: checkRepeated(password, value("repeated")),
    });
    if (wrong) return wrong;
    try {
      const { auth } = await loadAuth();
      const { error } = await auth.updateUser({ password, ...proof.given(value) });
      if (error) throw error;
      state.reset();
      proof.reset();
      toast({ title: "Password changed", description: "Other devices have been signed out", tone: "success" });
      await queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
      await queryClient.invalidateQueries({ queryKey: accountQuery().queryKey, exact: true });
      return undefined;
    } catch (error) {
      const unproven = await proof.problemsOf(error);
      return unproven ?? problemsOf(error, "The password could not be changed. Please try again.");
    }
  });
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message} />
      {proof.fields(state)}
      <NewPasswordFields state={state} label="New Password" isAdmin={isAdmin} />
      <SubmitButton
        state={state}
        label={account.has_password ? "Change password" : "Set a password"}
        busyLabel="Saving..."
        className=""
      />
    </form>
  );
}

/** Changes the name and, for those who write articles, the bio. */
function NameForm({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const isAuthor = account.role === "admin";
  const state = useForm((value: Values) =>
    saveProfile({ full_name: value("full_name"), ...(isAuthor && { bio: value("bio") }) }, (saved) =>
      queryClient.setQueryData(accountQuery().queryKey, saved),
    ),
  );
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message} />
      <Field
        label="Full Name"
        name="full_name"
        autoComplete="name"
        maxLength={FULL_NAME_MAX}
        defaultValue={account.full_name ?? ""}
        required
        readOnly={state.isBusy}
        error={state.errorOf("full_name")}
      />
      {isAuthor ? (
        <TextArea
          label="Bio"
          name="bio"
          maxLength={BIO_MAX}
          defaultValue={account.bio}
          readOnly={state.isBusy}
          error={state.errorOf("bio")}
          hint="One or two sentences about you, shown under your articles."
        />
      ) : null}
      <SubmitButton state={state} label="Save name" busyLabel="Saving..." className="" />
    </form>
  );
}

/** Whether a mail comes when somebody answers a comment of one's own. */
function ReplyNotices() {
  const id = useId();
  const queryClient = useQueryClient();
  const { data } = useQuery(noticesQuery());
  const [isBusy, setBusy] = useState(false);
  const choose = async (wanted: boolean) => {
    if (isBusy) return;
    setBusy(true);
    const { queryKey } = noticesQuery();
    const before = queryClient.getQueryData(queryKey);
    queryClient.setQueryData(queryKey, { comment_replies: wanted });
    try {
      queryClient.setQueryData(queryKey, await chooseNotices(wanted));
      toast({ title: "Mails saved", tone: "success" });
    } catch (error) {
      queryClient.setQueryData(queryKey, before);
      toast({ title: messageOf(error, "Your choice could not be saved. Please try again."), tone: "error" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <p className="account-choice">
      <input
        id={id}
        type="checkbox"
        checked={data?.comment_replies ?? false}
        disabled={!data}
        aria-busy={isBusy}
        onChange={(event) => void choose(event.target.checked)}
      />
      <label htmlFor={id}>Mail me when somebody answers a comment of mine</label>
    </p>
  );
}

/** How long the browser may take to begin its download, in ms. */
const DOWNLOAD_BEGINS = 10_000;

/** Hands an answer to the reader as a file, by the name that the server gave it. */
async function save(answer: Response): Promise<void> {
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "account.json";
  const url = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_BEGINS);
}

/** All data of the account, to take home. */
function DownloadData() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const download = async () => {
    setBusy(true);
    setProblem("");
    try {
      const { api } = await loadAuth();
      await save(await api.account.export());
    } catch (error) {
      setProblem(messageOf(error, "Your data could not be put together. Please try again."));
    }
    setBusy(false);
  };
  return (
    <>
      <button type="button" className="button" aria-disabled={isBusy || undefined} onClick={() => !isBusy && void download()}>
        {isBusy ? "Preparing..." : "Download my data"}
      </button>
      <p role="alert" className="field-error">
        {problem}
      </p>
    </>
  );
}

type SectionProps = { title: string; lead?: ReactNode; children: ReactNode };

/** One matter of the account: what it is on the left, what can be done about it on the right. */
function Section({ title, lead, children }: SectionProps) {
  const id = useId();
  return (
    <section className="account-section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {lead ? <p>{lead}</p> : null}
      </div>
      <div>{children}</div>
    </section>
  );
}

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
