import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment, type ReactNode, useId, useState } from "react";
import { authorPolicy } from "../../../domain/authors/author.policy.ts";
import type { Account } from "../../../domain/users/user.ts";
import { BIO_MAX, FULL_NAME_MAX } from "../../../domain/users/user-rules.ts";
import { routes } from "../../../routes.ts";
import { fill } from "../../../texts/texts.ts";
import { TextArea } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { FormAlert, SubmitButton, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { Link } from "../../../ui/link.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { useSite } from "../../data.ts";
import { UnlistedTitle } from "../../public/meta.tsx";
import { messageOf } from "../frame/failure.ts";
import { texts as passkeys } from "../frame/passkey-texts.ts";
import { RequireUser } from "../frame/require-user.tsx";
import { saveProfile } from "../frame/save-profile.ts";
import { DeleteAccount, DownloadData } from "./account-data.tsx";
import { EmailForm, PasswordForm } from "./email-and-password.tsx";
import { FollowedThreads } from "./followed-threads.tsx";
import { Newsletter } from "./newsletter.tsx";
import { Passkeys, usePasskeysShown } from "./passkeys.tsx";
import { accountQuery, chooseNotices, type Notices, noticesQuery } from "./queries.ts";
import { Sessions } from "./sessions.tsx";
import { texts } from "./texts.ts";
import { TwoSteps } from "./two-steps.tsx";

function NameForm({ account, isAuthor }: { account: Account; isAuthor: boolean }) {
  const queryClient = useQueryClient();
  const state = useForm((value: Values) =>
    saveProfile(account.id, { full_name: value("full_name"), ...(isAuthor && { bio: value("bio") }) }, (saved) =>
      queryClient.setQueryData(accountQuery().queryKey, saved),
    ),
  );
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message} />
      <Field
        label={texts.fullName}
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
          label={texts.bio}
          name="bio"
          maxLength={BIO_MAX}
          defaultValue={account.bio}
          readOnly={state.isBusy}
          error={state.errorOf("bio")}
          hint={texts.bioHint}
        />
      ) : null}
      <SubmitButton
        state={state}
        label={isAuthor ? texts.saveNameAndBio : texts.saveName}
        busyLabel={texts.saving}
        className=""
      />
    </form>
  );
}

const LABELS = { comment_replies: "replyNotices", sign_ins: "signInNotices", hand_ins: "handInNotices" } as const;

function NoticeChoices({ owner, isEditor }: { owner: string; isEditor: boolean }) {
  const id = useId();
  const queryClient = useQueryClient();
  const { data } = useQuery(noticesQuery());
  const [isBusy, setBusy] = useState(false);
  const choose = async (change: Partial<Notices>) => {
    if (isBusy || !data) return;
    setBusy(true);
    const { queryKey } = noticesQuery();
    const before = queryClient.getQueryData(queryKey);
    const wanted = { ...data, ...change };
    queryClient.setQueryData(queryKey, wanted);
    try {
      queryClient.setQueryData(queryKey, await chooseNotices(owner, wanted));
      toast({ title: texts.noticesSaved, tone: "success" });
    } catch (error) {
      queryClient.setQueryData(queryKey, before);
      toast({ title: messageOf(error, texts.noticesNotSaved), tone: "error" });
    } finally {
      setBusy(false);
    }
  };
  const shown = (["comment_replies", "sign_ins", "hand_ins"] as const).filter((name) => name !== "hand_ins" || isEditor);
  return shown.map((name) => (
    <p key={name} className="account-choice">
      <input
        id={id + name}
        type="checkbox"
        checked={data?.[name] ?? false}
        disabled={!data}
        aria-busy={isBusy}
        onChange={(event) => void choose({ [name]: event.target.checked })}
      />
      <label htmlFor={id + name}>{texts[LABELS[name]]}</label>
    </p>
  ));
}

type SectionProps = { title: string; lead?: ReactNode; children: ReactNode };

/** What it is about on the left, its form on the right. */
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

function PasskeysSection({ account }: { account: Account }) {
  if (!usePasskeysShown()) return null;
  return (
    <Section title={passkeys.title} lead={passkeys.lead}>
      <Passkeys account={account} />
    </Section>
  );
}

/** The forms stay those of this account if someone else signs in meanwhile. */
function AccountSections() {
  const hasNewsletter = useSite().newsletter;
  const { data: account, error, refetch } = useQuery(accountQuery());
  if (error && !account) {
    return (
      <div className="form-alert" role="alert">
        <p>{messageOf(error, texts.notLoaded)}</p>
        <button type="button" className="text-link" onClick={() => void refetch()}>
          {texts.tryAgain}
        </button>
      </div>
    );
  }
  if (!account) return <Spinner label={texts.loading} />;
  const isAuthor = authorPolicy.manageOwn.admits(account);
  return (
    <Fragment key={account.id}>
      <Section title={isAuthor ? texts.nameAndBio : texts.name} lead={isAuthor ? texts.nameAndBioLead : texts.nameLead}>
        <NameForm account={account} isAuthor={isAuthor} />
      </Section>
      {isAuthor ? (
        <Section title={texts.authorPage} lead={texts.authorPageLead}>
          <p>
            <Link className="button" to={routes.adminAuthor()}>
              {texts.editAuthorPage}
            </Link>
          </p>
        </Section>
      ) : null}
      <Section title={texts.email} lead={texts.emailLead}>
        <EmailForm account={account} />
      </Section>
      <Section title={texts.password} lead={texts.passwordLead}>
        <PasswordForm account={account} />
      </Section>
      <PasskeysSection account={account} />
      <Section title={texts.twoSteps} lead={texts.twoStepsLead}>
        <TwoSteps account={account} />
      </Section>
      <Section title={texts.devices} lead={texts.devicesLead}>
        <Sessions />
      </Section>
      <Section title={texts.emails} lead={texts.emailsLead}>
        <NoticeChoices owner={account.id} isEditor={account.role === "admin" || account.grants.includes("editor")} />
        <FollowedThreads owner={account.id} />
      </Section>
      {hasNewsletter ? (
        <Section title={texts.newsletter} lead={fill(texts.newsletterLead, { email: account.email })}>
          <Newsletter account={account} />
        </Section>
      ) : null}
      <Section title={texts.data} lead={texts.dataLead}>
        <DownloadData owner={account.id} />
      </Section>
      <Section title={texts.deletion} lead={texts.deletionLead}>
        <DeleteAccount account={account} />
      </Section>
    </Fragment>
  );
}

export function AccountPage() {
  return (
    <div className="page-width account-page">
      <UnlistedTitle title={texts.title} />
      <h1>{texts.title}</h1>
      <RequireUser signIn={(next) => routes.login(next)}>{() => <AccountSections />}</RequireUser>
    </div>
  );
}
