import { routes } from "../../../routes.ts";
import { PageLink } from "../../public/navigation/page-link.tsx";

/** Why a link leads nowhere, and what to do about it. */
export function NoInvitation() {
  return (
    <div className="form" role="alert">
      <p>
        It was accepted already, withdrawn or replaced by a newer one, or its 72 hours are over. If you have accepted it, sign in
        with your password. If not, ask whoever invited you for a new invitation.
      </p>
      <p className="form-buttons">
        <PageLink className="button button-solid" to={routes.login()}>
          Login
        </PageLink>
        <PageLink className="button" to={routes.home()}>
          Back to Home
        </PageLink>
      </p>
    </div>
  );
}
