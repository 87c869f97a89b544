import type { ReactNode } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import { routes } from "../../../routes.ts";
import { Link } from "../../../ui/link.tsx";
import { Redirect } from "../../account/frame/require-user.tsx";
import { UnlistedTitle } from "../../public/meta.tsx";
import { MessagePage } from "../../public/not-found/message-page.tsx";
import { useOfficeUser } from "./office-user.ts";
import { abilityFor, firstScreen } from "./screen-abilities.ts";

/** The specification's sentence (section 6) stands where it is true. */
function Denied({ path }: { path: string }) {
  const first = firstScreen(useOfficeUser());
  return (
    <MessagePage title="Access Denied">
      <UnlistedTitle title="Access Denied" />
      <p>
        {abilityFor(path).audience === "admins"
          ? "You don't have permission to access this page. Admin privileges are required."
          : "You don’t have permission to access this page. An admin can give you access."}
      </p>
      <p className="hero-buttons">
        {first ? (
          <Link className="button button-solid" to={first}>
            Back to your work
          </Link>
        ) : null}
        <Link className="button" to={routes.home()}>
          Back to Home
        </Link>
      </p>
    </MessagePage>
  );
}

/** Shows a screen to those who may open it. Who signs in is sent to the dashboard, and those who may not see it to their first screen. */
export function ScreenGate({ path, children }: { path: string; children: ReactNode }) {
  const user = useOfficeUser();
  if (abilityFor(path).admits(user)) return children;
  const first = firstScreen(user);
  return path === adminRoutes.dashboard() && first ? <Redirect to={first} /> : <Denied path={path} />;
}
