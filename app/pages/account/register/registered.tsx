import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { routes } from "../../../routes.ts";
import { useSite } from "../../public/layout/use-site.ts";
import { PageLink } from "../../public/navigation/page-link.tsx";
import { FormPage } from "../frame/form-page.tsx";

/** Long enough to read what stands here, in ms. */
const UNTIL_HOME = 6000;

/** After a sign-up that waits for its mail to be answered. */
export function Registered({ name, email }: { name: string; email: string }) {
  const { name: site, sendsMail } = useSite();
  const navigate = useNavigate();
  const buttons = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    buttons.current?.querySelector("a")?.focus();
    const timer = setTimeout(() => void navigate(routes.home()), UNTIL_HOME);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <FormPage title="Registration Successful!">
      <div role="status" className="form-news">
        <p>
          Welcome, {name}!{" "}
          {sendsMail ? (
            <>
              We have sent a link to <strong>{email}</strong>. Open it to confirm your address, then sign in.
            </>
          ) : (
            <>
              {site} confirms new accounts by hand: you will get a link at <strong>{email}</strong>. Open it, then sign in.
            </>
          )}
        </p>
        <p>Redirecting you to the home page...</p>
      </div>
      <p className="form-buttons" ref={buttons}>
        <PageLink className="button button-solid" to={routes.home()}>
          Go to home now
        </PageLink>
      </p>
    </FormPage>
  );
}
