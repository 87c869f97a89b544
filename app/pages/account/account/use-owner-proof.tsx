import { useState } from "react";
import { loadAuth } from "../../../browser/auth/state.ts";
import { tidyCode } from "../../../domain/auth/auth-rules.ts";
import type { Account } from "../../../domain/users/user.ts";
import { fill } from "../../../texts/texts.ts";
import type { FormState, Problems, Values } from "../../../ui/form/use-form.tsx";
import { useSite } from "../../data.ts";
import { CodeField, CurrentPassword, checkCode, checkPasswordGiven } from "../frame/account-fields.tsx";
import { codeOf, messageOf } from "../frame/failure.ts";
import { codeLife } from "../frame/life.ts";
import { texts as frame } from "../frame/texts.ts";
import { texts } from "./texts.ts";

/** What the form asks for besides the change. */
type Step = "none" | "password" | "code";

/** @returns the message if that fails */
async function sendCode(): Promise<string | undefined> {
  try {
    const { auth } = await loadAuth();
    const { error } = await auth.reauthenticate();
    return error ? messageOf(error, texts.codeNotSent) : undefined;
  } catch (error) {
    return messageOf(error, texts.codeNotSent);
  }
}

/**
 * For changes some time after the sign-in: the current password, or a mailed code if the account has none.
 * @param begin what the form asks for from the beginning
 * @returns `fields` to show, `missing` for empty fields, `given` to send with the change, `problemsOf` for refusals of the proof
 */
export function useOwnerProof(account: Account, begin: Step = "none") {
  const [asked, setAsked] = useState<Step | null>(null);
  const [isSent, setSent] = useState(false);
  const { name: site, sendsMail } = useSite();
  const step = asked ?? begin;
  return {
    missing: (value: Values): Record<string, string | undefined> => {
      if (step === "password") return { current: checkPasswordGiven(value("current")) };
      return step === "code" ? { nonce: checkCode(value("nonce")) } : {};
    },
    given: (value: Values) => {
      if (step === "password") return { current_password: value("current") };
      return step === "code" ? { nonce: tidyCode(value("nonce")) } : {};
    },
    problemsOf: async (error: unknown): Promise<Problems | undefined> => {
      const code = codeOf(error);
      if (code === "invalid_credentials") return { fields: { current: frame.wrongPassword } };
      if (code === "reauthentication_not_valid") return { fields: { nonce: frame.wrongCode } };
      if (code !== "reauthentication_needed") return undefined;
      if (account.has_password) {
        setAsked("password");
        return { message: texts.enterPassword };
      }
      // Without a mail server, a code takes its time. Requesting another one would make the first one invalid.
      if (!sendsMail) {
        setAsked("code");
        return { message: fill(texts.enterCodeOf, { site }) };
      }
      const failure = await sendCode();
      if (failure) return { message: failure };
      setSent(true);
      setAsked("code");
      return { message: fill(texts.enterCodeAt, { email: account.email }) };
    },
    fields: (state: FormState) => {
      if (step === "password")
        return <CurrentPassword state={state} email={account.email} label={texts.currentPassword} name="current" />;
      return step === "code" ? <MailedCode state={state} email={account.email} isSent={isSent} /> : null;
    },
    /** Asks as at the beginning. */
    reset: () => setAsked(null),
  };
}

/** @param isSent whether a code has been mailed already */
function MailedCode({ state, email, isSent }: { state: FormState; email: string; isSent: boolean }) {
  const { name: site, sendsMail } = useSite();
  const [status, setStatus] = useState("");
  const [isRequested, setRequested] = useState(isSent);
  const requestCode = async () => {
    const failure = await sendCode();
    if (!failure) setRequested(true);
    const life = codeLife("reauthentication", sendsMail);
    const sent = sendsMail ? fill(texts.codeSent, { email }) : fill(texts.codeWillBeSent, { site, email, life });
    setStatus(failure ?? sent);
  };
  return (
    <>
      <CodeField state={state} name="nonce" />
      <p className="form-aside">
        <button type="button" className="text-link" onClick={() => void requestCode()}>
          {isRequested ? texts.sendNewCode : texts.sendCode}
        </button>{" "}
        <span role="status">{status}</span>
      </p>
    </>
  );
}
