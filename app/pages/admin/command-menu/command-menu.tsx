import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { useNavigate } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import { categoriesQuery } from "../categories/queries.ts";
import { AdminIcon, type AdminIconName } from "../frame/admin-icon.tsx";
import { Dialog } from "../frame/dialog.tsx";
import { useMayOpen } from "../frame/office-user.ts";
import { pagesQuery } from "../pages/queries.ts";
import { DEFAULT_POST_FILTERS, postsQuery } from "../posts/queries.ts";
import type { settingPlaces } from "../settings/form-places.ts";
import { USERS_AT_FIRST, usersQuery } from "../users/queries.ts";
import { type Command, type CommandGroup, fixedCommands, type MenuView, matches, screenActions } from "./commands.ts";
import { goKeysFor } from "./go-keys.ts";
import { SCREEN_PARTS, SETTING_WORDS } from "./screen-parts.ts";

/** From how many characters on posts and users are searched, and how many of each are shown. */
const SEARCH_MIN = 2;
const FOUND_MAX = 5;
const PLACES_MAX = 8;
/** How long typing pauses before that, in ms. */
const PAUSE = 150;

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** The settings by name. Their code is large, so it is loaded when somebody types. */
const settingsQuery = (isWanted: boolean) => ({
  queryKey: ["admin", "command-menu", "settings"],
  queryFn: async () => (await import("../settings/form-places.ts")).settingPlaces(),
  staleTime: Number.POSITIVE_INFINITY,
  enabled: isWanted,
});

/** The settings and what else stands within screens. */
const findPlaces = (settings: ReturnType<typeof settingPlaces>, typed: string, mayOpen: (to: string) => boolean): Command[] => {
  const places = settings.map(
    ({ label, section, address }): Command => ({
      id: `setting-${address}`,
      label,
      note: section,
      icon: "settings",
      words: SETTING_WORDS[address.split("#setting-")[1] ?? ""] ?? "",
      to: address,
    }),
  );
  return [...SCREEN_PARTS, ...places].filter((one) => matches(one, typed) && mayOpen(one.to ?? "")).slice(0, PLACES_MAX);
};

function useFound(typed: string): CommandGroup[] {
  const search = usePaused(typed);
  const isSearch = search.length >= SEARCH_MIN;
  const mayOpen = useMayOpen();
  const on = (screen: string) => ({ enabled: isSearch && mayOpen(screen) });
  const listOn = (screen: string) => ({ ...on(screen), placeholderData: keepPreviousData });
  const { posts: postsAt, users: usersAt, pages: pagesAt, categories: categoriesAt } = adminRoutes;
  const posts = useQuery({ ...postsQuery({ ...DEFAULT_POST_FILTERS, search }), ...listOn(postsAt()) }).data?.items ?? [];
  const users = useQuery({ ...usersQuery({ ...USERS_AT_FIRST, search }), ...listOn(usersAt()) }).data?.items ?? [];
  const pages = useQuery({ ...pagesQuery(), ...on(pagesAt()) }).data?.items ?? [];
  const categories = useQuery({ ...categoriesQuery({ search: "" }), ...on(categoriesAt()) }).data?.items ?? [];
  const settings = useQuery(settingsQuery(typed !== "")).data ?? [];
  if (typed === "") return [];
  const places: CommandGroup = { title: "Settings", commands: findPlaces(settings, typed, mayOpen) };
  const last = mayOpen(postsAt()) ? [searchFor(typed)] : [];
  if (!isSearch || typed.length < SEARCH_MIN) return [places, ...last];
  const postOf =
    (icon: AdminIconName) =>
    ({ id, title, status }: { id: string; title: string; status: string }): Command => ({
      id: `post-${id}`,
      label: title,
      note: status,
      icon,
      to: adminRoutes.editPost(id),
    });
  const found = (commands: Command[]) => commands.filter((one) => matches(one, typed)).slice(0, FOUND_MAX);
  return [
    { title: "Posts", commands: posts.slice(0, FOUND_MAX).map(postOf("posts")) },
    { title: "Pages", commands: found(pages.map(postOf("page"))) },
    {
      title: "Categories",
      commands: found(
        categories.map(({ id, name }) => ({
          id: `category-${id}`,
          label: name,
          icon: "folder",
          to: `${adminRoutes.categories()}?${new URLSearchParams({ search: name })}`,
        })),
      ),
    },
    {
      title: "Users",
      commands: users.slice(0, FOUND_MAX).map(({ id, full_name, email }) => ({
        id: `user-${id}`,
        label: full_name ?? email,
        ...(full_name !== null && { note: email }),
        icon: "users",
        to: `${adminRoutes.users()}?${new URLSearchParams({ search: email })}`,
      })),
    },
    places,
    ...last,
  ];
}

/** The last line of every search of those who have posts, so that none ends without a way on. */
const searchFor = (typed: string): CommandGroup => ({
  title: "Search",
  commands: [
    {
      id: "search-posts",
      label: `Search posts for “${typed}”`,
      icon: "search",
      to: `${adminRoutes.posts()}?${new URLSearchParams({ search: typed })}`,
    },
  ],
});

function useGroups(actions: Command[], typed: string, showKeys: () => void): CommandGroup[] {
  const mayOpen = useMayOpen();
  const always = useMemo(() => fixedCommands(mayOpen, showKeys), [mayOpen, showKeys]);
  const fixed = [{ title: "On this screen", commands: actions }, ...always];
  const matching = fixed.map(({ title, commands }) => ({ title, commands: commands.filter((one) => matches(one, typed)) }));
  return [...matching, ...useFound(typed)].filter(({ commands }) => commands.length > 0);
}

type ModalProps = { label: string; isOpen: boolean; onClose(): void; children: ReactNode };

/**
 * A modal at the top of the window. Escape and a click outside close it. Until it is open, its content is rendered
 * outside of the document, so that opening it only has to lay it out.
 */
function Modal({ label, isOpen, onClose, children }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null);
  const [place] = useState(() => document.createElement("div"));
  useLayoutEffect(() => {
    if (!isOpen) return;
    const dialog = element.current;
    document.body.append(place);
    dialog?.showModal();
    return () => {
      // Closed while it is still in the page, so that the browser restores the focus.
      dialog?.close();
      place.remove();
    };
  }, [isOpen, place]);
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={element}
      className="command-menu"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      {children}
    </dialog>,
    place,
  );
}

type OptionProps = { id: string; command: Command; isActive: boolean; onRun(command: Command): void };

const Option = memo(function Option({ id, command, isActive, onRun }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's
    <div id={id} role="option" tabIndex={-1} aria-selected={isActive} className="command" onClick={() => onRun(command)}>
      <AdminIcon name={command.icon} />
      <span dir="auto">{command.label}</span>
      {command.note ? <small>{command.note}</small> : null}
    </div>
  );
});

type OptionsProps = { id: string; groups: CommandGroup[]; active: Command | undefined; onRun(command: Command): void };

function Options({ id, groups, active, onRun }: OptionsProps) {
  return (
    <div id={id} role="listbox" aria-label="Commands" className="command-list">
      {groups.map(({ title, commands }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true">{title}</p>
          {commands.map((command) => (
            <Option key={command.id} id={`${id}-${command.id}`} command={command} isActive={command === active} onRun={onRun} />
          ))}
        </div>
      ))}
    </div>
  );
}

type CommandFieldProps = {
  list: string;
  active: string | undefined;
  text: string;
  onType(text: string): void;
  onKeyDown(event: KeyboardEvent): void;
};

function CommandField({ list, active, text, onType, onKeyDown }: CommandFieldProps) {
  return (
    <div className="command-field">
      <AdminIcon name="search" />
      <input
        role="combobox"
        aria-label="Go to a screen, post, user or setting"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={active}
        aria-autocomplete="list"
        placeholder="Go to a screen, post, user or setting..."
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

type CommandMenuProps = { isOpen: boolean; onClose(): void; onView(view: MenuView): void };

export function CommandMenu({ isOpen, onClose, onView }: CommandMenuProps) {
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const [actions, setActions] = useState<Command[]>([]);
  const typed = useDeferredValue(text.trim());
  const showKeys = useCallback(() => onView("keys"), [onView]);
  const groups = useGroups(actions, typed, showKeys);
  const all = groups.flatMap(({ commands }) => commands);
  const active = all[Math.min(chosen, all.length - 1)];
  const activeId = active ? `${id}-${active.id}` : undefined;
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    setActions(screenActions());
  }
  useEffect(() => {
    // At the beginning nothing is scrolled, and asking would lay out the menu once more.
    if (isOpen && activeId && chosen > 0) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [isOpen, activeId, chosen]);

  const run = useCallback(
    (command: Command) => {
      onClose();
      if (command.to) void navigate(command.to);
      // Once the menu is closed, because it may open something else.
      else setTimeout(() => command.run?.());
    },
    [onClose, navigate],
  );
  const type = (typed: string) => {
    setText(typed);
    setChosen(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = all.length - 1;
    const now = Math.min(chosen, last);
    const next = { ArrowDown: now === last ? 0 : now + 1, ArrowUp: now <= 0 ? last : now - 1, Home: 0, End: last }[event.key];
    if (next !== undefined && !event.shiftKey) {
      event.preventDefault();
      setChosen(next);
    } else if (event.key === "Enter" && active) {
      event.preventDefault();
      run(active);
    }
  };
  return (
    <Modal label="Command menu" isOpen={isOpen} onClose={onClose}>
      <CommandField list={id} active={activeId} text={text} onType={type} onKeyDown={onKeyDown} />
      <Options id={id} groups={groups} active={active} onRun={run} />
    </Modal>
  );
}

type Key = [key: string, does: string];
type Keys = { title: string; keys: Key[]; screen?: string };

function keysEverywhere(mayOpen: (to: string) => boolean): Keys {
  const goTo = goKeysFor(mayOpen);
  const forWriters: Key[] = [
    ["Ctrl or ⌘ + Shift + K", "Open it while writing an article"],
    ["C", "Write a new post"],
  ];
  return {
    title: "Everywhere",
    keys: [
      ["Ctrl or ⌘ + K", "Open the command menu"],
      ...(mayOpen(adminRoutes.createPost()) ? forWriters : []),
      ["/", "Search the list"],
      [`G, then ${goTo.map(({ key }) => key).join(" ")}`, goTo.map(({ name }) => name).join(", ")],
      ["?", "Show these keys"],
      ["Ctrl or ⌘ + Z", "Undo what the notification reports"],
    ],
  };
}

const KEYS_OF_SCREENS: Keys[] = [
  {
    title: "Writing",
    screen: adminRoutes.createPost(),
    keys: [
      ["/", "Insert an image, a quote or another block"],
      ["Ctrl or ⌘ + B / I", "Bold or italic"],
      ["Ctrl or ⌘ + K", "Link"],
      ["Ctrl or ⌘ + Shift + F", "Find and replace"],
      ["Ctrl or ⌘ + S", "Save"],
    ],
  },
  {
    title: "Comments",
    screen: adminRoutes.comments(),
    keys: [
      ["j / k", "Next or previous comment"],
      ["a / r", "Approve or reject"],
      ["c", "Reply"],
      ["s", "Mark as spam"],
      ["d", "Delete"],
    ],
  },
];

export function KeyList({ onClose }: { onClose(): void }) {
  const mayOpen = useMayOpen();
  const lists = [keysEverywhere(mayOpen), ...KEYS_OF_SCREENS.filter(({ screen = "" }) => mayOpen(screen))];
  return (
    <Dialog title="Keyboard shortcuts" open onClose={onClose}>
      {lists.map(({ title, keys }) => (
        <section key={title} className="key-list">
          <h3>{title}</h3>
          <dl>
            {keys.map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
