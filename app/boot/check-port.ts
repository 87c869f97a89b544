import { lookup } from "node:dns/promises";
import { connect } from "node:net";

/** Nothing listens there, so that connecting to it fails at once. */
const CLOSED_PORT = 1;
/** A firewall may swallow the attempt. */
const PATIENCE_MS = 1000;

/** Binds the port for a connection that leads nowhere, without listening: a connection that came in meanwhile would be cut. */
export async function checkPort(host: string, port: number): Promise<void> {
  const { address, family } = await lookup(host);
  const loopback = family === 6 ? "::1" : "127.0.0.1";
  const target = address === "0.0.0.0" || address === "::" ? loopback : address;
  await new Promise<void>((resolve, reject) => {
    const socket = connect({ host: target, port: CLOSED_PORT, localAddress: address, localPort: port });
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.once("error", (error: NodeJS.ErrnoException) => error.syscall === "bind" && reject(error));
    socket.once("connect", () => socket.resetAndDestroy());
    socket.once("close", () => resolve());
  });
}
