/** `SESSION_KEY` of auth/stored-person.ts; importing it would make every reader who waits here load the whole site's script. */
const SESSION = "skylark.session";
/** When this tab last went past the maintenance page, in ms since 1970. */
const PASSED = "maintenance-passed";
/** A browser that keeps no cookies comes straight back here and must not go round in circles. */
const PAUSE = 10_000;

/** Takes admins from the maintenance page to the page that they asked for. */
async function letAdminsPass(): Promise<void> {
  const now = Date.now();
  if (localStorage.getItem(SESSION) === null || now - Number(sessionStorage.getItem(PASSED) ?? 0) < PAUSE) return;
  const { requestPass } = await import("./auth/request-pass.ts");
  if (!(await requestPass())) return;
  sessionStorage.setItem(PASSED, String(now));
  location.reload();
}

letAdminsPass().catch(() => {
  // Storage refused: then nobody is signed in here.
});
