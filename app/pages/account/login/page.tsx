import { routes } from "../../../routes.ts";
import { PageLink } from "../../public/navigation/page-link.tsx";
import { FormPage } from "../frame/form-page.tsx";
import { SignedOutOnly } from "../frame/require-user.tsx";
import { useAddressQuery } from "../frame/use-address-query.ts";
import { LoginForm } from "./login-form.tsx";

/** Where readers sign in. */
export function Login() {
  const search = useAddressQuery() ?? "";
  return (
    <SignedOutOnly>
      <FormPage title="Login" heading="Welcome back" lead="Sign in with your email and password.">
        <LoginForm />
        <p className="form-after">
          New here?{" "}
          <PageLink className="text-link" to={routes.register() + search}>
            Create an account
          </PageLink>
        </p>
        <p className="form-after">
          <PageLink className="text-link" to={routes.home()}>
            Back to home
          </PageLink>
        </p>
      </FormPage>
    </SignedOutOnly>
  );
}
