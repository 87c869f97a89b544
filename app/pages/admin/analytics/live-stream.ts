import { createParser } from "eventsource-parser";
import type { ReadersNow } from "../../../domain/analytics/panels/panels-model.ts";

export type LiveState = "connecting" | "live" | "lost";

type Following = {
  open(signal: AbortSignal): Promise<Response>;
  onReaders(readers: ReadersNow): void;
  onState(state: LiveState): void;
  /** waits so many ms, or until the signal says stop */
  wait(ms: number, signal: AbortSignal): Promise<void>;
};

/** The first pause after a connection broke, and the longest, in ms; each is twice the one before. */
export const FIRST_PAUSE = 1000;
export const LONGEST_PAUSE = 30_000;

/** Reads one stream to its end. @returns whether it brought anything */
async function readStream(response: Response, { onReaders, onState }: Following): Promise<boolean> {
  if (!response.ok || !response.body) throw new Error(`no stream: ${response.status}`);
  let brought = false;
  const parser = createParser({
    onEvent({ event, data }) {
      if (event !== "readers") return;
      brought = true;
      onState("live");
      onReaders(JSON.parse(data) as ReadersNow);
    },
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return brought;
    parser.feed(value);
  }
}

/**
 * Follows the stream of who reads right now until the signal says stop. It is read by `fetch`, because an `EventSource`
 * can't bring the admin's token along. A stream that ends is opened again after a pause, which grows as long as none brings
 * anything.
 */
export async function followReaders(following: Following, signal: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE;
  while (!signal.aborted) {
    following.onState("connecting");
    const brought = await following
      .open(signal)
      .then((response) => readStream(response, following))
      .catch(() => false);
    if (signal.aborted) return;
    following.onState("lost");
    if (brought) pause = FIRST_PAUSE;
    await following.wait(pause, signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
}
