// Loaded before the server. When our parent process is killed outright, or is npm's shell, no signal is passed on: the
// server would stay behind and hold the port and the data. So we look, and stop as if a signal had come.
const parent = Number(process.env.SKYLARK_PARENT);
// Workers of our own have us for a parent and hear from us.
delete process.env.SKYLARK_PARENT;

const isThere = () => {
  if (process.platform !== "win32") return process.ppid === parent;
  try {
    return process.kill(parent, 0);
  } catch {
    return false;
  }
};

if (parent) {
  const looking = setInterval(() => {
    if (isThere()) return;
    clearInterval(looking);
    if (!process.emit("SIGTERM", "SIGTERM")) process.exit(143);
  }, 500);
  // Looking must not keep a server alive that has finished.
  looking.unref();
}
