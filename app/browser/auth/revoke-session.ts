import type { StoredSession } from "./stored-person.ts";

// The page may be left at once; what was asked for goes on.
const post = (path: string, init: RequestInit) => fetch(`/auth/v1/${path}`, { method: "POST", keepalive: true, ...init });

/** An access token in place of one whose time is over: without one the service doesn't know what to end. */
async function renewed(refreshToken: string | undefined): Promise<string | undefined> {
  const answer = await post("token?grant_type=refresh_token", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  return answer.ok ? ((await answer.json()) as StoredSession).access_token : undefined;
}

/**
 * Tells the server that a session has ended, after this browser has forgotten it: so it needs nothing of the auth client,
 * and nobody has to wait for it. Never fails; a session that the server doesn't hear of ends when its time is over.
 */
export async function revoke({ access_token, refresh_token, expires_at = 0 }: StoredSession): Promise<void> {
  try {
    const token = expires_at * 1000 > Date.now() ? access_token : await renewed(refresh_token);
    if (token) await post("logout?scope=local", { headers: { authorization: `Bearer ${token}` } });
  } catch {
    // Not reached: this browser is clean all the same.
  }
}
