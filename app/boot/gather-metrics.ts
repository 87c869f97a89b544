import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import type { MetricObject, Registry } from "prom-client";

/** A worker that is starting or stuck is left out. */
const PATIENCE = 4000;

/** `ask`: the first process wants a worker's metrics; `want`: a worker wants everybody's. */
type Message =
  | { metrics: "ask"; id: string }
  | { metrics: "own"; id: string; values: MetricObject[] }
  | { metrics: "want"; id: string }
  | { metrics: "all"; id: string; text: string };

const isMessage = (message: unknown): message is Message =>
  typeof message === "object" && message !== null && "metrics" in message && "id" in message;

/** Null if the message doesn't come in time. */
function awaitMessage<Kind extends Message["metrics"]>(
  source: NodeJS.EventEmitter,
  kind: Kind,
  id: string,
): Promise<Extract<Message, { metrics: Kind }> | null> {
  return new Promise((resolve) => {
    const settle = (message: Extract<Message, { metrics: Kind }> | null) => {
      source.off("message", listen);
      clearTimeout(timer);
      resolve(message);
    };
    const listen = (message: unknown) => {
      if (isMessage(message) && message.metrics === kind && message.id === id)
        settle(message as Extract<Message, { metrics: Kind }>);
    };
    const timer = setTimeout(settle, PATIENCE, null);
    source.on("message", listen);
  });
}

/** One answer for everybody who asks at the same time. */
function shared(gather: () => Promise<string>): () => Promise<string> {
  let underway: Promise<string> | null = null;
  return () => {
    underway ??= gather().finally(() => {
      underway = null;
    });
    return underway;
  };
}

/** In the first of several processes: merges the workers' metrics, each by its `aggregator`, and answers workers that want them. */
export function gatherFromWorkers(): () => Promise<string> {
  const gather = shared(async () => {
    const { AggregatorRegistry } = await import("prom-client");
    const workers = Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker?.isConnected() === true);
    const answers = await Promise.all(
      workers.map((worker) => {
        const id = randomUUID();
        const answer = awaitMessage(worker, "own", id);
        worker.send({ metrics: "ask", id } satisfies Message);
        return answer;
      }),
    );
    return AggregatorRegistry.aggregate(answers.flatMap((one) => (one ? [one.values] : []))).metrics();
  });
  cluster.on("message", (worker, message: unknown) => {
    if (!isMessage(message) || message.metrics !== "want") return;
    const { id } = message;
    void gather().then((text) => worker.isConnected() && worker.send({ metrics: "all", id, text } satisfies Message));
  });
  return gather;
}

/** In a worker. Only its own metrics if the first process doesn't answer. */
export function gatherAsWorker(registry: Registry): () => Promise<string> {
  process.on("message", (message: unknown) => {
    if (!isMessage(message) || message.metrics !== "ask") return;
    const { id } = message;
    void registry.getMetricsAsJSON().then((values) => process.send?.({ metrics: "own", id, values } satisfies Message));
  });
  return shared(async () => {
    const id = randomUUID();
    const answer = awaitMessage(process, "all", id);
    process.send?.({ metrics: "want", id } satisfies Message);
    return (await answer)?.text ?? registry.metrics();
  });
}
