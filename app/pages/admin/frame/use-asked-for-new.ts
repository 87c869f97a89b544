import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

const NEW = "#new";

/** Calls `onAsked` when the address ends in `#new`, which opens a screen's form for something new. */
export function useAskedForNew(onAsked: () => void): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const ask = useRef(onAsked);
  useEffect(() => {
    ask.current = onAsked;
  });
  useEffect(() => {
    if (hash !== NEW) return;
    // Gone from the address, so that a reload doesn't open it again.
    void navigate(pathname + search, { replace: true, preventScrollReset: true });
    ask.current();
  }, [hash, pathname, search, navigate]);
}
