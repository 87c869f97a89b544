import { useLocation } from "react-router";
import { useAuth } from "../../browser/auth/state.ts";
import { MESSAGES } from "../../domain/auth/auth-rules.ts";
import { mayEnterBackOffice } from "../../domain/back-office.policy.ts";
import { routes } from "../../routes.ts";
import { FormPage } from "../account/frame/form-page.tsx";
import { destination, Redirect } from "../account/frame/require-user.tsx";
import { LoginForm } from "../account/login.tsx";
import { PageLink } from "../public/page-link.tsx";

export function AdminLogin() {
  const { status, person } = useAuth();
  const { search } = useLocation();
  const isSignedIn = status === "signed-in" && person !== null;
  if (isSignedIn && mayEnterBackOffice(person)) return <Redirect to={destination("admin", search)} />;
  return (
    <FormPage title="Admin sign-in" heading="Admin" lead="Sign in to write, to moderate and to manage the site.">
      <LoginForm refused={isSignedIn ? MESSAGES.adminRequired : undefined} />
      <p className="form-after">
        <PageLink className="text-link" to={routes.home()}>
          Back to home
        </PageLink>
      </p>
    </FormPage>
  );
}
