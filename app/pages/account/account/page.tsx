import { routes } from "../../../routes.ts";
import { UnlistedTitle } from "../../public/meta.tsx";
import { RequireUser } from "../frame/require-user.tsx";
import { AccountSections } from "./account-sections.tsx";

/** One's own account. */
export function Account() {
  return (
    <div className="page-width account-page">
      <UnlistedTitle title="Account" />
      <h1>Account</h1>
      <RequireUser signIn={(next) => routes.login(next)}>{() => <AccountSections />}</RequireUser>
    </div>
  );
}
