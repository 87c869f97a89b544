import { adminRoutes } from "../../../admin-routes.ts";
import { Link } from "../../../ui/link.tsx";
import { useSite } from "../../data.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { Badge } from "../frame/badge.tsx";
import { useWaitingAt } from "../frame/waiting-mark.tsx";
import { TestEmail } from "./test-email.tsx";

/** How the site sends emails. It is configured where the server is, so nothing here can be changed. */
export function Email() {
  const { sendsMail, email } = useSite();
  const waiting = useWaitingAt(adminRoutes.outbox());
  return (
    <AdminPage title="Email" lead="Confirmations, invitations, sign-in links and notifications." width="narrow">
      <dl className="setting-group setting-facts">
        <div>
          <dt>Mail server</dt>
          <dd>
            <Badge tone={sendsMail ? "green" : "amber"}>{sendsMail ? "Set up" : "Not set up"}</Badge>
            <p>
              {sendsMail ? (
                "Emails are sent as soon as they are written, and tried again if the server refuses them."
              ) : (
                <>
                  Emails stay in the outbox, and you send their links or codes yourself. To send them, start the site with{" "}
                  <code>SMTP_URL</code> and <code>MAIL_FROM</code>.
                </>
              )}
            </p>
          </dd>
        </div>
        {sendsMail ? (
          <div>
            <dt>Test</dt>
            <dd className="test-email">
              <TestEmail />
            </dd>
          </div>
        ) : null}
        <div>
          <dt>Waiting</dt>
          <dd>
            <Link to={adminRoutes.outbox()}>
              {waiting?.count ? `${waiting.count} ${waiting.count === 1 ? "email" : "emails"} not sent` : "Nothing"}
            </Link>
          </dd>
        </div>
        <div>
          <dt>Notifications go to</dt>
          <dd>
            {email}
            <p>
              <Link to={adminRoutes.settings("adminEmail")}>Change in General</Link>
            </p>
          </dd>
        </div>
      </dl>
    </AdminPage>
  );
}
