import { useLocation } from "react-router";
import { useAuth } from "../../browser/auth/state.ts";
import { mayEnterBackOffice } from "../../domain/back-office.policy.ts";
import { routes } from "../../routes.ts";
import { FormPage } from "../account/frame/form-page.tsx";
import { destination, Redirect } from "../account/frame/require-user.tsx";
import { LoginForm } from "../account/login.tsx";
import { texts } from "../account/texts.ts";
import { PageLink } from "../public/page-link.tsx";

export function AdminLogin() {
  const { status, person } = useAuth();
  const { search } = useLocation();
  const isSignedIn = status === "signed-in" && person !== null;
  if (isSignedIn && mayEnterBackOffice(person)) return <Redirect to={destination(person, search)} />;
  return (
    <FormPage title={texts.adminTitle} heading={texts.admin} lead={texts.adminLead}>
      <LoginForm refused={isSignedIn ? texts.adminRequired : undefined} />
      <p className="form-after">
        <PageLink className="text-link" to={routes.home()}>
          {texts.home}
        </PageLink>
      </p>
    </FormPage>
  );
}
