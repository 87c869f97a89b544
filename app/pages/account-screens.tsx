import { Outlet } from "react-router";

// One chunk for all of them: whoever needs one of these screens is about to need another, and mere readers need none.
export { Account } from "./account/account/page.tsx";
export { Confirm } from "./account/confirm/page.tsx";
export { ForgotPassword } from "./account/forgot-password/page.tsx";
export { Login } from "./account/login/page.tsx";
export { Register } from "./account/register/page.tsx";
export { ResetPassword } from "./account/reset-password/page.tsx";
export { AdminLogin } from "./admin/admin-login.tsx";

/** Stands around each of them, so that the server finds their chunk by one name. */
export function Screens() {
  return <Outlet />;
}
