import { describe, expect, it } from "vitest";
import type { ReadersNow } from "../../../domain/analytics/analytics.ts";
import { followReaders, type LiveState } from "./live.tsx";

const encoder = new TextEncoder();
const stream = (...chunks: string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
        controller.close();
      },
    }),
  );
const event = (readers: number, title = "On larks") =>
  `event: readers\ndata: ${JSON.stringify({ readers, pages: [{ path: "/story/larks", title, readers }] })}\n\n`;

/** Follows what `answers` bring, one after the other, and stops when they are used up. */
async function follow(...answers: (() => Promise<Response>)[]) {
  const stop = new AbortController();
  const seen: ReadersNow[] = [];
  const states: LiveState[] = [];
  const pauses: number[] = [];
  await followReaders(
    {
      open: () => answers.shift()?.() ?? Promise.reject(new Error("offline")),
      onReaders: (readers) => void seen.push(readers),
      onState: (state) => void states.push(state),
      wait: async (ms) => {
        pauses.push(ms);
        if (answers.length === 0) stop.abort();
      },
    },
    stop.signal,
  );
  return { seen, states, pauses };
}

const brings =
  (...chunks: string[]) =>
  async () =>
    stream(...chunks);
const fails = async () => Promise.reject<Response>(new TypeError("Failed to fetch"));

describe("the stream of current readers", () => {
  it("arrive event by event, even when one is split within a character", async () => {
    const bytes = encoder.encode(event(2, "Lärche"));
    const halves = [bytes.slice(0, 62), bytes.slice(62)];
    const pieces = async () =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (const half of halves) controller.enqueue(half);
            controller.enqueue(encoder.encode(`: still here\n\nevent: other\ndata: {}\n\n${event(3)}`));
            controller.close();
          },
        }),
      );
    const { seen, states } = await follow(pieces);
    expect(seen.map(({ readers, pages }) => [readers, pages[0]?.title])).toEqual([
      [2, "Lärche"],
      [3, "On larks"],
    ]);
    expect(states).toEqual(["connecting", "live", "live", "lost"]);
  });

  it("are fetched again after pauses that double up to half a minute", async () => {
    const { pauses, states } = await follow(...Array.from({ length: 7 }, () => fails));
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(states).not.toContain("live");
  });

  it("are fetched after a short pause again once an event has arrived", async () => {
    const refused = async () => new Response("", { status: 503 });
    const { pauses, seen } = await follow(fails, refused, brings(event(1)), fails, brings("event: readers\ndata: no json\n\n"));
    expect(pauses).toEqual([1000, 2000, 1000, 2000, 4000]);
    expect(seen).toHaveLength(1);
  });
});
