import type { Person } from "../../../browser/auth/stored-person.ts";
import { routes } from "../../../routes.ts";
import { PageLink } from "../../public/navigation/page-link.tsx";
import { MessagePage } from "../../public/not-found/message-page.tsx";
import { UnlistedTitle } from "../../public/not-found/unlisted-title.tsx";

/** For who is signed in and no admin. */
export function AccessDenied({ person }: { person: Person }) {
  return (
    <main id="main" tabIndex={-1}>
      <UnlistedTitle title="Access Denied" />
      <MessagePage title="Access Denied">
        <p>You don't have permission to access this page. Admin privileges are required.</p>
        <dl className="facts">
          <div>
            <dt>Email</dt>
            <dd>{person.email}</dd>
          </div>
          <div>
            <dt>Role</dt>
            <dd>{person.role}</dd>
          </div>
        </dl>
        <p className="hero-buttons">
          <PageLink className="button button-solid" to={routes.home()}>
            Back to Home
          </PageLink>
          <PageLink className="button" to={routes.adminLogin()}>
            Sign in as an admin
          </PageLink>
        </p>
      </MessagePage>
    </main>
  );
}
