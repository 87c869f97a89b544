import { stat, statfs } from "node:fs/promises";
import { totalmem } from "node:os";
import { databaseFacts } from "./checks.sql.ts";
import { type Finding, failed, type Installation, inBytes, ok, type RunCheck, warning } from "./installation.ts";

/** Bytes of disk: scarce, and writes are about to fail. */
const SCARCE = 1e9;
const NONE = 200e6;

/** Bytes, and the disk's number. @throws Node's error, such as ENOENT */
export async function diskRoom(path: string): Promise<{ free: number; total: number; device: number }> {
  const [{ bavail, blocks, bsize }, { dev }] = await Promise.all([statfs(path), stat(path)]);
  return { free: bavail * bsize, total: blocks * bsize, device: dev };
}

const MORE_ROOM = "Delete what isn’t needed, or give the disk more room. Large folders: du -xh --max-depth=2 DATA_DIR | sort -h";

async function disksOf({ config, databaseDir }: Installation) {
  const disks = new Map<number, { names: string[]; free: number; total: number }>();
  const folders = [["DATA_DIR", config.dataDir] as const, ...(databaseDir ? [["the database", databaseDir] as const] : [])];
  for (const [name, path] of folders) {
    const { device, ...room } = await diskRoom(path);
    const disk = disks.get(device);
    if (disk) disk.names.push(name);
    else disks.set(device, { names: [name], ...room });
  }
  return [...disks.values()];
}

export const diskCheck: RunCheck = {
  name: "disk",
  title: "Disk room",
  why: "On a full disk nothing can be saved, and the embedded database stops.",
  async run(installation): Promise<Finding> {
    const { config, database } = installation;
    const disks = await disksOf(installation).catch((error: NodeJS.ErrnoException) => error);
    if (disks instanceof Error) {
      const missing = disks.code === "ENOENT";
      return missing
        ? warning(
            `${config.dataDir} isn’t there yet.`,
            "Start the site once: it creates the folder. If it should already exist, check DATA_DIR.",
          )
        : failed(`${config.dataDir} can’t be checked: ${disks.message}`, "Check DATA_DIR and its owner.");
    }
    const free = disks.map((disk) => `${inBytes(disk.free)} of ${inBytes(disk.total)} are free for ${disk.names.join(" and ")}`);
    const size = "db" in database ? ` The database takes ${inBytes((await databaseFacts(database.db)).size)}.` : "";
    const found = `${free.join("; ")}.${size}`;
    const least = Math.min(...disks.map((disk) => disk.free));
    if (least < NONE) return failed(found, MORE_ROOM);
    return least < SCARCE ? warning(found, MORE_ROOM) : ok(found);
  },
};

/** Bytes of memory. */
const SHORT = 100e6;

export const memoryCheck: RunCheck = {
  name: "memory",
  title: "Memory",
  why: "When memory runs out, the system kills the largest process, often the database or the site.",
  async run() {
    const limit = process.constrainedMemory();
    const total = limit > 0 && limit < totalmem() ? limit : totalmem();
    const free = process.availableMemory();
    const found = `${inBytes(free)} of ${inBytes(total)} are available.`;
    if (free >= SHORT) return ok(found);
    return warning(
      found,
      "Give the machine or the container more memory (512 MB are enough for a small site), or lower WORKERS.",
    );
  },
};

const OLDEST_NODE = 22;

export const versionCheck: RunCheck = {
  name: "version",
  title: "Version",
  why: "You’ll be asked for it when you report a problem, and old versions of Node.js get no security updates.",
  async run({ version }) {
    const found = `Skylark ${version} on Node.js ${process.versions.node} (${process.platform}, ${process.arch}).`;
    if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return ok(found);
    return warning(found, "Run npm install: it installs the Node.js that package.json names, and npm start uses it.");
  },
};

export const environmentCheck: RunCheck = {
  name: "environment",
  title: "Environment variables",
  why: "A misspelled name is ignored, so the setting keeps its default.",
  async run({ config: { warnings } }) {
    if (warnings.length === 0) return ok("No variable looks misspelled, and all values are valid.");
    return warning(warnings.join(" "), "Correct the name, or remove the variable.");
  },
};
