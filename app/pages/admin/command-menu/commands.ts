import { adminRoutes } from "../../../admin-routes.ts";
import { pathTo } from "../../../base-path.ts";
import { routes } from "../../../routes.ts";
import { applyTheme, rememberLook, THEME_KEY, type ThemeChoice } from "../../../ui/theme/theme-choice.ts";
import type { AdminIconName } from "../frame/admin-icon.tsx";
import { placesFor } from "../frame/places.ts";

/** What the menu shows: `commands`, or the list of keys. */
export type MenuView = "commands" | "keys";

/** Something that the menu can do: go to an address of this site, or run. */
export type Command = {
  id: string;
  label: string;
  /** what is said after the label, such as an email address */
  note?: string;
  icon: AdminIconName;
  /** other words by which it is found */
  words?: string;
  to?: string;
  run?(): void;
};

export type CommandGroup = { title: string; commands: Command[] };

const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export function matches({ label, note = "", words = "" }: Command, typed: string): boolean {
  const text = folded(`${label} ${note} ${words}`);
  return folded(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const ACTIONS = "main :is(.admin-actions, .save-bar) :is(a[href], button:not(:disabled))";

const CREATE: Command[] = [
  { id: "new-post", label: "New post", icon: "plus", words: "create write article draft", to: adminRoutes.createPost() },
  { id: "new-page", label: "New page", icon: "plus", words: "create imprint contact legal about", to: adminRoutes.createPage() },
  { id: "new-user", label: "Invite user", icon: "plus", words: "create add new author", to: `${adminRoutes.users()}#new` },
  { id: "new-category", label: "New category", icon: "plus", words: "create add topic", to: `${adminRoutes.categories()}#new` },
];

/** The actions of the open screen: the buttons next to its title, and those that save it. Read before the menu opens. */
export function screenActions(): Command[] {
  const created = new Set(CREATE.map(({ label }) => label.toLowerCase()));
  return [...document.querySelectorAll<HTMLElement>(ACTIONS)]
    .filter((element) => element.checkVisibility())
    .map((element, index) => ({
      id: `action-${index}`,
      label: element.innerText.trim() || element.ariaLabel || "",
      icon: "arrow-right" as const,
      run: () => element.click(),
    }))
    .filter(({ label }) => label !== "" && !created.has(label.toLowerCase()));
}

const THEMES: { choice: ThemeChoice; label: string }[] = [
  { choice: "light", label: "Light theme" },
  { choice: "dark", label: "Dark theme" },
  { choice: "auto", label: "Auto theme" },
];

function switchTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(THEME_KEY, choice);
  } catch {
    // The browser refuses storage, so the choice lasts as long as this page.
  }
  applyTheme(choice);
  rememberLook();
  // The switch in the sidebar shows it, too.
  dispatchEvent(new StorageEvent("storage", { key: THEME_KEY }));
}

const OTHER_SCREENS = [
  { id: "go-system", label: "System", icon: "settings", words: "technical docs checks versions jobs", to: adminRoutes.system() },
  { id: "go-author", label: "Your author page", icon: "users", words: "profile bio image links", to: adminRoutes.author() },
] as const;

export const fixedCommands = (mayOpen: (to: string) => boolean, showKeys: () => void): CommandGroup[] => [
  { title: "Create", commands: CREATE.filter(({ to = "" }) => mayOpen(to)) },
  {
    title: "Go to",
    commands: [
      ...placesFor(mayOpen).map(({ label, name = label, to, icon, newTab, words = "" }) => ({
        id: `go-${to}`,
        label: name,
        icon,
        words,
        ...(newTab ? { run: () => void window.open(pathTo(to), "_blank", "noreferrer") } : { to }),
      })),
      ...OTHER_SCREENS.filter(({ to }) => mayOpen(to)),
      { id: "go-account", label: "Account", icon: "users", words: "name password email devices", to: routes.account() },
    ],
  },
  {
    title: "Theme",
    commands: THEMES.map(({ choice, label }) => ({
      id: `theme-${choice}`,
      label,
      icon: "eye" as const,
      words: "switch appearance mode",
      run: () => switchTheme(choice),
    })),
  },
  {
    title: "Help",
    commands: [{ id: "keys", label: "Keyboard shortcuts", icon: "book", words: "keys help", run: showKeys }],
  },
];
