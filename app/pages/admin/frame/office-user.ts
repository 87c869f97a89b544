import { createContext, useCallback, useContext } from "react";
import type { Person } from "../../../browser/auth/stored-person.ts";
import { mayOpen } from "./screen-abilities.ts";

/** Who works in the back office. They stay while their session is renewed or has ended. */
export const OfficeUser = createContext<Person | null>(null);

export const useOfficeUser = (): Person | null => useContext(OfficeUser);

/** Whether the user may open a screen. Its link can have a query and a fragment. */
export function useMayOpen(): (to: string) => boolean {
  const user = useOfficeUser();
  return useCallback((to) => mayOpen(user, to), [user]);
}
