import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";

/**
 * A server that speaks just enough of PostgreSQL's protocol to name a release. Releases that are too old for
 * us aren't on npm, and no test should need them installed.
 */
export async function pretendToBe(version: string, number: string): Promise<{ port: number; close(): void }> {
  const server: Server = createServer((socket) => {
    let greeted = false;
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      if (!greeted) {
        greeted = true;
        socket.write(Buffer.concat([message("R", int32(0)), message("Z", Buffer.from("I"))]));
      } else if (data[0] === "Q".charCodeAt(0)) {
        const row = Buffer.concat([int16(2), field(number), field(version)]);
        const columns = Buffer.concat([int16(2), column("number"), column("version")]);
        const done = [message("C", Buffer.from("SELECT 1\0")), message("Z", Buffer.from("I"))];
        socket.write(Buffer.concat([message("T", columns), message("D", row), ...done]));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

function message(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function column(name: string): Buffer {
  return Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)]);
}

function field(value: string): Buffer {
  return Buffer.concat([int32(value.length), Buffer.from(value)]);
}

function int32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32BE(value);
  return buffer;
}

function int16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeInt16BE(value);
  return buffer;
}
