import { spawnSync } from "node:child_process";

const runs = (command: string, ...args: string[]) => {
  const { error, status } = spawnSync(command, args, { stdio: "ignore" });
  // wrk has no option that exits with 0; it is enough that it starts.
  return !error && status !== 127;
};

/**
 * Makes sure that a program is installed. As root on Debian, its package is installed.
 * @throws with the name of the package when it is missing and can't be installed
 */
export function needProgram(program: string, debianPackage: string): void {
  if (runs(program, "-v")) return;
  if (process.getuid?.() === 0 && runs("apt-get", "--version")) {
    console.log(`Installing ${debianPackage} …`);
    const options = {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      stdio: ["ignore", "ignore", "inherit"] as const,
      timeout: 120_000,
    };
    const install = () =>
      spawnSync("apt-get", ["install", "-y", "--no-install-recommends", debianPackage], {
        ...options,
        stdio: [...options.stdio],
      });
    if (install().status !== 0) {
      spawnSync("apt-get", ["update"], { ...options, stdio: [...options.stdio] });
      install();
    }
    if (runs(program, "-v")) return;
  }
  throw new Error(
    `This bench needs the program ${program}: install the package ${debianPackage} (apt-get install ${debianPackage}).`,
  );
}
