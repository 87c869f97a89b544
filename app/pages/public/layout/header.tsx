import { routes } from "../../../routes.ts";
import { Mark } from "../../../ui/illustration/mark.tsx";
import { ThemeToggle } from "../../../ui/theme/theme-toggle.tsx";
import { PageLink } from "../navigation/page-link.tsx";
import { AccountSlot } from "./account-slot.tsx";
import { MainLinks } from "./main-links.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { SearchForm } from "./search-form.tsx";
import { useSearchHotkey } from "./use-search-hotkey.ts";
import { useSite } from "./use-site.ts";

/** The head of every public page. */
export function Header() {
  const site = useSite();
  useSearchHotkey();
  return (
    <header className="site-header">
      <div className="page-width site-header-row">
        <PageLink to={routes.home()} className="brand">
          <Mark className="brand-mark" />
          <span>{site.name}</span>
        </PageLink>
        <nav className="wide-only" aria-label="Main">
          <MainLinks />
        </nav>
        <div className="header-tools wide-only">
          <SearchForm id="header-search" />
          <ThemeToggle />
          <AccountSlot />
        </div>
        <MobileMenu />
      </div>
    </header>
  );
}
