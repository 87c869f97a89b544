import { useNavigate } from "react-router";
import { signOut, useAuth } from "../../../browser/auth/state.ts";
import { routes } from "../../../routes.ts";
import { PageLink } from "../navigation/page-link.tsx";

/** Where the header shows who is signed in. The room is kept by the style sheet, which knows before the script does. */
export function AccountSlot() {
  const { person } = useAuth();
  const navigate = useNavigate();
  const leave = () => {
    signOut();
    void navigate(routes.home());
  };
  return (
    <div className="account-slot">
      {person ? (
        <>
          <PageLink className="account-name" to={routes.account()}>
            {person.name || person.email}
          </PageLink>
          <button type="button" className="button button-quiet" onClick={leave}>
            Sign out
          </button>
        </>
      ) : (
        <>
          <PageLink className="account-out" to={routes.login()}>
            Login
          </PageLink>
          <PageLink className="account-out button button-solid" to={routes.register()}>
            Sign Up
          </PageLink>
        </>
      )}
    </div>
  );
}
