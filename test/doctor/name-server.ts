import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

const NAME_ERROR = 3;
const TXT = 16;

/** The name in a question that begins at byte 12 (RFC 1035, section 4.1.2), and where the question ends. */
function questionOf(packet: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString("ascii", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 5 };
}

/** One TXT record for the name of the question, in strings of at most 255 bytes. */
function recordOf(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? [""];
  const data = Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, "ascii")])));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/**
 * A name server that speaks DNS over UDP (RFC 1035) and knows TXT records only. A name above a known one exists without records (RFC 8020).
 * @param records the texts of each name
 * @returns its address, as `Resolver.setServers` takes it
 */
export async function startNameServer(records: Record<string, string[]>) {
  const socket = createSocket("udp4");
  socket.on("message", (packet, from) => {
    const { name, end } = questionOf(packet);
    const texts = records[name] ?? [];
    const exists = Object.keys(records).some((known) => known === name || known.endsWith(`.${name}`));
    const head = Buffer.alloc(12);
    packet.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8580 | (exists ? 0 : NAME_ERROR), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(texts.length, 6);
    socket.send(Buffer.concat([head, packet.subarray(12, end), ...texts.map(recordOf)]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, close: () => new Promise<void>((resolve) => socket.close(() => resolve())) };
}
