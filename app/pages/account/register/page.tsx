import { useState } from "react";
import { routes } from "../../../routes.ts";
import { useSite } from "../../public/layout/use-site.ts";
import { PageLink } from "../../public/navigation/page-link.tsx";
import { FormPage } from "../frame/form-page.tsx";
import { SignedOutOnly } from "../frame/signed-out-only.tsx";
import { useAddressQuery } from "../frame/use-address-query.ts";
import { RegisterForm } from "./register-form.tsx";
import { Registered } from "./registered.tsx";

/** Where readers get an account. */
export function Register() {
  const site = useSite();
  const search = useAddressQuery() ?? "";
  const [registered, setRegistered] = useState<{ name: string; email: string } | null>(null);
  if (registered) return <Registered {...registered} />;
  if (!site.allowRegistration) {
    return (
      <SignedOutOnly>
        <FormPage title="Sign Up" heading="Registration is closed" lead={`${site.name} takes no new accounts at the moment.`}>
          <p>Reading, liking and sharing need none.</p>
          <p className="form-buttons">
            <PageLink className="button button-solid" to={routes.home()}>
              Back to home
            </PageLink>
            <PageLink className="button" to={routes.login()}>
              Login
            </PageLink>
          </p>
        </FormPage>
      </SignedOutOnly>
    );
  }
  return (
    <SignedOutOnly>
      <FormPage title="Sign Up" heading="Create your account" lead={`Join ${site.name}. Reading stays open to everyone.`}>
        <RegisterForm onRegistered={setRegistered} />
        <p className="form-after">
          Have an account?{" "}
          <PageLink className="text-link" to={routes.login() + search}>
            Sign in
          </PageLink>
        </p>
      </FormPage>
    </SignedOutOnly>
  );
}
