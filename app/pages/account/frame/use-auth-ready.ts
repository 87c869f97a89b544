import { useEffect } from "react";
import { loadAuth } from "../../../browser/auth/state.ts";

/** Fetches the auth client while the form is filled in. */
export function useAuthReady(): void {
  useEffect(() => {
    // What keeps it from coming is said when it is needed.
    loadAuth().catch(() => {});
  }, []);
}
