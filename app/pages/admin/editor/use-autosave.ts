import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "../../../http/api/client.ts";
import { type DraftToSave, findSavedDraft, saveDraft } from "./autosave-api.ts";
import { type PostValues, sameValues } from "./post-values.ts";
import type { Editing } from "./use-editor.ts";

/** How long after the last key stroke the server is told, and how long at most while somebody types on, in ms. */
const PAUSE = 3000;
const AT_MOST = 20_000;
/** The first pause after a failure, doubled each time, and the longest, in ms. */
const RETRY = 4000;
const RETRY_AT_MOST = 60_000;

/** How it stands with what goes on by itself. */
export type Autosave = "resting" | "saving" | "offline" | "signed out" | "overtaken" | "refused" | "failing";

function stateAfter(error: unknown): Autosave {
  if (!(error instanceof ApiError)) return "offline";
  if (error.status === 401 || error.status === 403) return "signed out";
  if (error.status === 409 && error.code.startsWith("stale_")) return "overtaken";
  if (error.status < 500 && error.status !== 429) return "refused";
  return "failing";
}

/** `keepNow` doesn't wait for a pause; it resolves to whether nothing is left that only this browser has. */
export type Autosaving = { state: Autosave; at: string | null; keepNow(): Promise<boolean> };

/** What may go better without anybody's doing. */
const passes = (state: Autosave) => state === "offline" || state === "signed out" || state === "failing";

/**
 * Keeps what is typed at the server, in pauses of the typing. Nothing of it comes back into the form, and nothing is said but how it
 * stands; where it fails it is tried again, at once when the browser is online again.
 */
export function useAutosave(editing: Editing): Autosaving {
  const { values, now, isDirty, busy, newer, storedNow, setStored, keptNow, setKept, isSaving, underway } = editing;
  const [state, setState] = useState<Autosave>("resting");
  const [at, setAt] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const isRunning = useRef(false);
  const dirtySince = useRef<number | null>(null);
  const failures = useRef(0);
  const notBefore = useRef(0);
  /** what was sent without an answer */
  const unanswered = useRef<PostValues | null>(null);

  const attempt = useCallback(
    async (toKeep: DraftToSave): Promise<void> => {
      try {
        const result = await saveDraft(toKeep).catch(async (error: unknown) => {
          const tried = unanswered.current;
          if (stateAfter(error) !== "overtaken" || !tried) throw error;
          const found = await findSavedDraft(toKeep, tried);
          if (!found) throw error;
          unanswered.current = null;
          return saveDraft({ ...found, sent: toKeep.sent });
        });
        unanswered.current = null;
        failures.current = 0;
        setStored(result.stored);
        setKept(result.kept);
        setAt(result.at);
        setState("resting");
      } catch (error) {
        const next = stateAfter(error);
        if (next === "offline" || next === "failing") unanswered.current = toKeep.sent;
        failures.current += 1;
        notBefore.current = Date.now() + Math.min(RETRY_AT_MOST, RETRY * 2 ** (failures.current - 1));
        setState(next);
      }
    },
    [setStored, setKept],
  );

  const run = useCallback(() => {
    if (isRunning.current || isSaving.current) return;
    isRunning.current = true;
    dirtySince.current = null;
    setState((before) => (before === "resting" ? "saving" : before));
    underway.current = attempt({ stored: storedNow.current, kept: keptNow.current, sent: now.current }).finally(() => {
      isRunning.current = false;
      setRound((number) => number + 1);
    });
  }, [attempt, isSaving, underway, storedNow, keptNow, now]);

  // What was overtaken or refused waits for a decision, or for what is typed next.
  const decided = useRef<unknown>(null);
  const waits =
    (state === "overtaken" && decided.current === storedNow.current) || (state === "refused" && decided.current === values);
  useEffect(() => {
    if (state === "overtaken") decided.current = storedNow.current;
    else if (state === "refused") decided.current = now.current;
  }, [state, storedNow, now]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every key stroke and every round begins the pause anew
  useEffect(() => {
    if (!isDirty) dirtySince.current = null;
    if (!isDirty || busy || newer || waits) return;
    const moment = Date.now();
    dirtySince.current ??= moment;
    const due = Math.max(Math.min(moment + PAUSE, dirtySince.current + AT_MOST), passes(state) ? notBefore.current : 0, moment);
    const timer = setTimeout(run, due - moment);
    return () => clearTimeout(timer);
  }, [values, isDirty, busy, newer, waits, round, state, run]);

  useEffect(() => {
    const again = () => {
      notBefore.current = 0;
      setRound((number) => number + 1);
    };
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, []);
  // Saved by hand: what was said of earlier keepings is over.
  useEffect(() => {
    if (!busy) return;
    setState("resting");
    setAt(null);
    unanswered.current = null;
  }, [busy]);
  const keepNow = useCallback(async () => {
    const isKept = () => sameValues(now.current, keptNow.current.values ?? storedNow.current.values);
    await underway.current;
    if (!isKept()) run();
    await underway.current;
    return isKept();
  }, [now, keptNow, storedNow, underway, run]);
  return { state, at, keepNow };
}
