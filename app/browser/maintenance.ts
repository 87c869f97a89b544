/** `SESSION_KEY` in auth/stored-person.ts. With an import, all readers of this page would load the script of the whole site. */
const SESSION = `skylark.session${document.documentElement.dataset.base ?? ""}`;
/** When this tab last passed the maintenance page, in ms since 1970. */
const PASSED = "maintenance-passed";
/** In ms. A browser without cookies comes back here at once. */
const PAUSE = 10_000;

async function letAdminsPass(): Promise<void> {
  const now = Date.now();
  if (localStorage.getItem(SESSION) === null || now - Number(sessionStorage.getItem(PASSED) ?? 0) < PAUSE) return;
  const { requestPass } = await import("./auth/state.ts");
  if (!(await requestPass())) return;
  sessionStorage.setItem(PASSED, String(now));
  location.reload();
}

letAdminsPass().catch(() => {
  // The browser refuses storage, so nobody is signed in.
});
