import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts around the list of what browsers store. The list itself comes from the server.
 */
export const english = {
  title: "Cookies and storage",
  description: "Every cookie and key that {site} may keep in your browser, and what it is for.",
  lead: "Everything that this site may keep in your browser. None of it is used for advertising, and no other site can read it.",
  everyone: "In every reader’s browser",
  signedIn: "If you sign in",
  admins: "If you are an admin",
  kept: "Kept:",
  cookie: "cookie",
  localStorage: "local storage",
  sessionStorage: "session storage",
  remove: "You can remove all of it in your browser’s settings. {privacy} says what the server keeps.",
  privacy: "Privacy",
} as const;

export const texts = textsOf("storage", english);
