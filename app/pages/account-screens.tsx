import { Outlet } from "react-router";

// One chunk for all of them: readers who need one of these screens soon need another, and most readers need none.
export { Account } from "./account/account/page.tsx";
export { Confirm } from "./account/confirm/page.tsx";
export { ForgotPassword } from "./account/forgot-password/page.tsx";
export { Login } from "./account/login/page.tsx";
export { Register } from "./account/register/page.tsx";
export { ResetPassword } from "./account/reset-password/page.tsx";
export { AdminLogin } from "./admin/admin-login.tsx";

/** The parent route of these screens, by which the server finds their chunk. */
export function Screens() {
  return <Outlet />;
}
