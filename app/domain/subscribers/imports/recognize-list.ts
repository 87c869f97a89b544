import { parseEmail } from "../parse-email.ts";
import type { EndedElsewhere, ListSource } from "./import-rules.ts";

/** What a list's columns mean. `isHeader`: whether the first line only names them. */
export type ListColumns = {
  source: ListSource;
  isHeader: boolean;
  emailOf(cells: readonly string[]): string;
  endedOf(cells: readonly string[]): EndedElsewhere | null;
  /** 2024-03-10 */
  signedUpOf(cells: readonly string[]): string | null;
};

/** A line by the names of its columns, in lower case; absent ones are empty. */
type Cell = (name: string) => string;

type Kind = {
  source: ListSource;
  email: readonly string[];
  /** Any of them tells the system. */
  marks: readonly string[];
  signedUp: readonly string[];
  ended(cell: Cell, file: string): EndedElsewhere | null;
};

const is = (text: string, ...words: string[]) => words.includes(text.trim().toLowerCase());

/** The columns that each system documents or writes. */
const KINDS: readonly Kind[] = [
  {
    source: "substack",
    email: ["email"],
    marks: ["active_subscription", "email_disabled"],
    signedUp: ["created_at"],
    ended: (cell) => (is(cell("email_disabled"), "true") ? "left elsewhere" : null),
  },
  {
    source: "ghost",
    email: ["email"],
    marks: ["subscribed_to_emails", "complimentary_plan"],
    signedUp: ["created_at"],
    ended: (cell) => (is(cell("subscribed_to_emails"), "false") || cell("deleted_at") !== "" ? "left elsewhere" : null),
  },
  {
    source: "mailchimp",
    email: ["email address"],
    marks: ["member_rating", "optin_time", "leid", "euid"],
    signedUp: ["confirm_time", "optin_time"],
    ended(cell, file) {
      if (cell("unsub_time") !== "" || /(?:^|\/)unsubscribed/i.test(file)) return "left elsewhere";
      if (cell("clean_time") !== "" || /(?:^|\/)cleaned/i.test(file)) return "bounced elsewhere";
      return /(?:^|\/)non-?subscribed/i.test(file) ? "never confirmed elsewhere" : null;
    },
  },
  {
    source: "listmonk",
    email: ["email"],
    marks: ["attributes"],
    signedUp: ["created_at"],
    ended: (cell) => (is(cell("status"), "disabled", "blocklisted") ? "left elsewhere" : null),
  },
  {
    source: "skylark",
    email: ["email"],
    marks: ["consent_text"],
    signedUp: ["confirmed_at", "created_at"],
    ended(cell) {
      if (is(cell("suppressed_for"), "hard bounce", "soft bounces")) return "bounced elsewhere";
      if (is(cell("state"), "left", "suppressed")) return "left elsewhere";
      return is(cell("state"), "pending") ? "never confirmed elsewhere" : null;
    },
  },
  {
    source: "buttondown",
    email: ["email", "email_address"],
    marks: ["subscriber_type", "creation_date", "metadata", "unsubscription_date"],
    signedUp: ["creation_date"],
    ended(cell) {
      const type = cell("subscriber_type") || cell("type");
      if (is(type, "undeliverable")) return "bounced elsewhere";
      if (is(type, "unactivated")) return "never confirmed elsewhere";
      const hasLeft = is(type, "unsubscribed", "removed", "complained", "blocked", "spammy");
      return hasLeft || cell("unsubscription_date") !== "" ? "left elsewhere" : null;
    },
  },
];

const TABLE: Kind = {
  source: "table",
  email: ["email", "e-mail", "email address", "e-mail address", "email_address", "emailaddress", "mail", "address"],
  marks: [],
  signedUp: ["created_at", "subscribed_at", "signed up", "date"],
  ended: (cell) => (is(cell("status") || cell("state"), "unsubscribed", "left", "bounced", "cleaned") ? "left elsewhere" : null),
};

const DAY = /^(\d{4})-(\d\d)-(\d\d)/;

/** A real day that isn't in the far past or future. */
function dayOf(text: string): string | null {
  const [day = ""] = DAY.exec(text.trim()) ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  return day !== "" && isReal && date.getUTCFullYear() >= 1990 && date.getTime() <= Date.now() ? day : null;
}

/** What our exports put in front of a formula. */
const undefused = (text: string) => text.replace(/^'(?=[=+\-@])/, "");

/** @param head the first line @param file its name in an archive, or that of the upload @returns null if no column has email addresses */
export function recognizeList(head: readonly string[], file: string): ListColumns | null {
  const names = head.map((name) => name.trim().toLowerCase());
  const at = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name));
  const kind = KINDS.find(({ email, marks }) => at(email) >= 0 && at(marks) >= 0) ?? TABLE;
  const email = at(kind.email);
  const valueAt = (cells: readonly string[], index: number) => undefused(cells[index] ?? "").trim();
  if (email >= 0) {
    const dates = kind.signedUp.map((name) => names.indexOf(name)).filter((index) => index >= 0);
    return {
      source: kind.source,
      isHeader: true,
      emailOf: (cells) => valueAt(cells, email),
      endedOf: (cells) => kind.ended((name) => valueAt(cells, names.indexOf(name)), file),
      signedUpOf: (cells) => dates.map((index) => dayOf(cells[index] ?? "")).find((day) => day !== null) ?? null,
    };
  }
  // A plain list, without names of columns.
  const first = head.findIndex((cell) => parseEmail(undefused(cell)) !== null);
  if (first < 0) return null;
  return {
    source: "table",
    isHeader: false,
    emailOf: (cells) => valueAt(cells, first),
    endedOf: () => null,
    signedUpOf: () => null,
  };
}
