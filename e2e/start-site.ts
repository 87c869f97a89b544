import { rmSync } from "node:fs";
import { copyData, newDataDir, startServer } from "./own-site.ts";

/**
 * Starts the built product as its users do, on a data folder of its own, for the whole run. Its very first start is stopped again, and
 * what it left is where the sites of single files begin.
 * @returns Playwright calls it at the end: stops the site and insists that it stops well
 */
export default async function startSite(): Promise<() => Promise<void>> {
  const [asNew, dataDir] = [newDataDir(), newDataDir()];
  const first = await startServer(asNew);
  await first.stop();
  copyData(asNew, dataDir);
  const site = await startServer(dataDir);
  process.env.NEW_SITE = asNew;
  process.env.SITE = site.address;
  return async () => {
    const code = await site.stop();
    for (const folder of [asNew, dataDir]) rmSync(folder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The site should have stopped with code 0, but it was ${code}`);
  };
}
