import { routes } from "../../../routes.ts";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { PageLink } from "../../public/navigation/page-link.tsx";
import { FormPage } from "../frame/form-page.tsx";
import { Redirect } from "../frame/redirect.tsx";
import { useAddressQuery } from "../frame/use-address-query.ts";
import { Invitation } from "../invitation/invitation.tsx";
import { ConfirmForm, isConfirmable } from "./confirm-form.tsx";

const TEXTS = {
  signup: { heading: "Confirm your email address", lead: "One click, and your account is ready.", button: "Confirm my address" },
  email: { heading: "Confirm your email address", lead: "One click, and your account is ready.", button: "Confirm my address" },
  email_change: {
    heading: "Confirm your new address",
    lead: "From then on you sign in with it.",
    button: "Confirm my new address",
  },
  magiclink: { heading: "Sign in", lead: "One click, and you are in.", button: "Sign me in" },
} as const;

/** Where the links of mails lead. A link counts when its button is pressed: programs that look into mails only follow it. */
export function Confirm() {
  const search = useAddressQuery();
  if (search === null) {
    return (
      <FormPage title="Confirm">
        <Spinner label="Opening the link..." />
      </FormPage>
    );
  }
  const query = new URLSearchParams(search);
  const token = query.get("token_hash");
  const type = query.get("type") ?? "signup";
  if (type === "recovery") return <Redirect to={routes.resetPassword() + search} />;
  if (type === "invite" && token) return <Invitation token={token} />;
  if (!token || !isConfirmable(type)) {
    return (
      <FormPage
        title="Confirm"
        heading="This link is not complete"
        lead="It may have been broken over two lines. Copy all of it from the mail, or ask for a new one by signing in."
      >
        <p className="form-buttons">
          <PageLink className="button button-solid" to={routes.login()}>
            Login
          </PageLink>
        </p>
      </FormPage>
    );
  }
  const { heading, lead, button } = TEXTS[type];
  return (
    <FormPage title="Confirm" heading={heading} lead={lead}>
      <ConfirmForm token={token} type={type} label={button} />
    </FormPage>
  );
}
