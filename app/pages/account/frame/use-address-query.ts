import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";

const never = () => () => {};

/**
 * The query of the page's address, which the server leaves out of account screens: one page is kept for all queries.
 * @returns null on the server and while the page is taken over
 */
export function useAddressQuery(): string | null {
  const { search } = useLocation();
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isInBrowser ? search : null;
}
