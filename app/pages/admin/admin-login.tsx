import { useLocation } from "react-router";
import { useAuth } from "../../browser/auth/state.ts";
import { MESSAGES } from "../../domain/auth/auth-rules.ts";
import { mayEnterBackOffice } from "../../domain/back-office.policy.ts";
import { routes } from "../../routes.ts";
import { FormPage } from "../account/frame/form-page.tsx";
import { destination, Redirect } from "../account/frame/require-user.tsx";
import { LoginForm } from "../account/login.tsx";
import { PageLink } from "../public/page-link.tsx";
import * as texts from "./texts.ts";

/** The page where admins sign in. */
export function AdminLogin() {
  const { status, person } = useAuth();
  const { search } = useLocation();
  const isSignedIn = status === "signed-in" && person !== null;
  if (isSignedIn && mayEnterBackOffice(person)) return <Redirect to={destination("admin", search)} />;
  return (
    <FormPage title={texts.signInPageTitle} heading={texts.signInTitle} lead={texts.signInLead}>
      <LoginForm refused={isSignedIn ? MESSAGES.adminRequired : undefined} />
      <p className="form-after">
        <PageLink className="text-link" to={routes.home()}>
          {texts.signInHome}
        </PageLink>
      </p>
    </FormPage>
  );
}
