import { Outlet } from "react-router";

// One chunk for all of them: readers who need one of these screens soon need another, and most readers need none.
export { AccountPage } from "./account/account/page.tsx";
export { Confirm } from "./account/confirm.tsx";
export { Login } from "./account/login.tsx";
export { ForgotPassword, ResetPassword } from "./account/recover-password.tsx";
export { Register } from "./account/register.tsx";
export { AdminLogin } from "./admin/admin-login.tsx";

/** The parent route of these screens, by which the server finds their chunk. */
export function Screens() {
  return <Outlet />;
}
