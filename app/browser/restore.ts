import "../pages/account/setup/setup.css";
import "../pages/account/setup/restore.css";
import type { PresentedRestore } from "../domain/setup/setup-rules.ts";
import * as texts from "../pages/account/setup/restore-texts.ts";

/** `is_up`: whether the site can be used. */
type Answer = PresentedRestore & { is_up: boolean };
type Step = "upload" | "checking" | "restoring" | "starting";

const POLL_MS = 1000;
/** A server that is stopping may not answer at all. */
const PATIENCE_MS = 10_000;

const find = <T extends HTMLElement = HTMLElement>(selector: string): T => {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`The page lacks ${selector}`);
  return found;
};
const box = find(".restore");
const form = find<HTMLFormElement>("form[data-restore]");
const alertBox = find(".restore .form-alert");
const fileInput = find<HTMLInputElement>("#file");
const passphraseInput = find<HTMLInputElement>("#passphrase");
const submit = find<HTMLButtonElement>("form[data-restore] button[type=submit]");
const progress = find(".restore-progress");
const bar = find<HTMLProgressElement>("progress");

/** What is on the server; null until something is. */
let uploaded: PresentedRestore | null = box.dataset.state ? (JSON.parse(box.dataset.state) as PresentedRestore) : null;

const sizeOf = (bytes: number): string => {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
};
const percent = (share: number) => `${Math.floor(share * 100)}%`;

/** The form as it fits what is on the server. */
function showForm(error: string | null = null): void {
  progress.hidden = true;
  form.hidden = false;
  const isThere = uploaded !== null;
  find(".restore-file").hidden = isThere;
  find(".restore-chosen").hidden = !isThere;
  find(".restore-passphrase").hidden = !uploaded?.wants_passphrase;
  if (uploaded) find(".restore-chosen span").textContent = texts.chosen(uploaded.name, sizeOf(uploaded.size));
  submit.textContent = isThere ? texts.goOn : texts.submit;
  alertBox.hidden = error === null;
  find(".restore .form-alert p").textContent = error ?? "";
  if (error) alertBox.focus();
}

/** @param share from 0 to 1; null while it isn't known */
function showStep(step: Step, share: number | null, figure = ""): void {
  form.hidden = true;
  progress.hidden = false;
  let isBefore = true;
  for (const item of progress.querySelectorAll<HTMLElement>("li")) {
    const isNow = item.dataset.step === step;
    if (isNow) isBefore = false;
    item.dataset.is = isNow ? "now" : isBefore ? "done" : "next";
    if (isNow) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
    const [, label, shown] = item.children;
    if (shown) shown.textContent = isNow ? figure : "";
    const status = find(".restore-progress [role=status]");
    if (isNow && label && status.textContent !== label.textContent) status.textContent = label.textContent;
  }
  if (share === null) bar.removeAttribute("value");
  else bar.value = share;
}

function showDone({ made_at, site_url }: PresentedRestore): void {
  const done = find(".restore-done");
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });
  find(".restore-made").textContent = made_at ? texts.madeAt(day.format(new Date(made_at)), site_url) : "";
  box.hidden = true;
  done.hidden = false;
  document.title = texts.doneTitle;
  done.focus();
}

function refusalOf(status: number, body: unknown): string {
  const { message } = (body ?? {}) as { message?: unknown };
  if (status === 404) return texts.usedLink;
  if (status === 429) return texts.tooManyTries;
  if (typeof message === "string") return message;
  return status === 413 ? texts.tooLarge : texts.unknown;
}

/** `fetch` doesn't report the progress of an upload. @throws Error for the owner */
const send = (file: File): Promise<PresentedRestore> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${box.dataset.fileUrl}&name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => {
      const share = total > 0 ? loaded / total : 0;
      showStep("upload", share, percent(share));
    };
    request.onload = () => {
      if (request.status === 200) resolve(request.response as PresentedRestore);
      else reject(new Error(refusalOf(request.status, request.response)));
    };
    request.onerror = () => reject(new Error(texts.interrupted));
    request.send(file);
  });

/** @throws Error for the owner */
async function begin(): Promise<void> {
  const passphrase = passphraseInput.value;
  const answer = await fetch(box.dataset.beginUrl ?? "", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(passphrase ? { passphrase } : {}),
  });
  if (!answer.ok) throw new Error(refusalOf(answer.status, await answer.json().catch(() => null)));
}

function show(state: Answer): void {
  const { phase, read, total } = state;
  if (phase === "checking" || phase === "uploaded") showStep("checking", null, read > 0 ? sizeOf(read) : "");
  else if (phase === "restoring" || phase === "interrupted") {
    const share = total > 0 ? read / total : null;
    showStep("restoring", share, share === null ? "" : percent(share));
  } else showStep("starting", null);
}

/** The server restarts on the way, so a request that fails is sent again. */
async function follow(): Promise<void> {
  for (;;) {
    const answer = await fetch(box.dataset.stateUrl ?? "", { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
    if (answer?.status === 404) return showForm(texts.usedLink);
    const state = answer?.ok
      ? await answer.json().then(
          (json: Answer) => json,
          () => null,
        )
      : null;
    find(".restore-away").hidden = state !== null;
    if (state?.is_up && state.phase === "done") return showDone(state);
    if (state?.is_up && state.phase === "failed") {
      uploaded = state;
      return showForm(state.error ?? texts.unknown);
    }
    if (state) show(state);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function restore(): Promise<void> {
  const file = fileInput.files?.[0];
  if (!uploaded && !file) {
    showForm(texts.noFile);
    return fileInput.focus();
  }
  if (uploaded?.wants_passphrase && !passphraseInput.value) {
    showForm(texts.noPassphrase);
    return passphraseInput.focus();
  }
  if (!uploaded && file) {
    showStep("upload", 0, percent(0));
    uploaded = await send(file);
    if (uploaded.wants_passphrase) {
      showForm();
      return passphraseInput.focus();
    }
  }
  showStep("checking", null);
  await begin();
  await follow();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  restore().catch((error: unknown) => showForm(error instanceof TypeError ? texts.unknown : (error as Error).message));
});
find(".restore-chosen button").addEventListener("click", () => {
  uploaded = null;
  passphraseInput.value = "";
  showForm();
  fileInput.focus();
});

if (uploaded?.phase === "checking" || uploaded?.phase === "restoring") void follow();
else if (uploaded?.phase !== "done") showForm(uploaded?.error ?? null);
