import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { pathTo } from "../../../base-path.ts";
import { signOut, useAuth } from "../../../browser/auth/state.ts";
import { mayEnterBackOffice } from "../../../domain/back-office.policy.ts";
import { searchTerm } from "../../../domain/search/search-rules.ts";
import { routes } from "../../../routes.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ThemeToggle } from "../../../ui/theme/theme-toggle.tsx";
import { useSite } from "../../data.ts";
import { PageLink } from "../page-link.tsx";
import { MenuLink } from "./menu-link.tsx";
import { headerLinks } from "./shipped-links.ts";
import { SiteName } from "./site-name.tsx";
import { texts } from "./texts.ts";

/** Fetched when somebody wants to search; without it, the form still works. */
const Suggestions = lazy(() =>
  import("../search/suggestions.tsx").then(
    ({ Suggestions }) => ({ default: Suggestions }),
    () => ({ default: () => null }),
  ),
);

/** `onSearch` closes the menu around the form. */
function SearchForm({ id, onSearch }: { id: string; onSearch?: () => void }) {
  const navigate = useNavigate();
  const [input, setInput] = useState<HTMLInputElement>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const search = searchTerm(String(new FormData(event.currentTarget).get("search") ?? ""));
    onSearch?.();
    navigate(routes.listing({ search }));
  };
  return (
    <search>
      <form className="search-form" action={pathTo(routes.listing())} method="get" onSubmit={submit}>
        <label className="sr-only" htmlFor={id}>
          {texts.searchArticles}
        </label>
        <Icon name="search" />
        <input
          id={id}
          type="search"
          name="search"
          placeholder={texts.searchPlaceholder}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          data-hotkey="/"
          onFocus={(event) => setInput(event.currentTarget)}
        />
        {input ? (
          <Suspense>
            <Suggestions input={input} onChoose={onSearch} />
          </Suspense>
        ) : null}
      </form>
    </search>
  );
}

/** The style sheet knows before the script does who is signed in, and keeps the space. */
function AccountSlot() {
  const { person } = useAuth();
  const navigate = useNavigate();
  const leave = () => {
    signOut();
    void navigate(routes.home());
  };
  return (
    <div className="account-slot">
      {person ? (
        <>
          <PageLink className="account-name" dir="auto" to={routes.account()}>
            {person.name || person.email}
          </PageLink>
          <button type="button" className="button button-quiet" onClick={leave}>
            {texts.signOut}
          </button>
        </>
      ) : (
        <>
          <PageLink className="account-out" to={routes.login()}>
            {texts.login}
          </PageLink>
          <PageLink className="account-out button button-solid" to={routes.register()}>
            {texts.signUp}
          </PageLink>
        </>
      )}
    </div>
  );
}

const useLinks = () => useSite().navigation?.header ?? headerLinks();

/** Characters as wide as two others: Chinese, Japanese, Korean, emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\u30fc\uff01-\uff60]/gu;

/**
 * Next to the name and the search: on wide screens only (`medium`), or on none (`long`). The numbers are characters, with three for the gap
 * after each label; the menu that comes with the site has 28.
 */
export function menuSize(labels: readonly { label: string }[]): "medium" | "long" | undefined {
  const length = labels.reduce((sum, { label }) => sum + label.replace(WIDE, "xx").length + 3, 0);
  return length > 42 ? "long" : length > 28 ? "medium" : undefined;
}

function MainLinks() {
  const { pathname, search } = useLocation();
  const hasOffice = mayEnterBackOffice(useAuth().person);
  const links = useLinks();
  return (
    <ul className="main-links" data-complete={hasOffice || undefined}>
      {(hasOffice ? [...links, { to: routes.adminDashboard(), label: texts.admin }] : links).map(({ to, label }) => (
        <li key={to + label}>
          <MenuLink to={to} aria-current={pathname === to || pathname + search === to ? "page" : undefined}>
            {label}
          </MenuLink>
        </li>
      ))}
    </ul>
  );
}

/** A <details> opens without a script; Escape and navigations close it. */
function MobileMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key, pathname } = useLocation();
  const close = () => {
    if (menu.current) menu.current.open = false;
  };

  const shown = useRef(key);
  useEffect(() => {
    // A menu that was opened before the script started stays open.
    if (shown.current !== key && menu.current) menu.current.open = false;
    shown.current = key;
  }, [key]);

  return (
    <details
      className="mobile-menu"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        close();
        menu.current?.querySelector("summary")?.focus();
      }}
    >
      <summary className="icon-button">
        <Icon name="menu" className="when-closed" />
        <Icon name="close" className="when-open" />
        <span className="sr-only">{texts.menu}</span>
      </summary>
      <div className="mobile-panel">
        {pathname === routes.listing() ? null : <SearchForm id="menu-search" onSearch={close} />}
        <nav aria-label={texts.menu}>
          <MainLinks />
        </nav>
        <ThemeToggle />
        <AccountSlot />
      </div>
    </details>
  );
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));

/** `/` focuses the search box of the header, or the one of the menu if that is open. */
function useSearchHotkey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const boxes = document.querySelectorAll<HTMLInputElement>("input[data-hotkey='/']");
      const box = [...boxes].find((one) => one.checkVisibility());
      if (!box) return;
      event.preventDefault();
      box.focus();
      box.select();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** The listing has a search box of its own, and the header keeps the space. */
export function Header() {
  const site = useSite();
  const { pathname } = useLocation();
  const size = menuSize(useLinks());
  useSearchHotkey();
  const menu = (
    <nav className="wide-only" aria-label={texts.main}>
      <MainLinks />
    </nav>
  );
  return (
    <header className="site-header">
      <div className="page-width site-header-row" data-menu={size}>
        <PageLink to={routes.home()} className="brand">
          <SiteName site={site} />
        </PageLink>
        {size === "long" ? null : menu}
        <div className="header-tools wide-only">
          {pathname === routes.listing() ? <div className="search-space" /> : <SearchForm id="header-search" />}
          <ThemeToggle />
          <AccountSlot />
        </div>
        {size === "long" ? menu : null}
        <MobileMenu />
      </div>
    </header>
  );
}
