import { useAuth } from "../../../browser/auth/state.ts";
import { routes } from "../../../routes.ts";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { PageLink } from "../../public/navigation/page-link.tsx";
import { FormPage } from "../frame/form-page.tsx";
import { useAddressQuery } from "../frame/use-address-query.ts";
import { ResetForm } from "./reset-form.tsx";

/** Where the link of a reset mail leads. */
export function ResetPassword() {
  const search = useAddressQuery();
  const { status, person } = useAuth();
  const query = new URLSearchParams(search ?? "");
  const token = query.get("token_hash");
  if (search === null || (!token && status === "loading")) {
    return (
      <FormPage title="Set a new password">
        <Spinner label="Opening the link..." />
      </FormPage>
    );
  }
  if (!token && !person) {
    return (
      <FormPage title="Set a new password" lead="This page is reached by a link in a mail, and the link is not complete.">
        <p className="form-buttons">
          <PageLink className="button button-solid" to={routes.forgotPassword()}>
            Send me a link
          </PageLink>
        </p>
      </FormPage>
    );
  }
  return (
    <FormPage title="Set a new password" lead="You will be signed in with it; other devices will be signed out.">
      <ResetForm token={token} />
    </FormPage>
  );
}
