// Opens many connections to a port and says nothing on them. Run by slow-clients.test.ts, which has a limit of open files itself.
import { connect } from "node:net";

const [port, count] = process.argv.slice(2).map(Number) as [number, number];
/** So many are opened at a time, because the kernel queues no more. */
const AT_ONCE = 100;
let opened = 0;
let open = 0;

const openOne = () =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      opened++;
      open++;
      resolve();
    });
    socket.once("error", reject);
    socket.once("close", () => {
      open--;
      if (open === 0 && opened === count) process.send?.({ open });
    });
    socket.resume();
  });

for (let n = 0; n < count; n += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, openOne));
process.send?.({ opened });
