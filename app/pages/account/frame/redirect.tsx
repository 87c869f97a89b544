import { useEffect } from "react";
import { useNavigate } from "react-router";

/** Goes on to another page, in place of this one. The router's own would be loaded by every reader. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace: true }), [navigate, to]);
  return null;
}
