/** Turns a root process into one of an ordinary user, permanently; call it after everything is imported. */
export function dropRights(user: { uid: number; gid: number } | null): void {
  if (!user) return;
  process.setgroups?.([]);
  process.setgid?.(user.gid);
  process.setuid?.(user.uid);
}
