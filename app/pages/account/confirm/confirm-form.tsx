import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { loadAuth } from "../../../browser/auth/state.ts";
import { oneTimeLife } from "../../../domain/auth/model.ts";
import { routes } from "../../../routes.ts";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { useSite } from "../../public/layout/use-site.ts";
import { PageLink } from "../../public/navigation/page-link.tsx";
import { codeOf, messageOf } from "../frame/failure.ts";
import { useAuthReady } from "../frame/use-auth-ready.ts";
import { afterConfirming } from "./after-confirmation.ts";

const CONFIRMABLE = ["signup", "email", "email_change", "magiclink"] as const;
export type Confirmable = (typeof CONFIRMABLE)[number];

/** Whether a link's type is one that a button alone settles. */
export const isConfirmable = (type: string): type is Confirmable => (CONFIRMABLE as readonly string[]).includes(type);

/** The button that makes a mailed link count. */
export function ConfirmForm({ token, type, label }: { token: string; type: Confirmable; label: string }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [isExpired, setExpired] = useState(false);
  const life = oneTimeLife(type === "email" ? "signup" : type, useSite().sendsMail);
  useAuthReady();
  const state = useForm(async () => {
    try {
      const { auth, profileLoaded } = await loadAuth();
      const { error, data } = await auth.verifyOtp({ token_hash: token, type });
      if (error) throw error;
      if (data.session) await profileLoaded();
      toast({
        title: "Address confirmed",
        description: data.session ? "You are signed in" : "You can sign in now",
        tone: "success",
      });
      void navigate(data.session ? afterConfirming(search, location.origin) : routes.login(), { replace: true });
      return undefined;
    } catch (error) {
      setExpired(codeOf(error) === "otp_expired");
      return { message: messageOf(error, "The address could not be confirmed. Please try again.") };
    }
  });
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message}>
        {isExpired ? <p>Links work once and for {life}. Sign in, and you can have a new one.</p> : null}
        {isExpired ? (
          <PageLink className="text-link" to={routes.login()}>
            Login
          </PageLink>
        ) : null}
      </FormAlert>
      <SubmitButton state={state} label={label} busyLabel="Confirming..." />
    </form>
  );
}
