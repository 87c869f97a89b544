import { useEffect, useState } from "react";
import type { ReadersNow } from "../../../domain/analytics/panels/panels-model.ts";
import { followReaders, type LiveState } from "./live-stream.ts";
import { openLive } from "./queries.ts";

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Who reads right now, as long as somebody looks: a hidden tab hangs up. */
export function useLive(): { readers: ReadersNow | null; state: LiveState } {
  const [readers, setReaders] = useState<ReadersNow | null>(null);
  const [state, setState] = useState<LiveState>("connecting");
  useEffect(() => {
    let call: AbortController | null = null;
    const look = () => {
      call?.abort();
      call = document.hidden ? null : new AbortController();
      if (call) void followReaders({ open: openLive, onReaders: setReaders, onState: setState, wait }, call.signal);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      call?.abort();
    };
  }, []);
  return { readers, state };
}
