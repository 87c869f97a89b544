// slow: app/boot/ app/platform/database/

import { fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { openPort } from "../../app/boot/open-port.ts";

/** A port that answers at once. */
async function open() {
  const port = await openPort("127.0.0.1", 0, { fetch: () => new Response("fine"), fastPath: () => false });
  onTestFinished(() => port.close());
  const ask = async () => (await fetch(`http://127.0.0.1:${port.port}/`)).text();
  return { port: port.port, ask };
}

test("a header that comes one byte a second is refused, and keeps nobody waiting", async () => {
  const { port, ask } = await open();
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket
    .on("error", () => undefined)
    .on("data", (bytes) => {
      answer += bytes.toString();
    });
  const header = `GET / HTTP/1.1\r\nHost: blog.example\r\nX-Slow: ${"a".repeat(1000)}\r\n\r\n`;
  let sent = 0;
  const timer = setInterval(() => socket.write(header[sent++] ?? ""), 1000);
  // A byte that arrives after the end resets the connection, which is an error to `once`.
  const closed = new Promise((resolve) => socket.once("close", resolve));
  expect(await ask()).toBe("fine");
  await closed;
  clearInterval(timer);
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  // Ten seconds, and up to two until that is noticed; with Node's own settings it would be forty or more.
  expect(sent).toBeLessThan(25);
});

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** The memory in use, in bytes, without what is only waiting to be collected. */
function retained(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test("ten thousand connections that say nothing cost no reader anything, and are closed", async () => {
  const { port, ask } = await open();
  const client = fork(join(import.meta.dirname, "open-connections.ts"), [String(port), "10000"], { execArgv: ["--no-warnings"] });
  onTestFinished(() => void client.kill());
  const before = retained();
  const reported = once(client, "message");
  const gone = reported.then(() => once(client, "message"));
  let isOver = false;
  const opened = reported.finally(() => {
    isOver = true;
  });
  while (!isOver) expect(await ask()).toBe("fine");
  expect((await opened)[0]).toEqual({ opened: 10_000 });
  for (let n = 0; n < 20; n++) expect(await ask()).toBe("fine");
  expect(retained() - before).toBeLessThan(300_000_000);
  expect((await gone)[0]).toEqual({ open: 0 });
  expect(await ask()).toBe("fine");
});
