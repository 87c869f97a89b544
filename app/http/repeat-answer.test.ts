import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { keepWritten, repeatWritten, type WrittenAnswer } from "./repeat-answer.ts";

const BODY = Buffer.from("Larks sing while they fly. ".repeat(400));
const HEADERS = ["content-type", "text/plain; charset=utf-8", "content-length", String(BODY.length), "set-cookie", "a=1"];

/** Sends a request as it is, and returns all bytes until the connection is closed or `answers` bodies have arrived. */
async function exchange(server: Server, request: string, answers = 1): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(request);
  let text = "";
  for await (const part of socket) {
    text += (part as Buffer).toString("latin1");
    if (text.split(BODY.toString("latin1")).length > answers) break;
  }
  socket.destroy();
  return text;
}

async function withServer(listener: RequestListener, use: (server: Server) => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  await use(server);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Answers each request as Node does, or again what was written. `repeated`: how many answers were. */
function createRepeater() {
  const seen: { written?: WrittenAnswer | undefined; repeated: number; finished: number } = { repeated: 0, finished: 0 };
  const listener: RequestListener = (request, response) => {
    response.once("finish", () => seen.finished++);
    if (request.url === "/last") response.setHeader("connection", "close");
    if (request.url !== "/plain" && seen.written && repeatWritten(response, 404, seen.written)) {
      expect([response.headersSent, response.statusCode]).toEqual([true, 404]);
      seen.repeated++;
      return;
    }
    response.writeHead(404, HEADERS);
    if (request.url !== "/plain") seen.written = keepWritten(response, BODY) ?? seen.written;
    response.end(BODY);
  };
  return { seen, listener };
}

/** Waits for the beginning of a second, so that what follows happens within it. */
const nextSecond = () => pause(1010 - (Date.now() % 1000));

test("an answer is repeated byte for byte, also to requests that arrive together", async () => {
  const { seen, listener } = createRepeater();
  await withServer(listener, async (server) => {
    const get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    // A busy machine may need more than a second for these.
    await expect
      .poll(async () => {
        await nextSecond();
        seen.repeated = 0;
        const first = await exchange(server, get);
        const plain = await exchange(server, get.replace("/", "/plain"));
        const again = await exchange(server, get);
        const together = await exchange(server, get + get + get, 3);
        return [seen.repeated, plain === first, again === first, together === first.repeat(3)];
      })
      .toEqual([4, true, true, true]);
    expect(seen.finished).toBeGreaterThanOrEqual(6);
  });
});

test("a head that would differ is written: of the next second, of a connection's last answer, for HTTP/1.0", async () => {
  const { seen, listener } = createRepeater();
  await withServer(listener, async (server) => {
    const date = (answer: string) => Date.parse(/\r\nDate: (.+)\r\n/.exec(answer)?.[1] ?? "");
    const first = await exchange(server, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(first).toMatch(/^HTTP\/1\.1 404 Not Found\r\n[\s\S]*\r\nConnection: keep-alive\r\n/);
    await nextSecond();
    const later = await exchange(server, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(date(later)).toBeGreaterThan(date(first));
    expect(Math.abs(Date.now() - date(later))).toBeLessThan(30_000);

    seen.repeated = 0;
    for (const request of [
      "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      "GET /last HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET / HTTP/1.0\r\n\r\n",
    ]) {
      const answer = await exchange(server, request, Number.POSITIVE_INFINITY);
      expect(answer).toMatch(/\r\nConnection: close\r\n/i);
      expect(answer.endsWith(BODY.toString("latin1"))).toBe(true);
    }
    expect(seen.repeated).toBe(0);
  });
});
