import "../pages/account/setup/setup.css";
import { texts } from "../pages/account/setup/script-texts.ts";
import { WORDS_ID } from "../pages/page-state.ts";
import { ENGLISH, fill, speak } from "../texts/texts.ts";
import { loadWords } from "./load-words.ts";

const form = () => document.querySelector<HTMLFormElement>(".setup-page form");
const field = <T extends HTMLElement>(name: string) => document.querySelector<T>(`#${name}`);

function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** Minutes ahead of UTC, in the winter and in the summer of this year. */
function offsetsOf(zone: string): string {
  const year = new Date().getFullYear();
  const offset = (month: number) =>
    new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" })
      .formatToParts(new Date(Date.UTC(year, month, 15)))
      .find(({ type }) => type === "timeZoneName")?.value;
  return `${offset(0)} ${offset(6)}`;
}

function chooseZone(): void {
  const select = field<HTMLSelectElement>("timezone");
  const hint = field<HTMLElement>("timezone-hint");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!select || !hint || !zone) return;
  const options = [...select.options];
  const sameClock = ({ dataset: { zone: other = "UTC" } }: HTMLOptionElement) =>
    isKnown(other) && isKnown(zone) && offsetsOf(other) === offsetsOf(zone);
  const found = options.find((one) => one.dataset.zone === zone) ?? options.find(sameClock);
  if (found) select.value = found.value;
  const name = zone.replaceAll("_", " ");
  const isItself = found?.dataset.zone === zone;
  if (!isKnown(zone)) hint.textContent = texts.noZone;
  else if (isItself) hint.textContent = texts.fromBrowser;
  else hint.textContent = found ? fill(texts.sameClock, { zone: name }) : fill(texts.unknownZone, { zone: name });
}

function chooseDateFormat(): void {
  const select = field<HTMLSelectElement>("date_format");
  if (!select) return;
  const parts = new Intl.DateTimeFormat(navigator.language, { year: "numeric", month: "2-digit", day: "2-digit" });
  const first = parts.formatToParts(new Date()).find(({ type }) => type !== "literal")?.type;
  const formats: Partial<Record<string, string>> = { day: "DD/MM/YYYY", year: "YYYY-MM-DD" };
  select.value = formats[first ?? ""] ?? "MM/DD/YYYY";
}

function replacePage(html: string): Document {
  const next = new DOMParser().parseFromString(html, "text/html");
  document.title = next.title;
  document.querySelector("main")?.replaceWith(next.querySelector("main") ?? "");
  return next;
}

function fillIn(typed: FormData, names: Iterable<string>): void {
  for (const name of names) {
    const input = form()?.elements.namedItem(name);
    if (input && "value" in input) input.value = String(typed.get(name) ?? "");
  }
}

/** Passwords aren't in the server's page, so they are typed in again. */
function show(html: string, typed: FormData): void {
  replacePage(html);
  fillIn(typed, ["password", "repeated"]);
  document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

function complain(message: string): void {
  const alert = document.createElement("div");
  alert.className = "form-alert";
  alert.role = "alert";
  alert.tabIndex = -1;
  alert.append(Object.assign(document.createElement("p"), { textContent: message }));
  form()?.querySelector(".form-alert")?.remove();
  form()?.prepend(alert);
  alert.focus();
}

const messageOf = (status: number): string => {
  if (status === 404) return texts.usedLink;
  return status === 429 ? texts.tooManyTries : texts.failed;
};

/** If signing in fails, the page that says that the site is ready has a link for it. */
async function enter(page: string, typed: FormData): Promise<void> {
  const { auth } = await import("./auth/session.ts");
  const email = String(typed.get("email") ?? "").trim();
  const { error } = await auth.signInWithPassword({ email, password: String(typed.get("password") ?? "") });
  if (error) show(page, typed);
  else location.assign(form()?.dataset.next ?? "/admin/dashboard");
}

async function send(typed: FormData, action: string): Promise<void> {
  const answer = await fetch(action, { method: "POST", body: typed });
  const isPage = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
  if (answer.ok) await enter(await answer.text(), typed);
  else if (isPage && answer.status === 400) show(await answer.text(), typed);
  else complain(messageOf(answer.status));
}

/** Shows Home in the chosen look, with what has been typed. */
function preview(): void {
  const box = document.querySelector(".setup-preview");
  const chosen = document.querySelector("li:has(input[name=look]:checked) .look-picture")?.cloneNode(true);
  if (!box || !chosen) return;
  const name = field<HTMLInputElement>("site_name")?.value.trim();
  const title = (chosen as Element).querySelector("text");
  if (title && name) title.textContent = name;
  const sentence = Object.assign(document.createElement("p"), {
    textContent: field<HTMLInputElement>("site_description")?.value ?? "",
  });
  box.replaceChildren(chosen, sentence);
}
document.addEventListener("input", preview);

let isSending = false;

document.addEventListener("submit", (event) => {
  const sent = event.target;
  if (!(sent instanceof HTMLFormElement)) return;
  event.preventDefault();
  if (isSending) return;
  isSending = true;
  sent.setAttribute("aria-busy", "true");
  send(new FormData(sent), sent.action)
    .catch(() => complain(texts.failed))
    .finally(() => {
      isSending = false;
      sent.removeAttribute("aria-busy");
    });
});

async function speakLike(next: Document): Promise<void> {
  const { lang, dir } = next.documentElement;
  Object.assign(document.documentElement, { lang, dir });
  document.querySelector(`#${WORDS_ID}`)?.remove();
  const words = next.querySelector(`#${WORDS_ID}`);
  if (words) document.head.append(words);
  else speak(ENGLISH);
  await loadWords();
}

/** Shows the page in the chosen language, with what has been typed. Untouched categories are offered in it, too. */
async function changeLanguage(language: string): Promise<void> {
  const url = new URL(location.href);
  url.searchParams.set("language", language);
  const answer = await fetch(url);
  const [sent, categories] = [form(), field<HTMLInputElement>("categories")];
  if (!answer.ok || !sent || field<HTMLSelectElement>("language")?.value !== language) return;
  const typed = new FormData(sent);
  if (categories?.value === categories?.defaultValue) typed.delete("categories");
  const next = replacePage(await answer.text());
  await speakLike(next);
  chooseZone();
  fillIn(typed, typed.keys());
  preview();
  field("language")?.focus();
}

document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement && target.id === "language") void changeLanguage(target.value).catch(() => undefined);
});

chooseDateFormat();
void loadWords().then(chooseZone);
