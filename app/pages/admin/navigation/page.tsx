import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import type { NavigationState } from "../../../domain/navigation/navigation.ts";
import { FOOTER_MAX, HEADER_MAX } from "../../../domain/navigation/navigation-rules.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { useDates } from "../frame/dates.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { AnnouncementFields } from "./announcement-fields.tsx";
import { FooterGroups } from "./footer-groups.tsx";
import { MenuEntries } from "./menu-entries.tsx";
import { isFooterShipped, isHeaderShipped, shippedFooter, shippedHeader } from "./menu-values.ts";
import { navigationQuery } from "./queries.ts";
import { SocialLinks } from "./social-links.tsx";
import { ANNOUNCEMENT, MENUS, SCREEN, SOCIAL } from "./texts.ts";
import { type NavigationForm, useNavigationForm } from "./use-navigation-form.ts";

type PartProps = { id: string; title: string; lead: string; onReset?: (() => void) | undefined; children: ReactNode };

/** A part of the form. `onReset` brings back the menu that comes with the site; without it, the menu is that one. */
function Part({ id, title, lead, onReset, children }: PartProps) {
  return (
    <section className="setting-group" aria-labelledby={`navigation-${id}`}>
      <div className="menu-head">
        <h2 id={`navigation-${id}`}>{title}</h2>
        {onReset ? (
          <button type="button" className="small-button" onClick={onReset}>
            <AdminIcon name="retry" />
            <span>
              {SCREEN.restoreOriginal}
              <span className="sr-only"> {title.toLowerCase()}</span>
            </span>
          </button>
        ) : null}
      </div>
      <p className="setting-lead">{lead}</p>
      {children}
    </section>
  );
}

/** What the bar with Save says. */
function stateOf({ conflict, errors, isDirty }: NavigationForm): string {
  if (conflict) return SCREEN.overtaken;
  const count = Object.keys(errors).length;
  if (count > 0) return count === 1 ? SCREEN.oneProblem : SCREEN.problems(count);
  return isDirty ? SCREEN.changed : SCREEN.unchanged;
}

function SaveBar({ form }: { form: NavigationForm }) {
  const { isDirty, isBusy, conflict, undo } = form;
  return (
    <div className="save-bar">
      <p role="status">{stateOf(form)}</p>
      {conflict ? (
        <>
          <button type="button" className="button" onClick={conflict.takeTheirs}>
            {SCREEN.takeTheirs}
          </button>
          <button type="button" className="button button-solid" onClick={conflict.saveMine}>
            {SCREEN.saveMine}
          </button>
        </>
      ) : (
        <>
          <FocusKeepingButton className="button" isDisabled={!isDirty || isBusy} onClick={undo}>
            {SCREEN.discard}
          </FocusKeepingButton>
          <FocusKeepingButton type="submit" className="button button-solid" isDisabled={!isDirty || isBusy}>
            {isBusy ? SCREEN.saving : SCREEN.save}
          </FocusKeepingButton>
        </>
      )}
    </div>
  );
}

/** Offers to restore unsaved changes of an earlier visit. */
function FoundCopy({ form: { found, restore, discardFound } }: { form: NavigationForm }) {
  const dates = useDates();
  if (!found) return null;
  return (
    <div className="setting-group found-copy" role="status">
      <p>{SCREEN.copyFrom(dates.time(new Date(found.savedAt).toISOString()))}</p>
      <p className="found-copy-buttons">
        <button type="button" className="button button-solid" onClick={() => restore(found.value)}>
          {SCREEN.restore}
        </button>
        <button type="button" className="button" onClick={discardFound}>
          {SCREEN.discard}
        </button>
      </p>
    </div>
  );
}

function MenusForm({ stored }: { stored: NavigationState }) {
  const form = useNavigationForm(stored);
  const element = useRef<HTMLFormElement>(null);
  const { values, targets, timezone, errors, failures, change } = form;
  useEffect(() => {
    if (failures > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);
  return (
    <>
      <FoundCopy form={form} />
      <form
        ref={element}
        className="settings-form"
        noValidate
        aria-busy={form.isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          if (form.isDirty && !form.isBusy) form.save();
        }}
      >
        <Part
          id="header"
          title={MENUS.header}
          lead={MENUS.headerHint}
          onReset={isHeaderShipped(values.header) ? undefined : () => change("header", shippedHeader())}
        >
          <MenuEntries
            name="Entries of the header menu"
            place="header"
            max={HEADER_MAX}
            entries={values.header}
            targets={targets}
            errors={errors}
            onChange={(header) => change("header", header)}
          />
        </Part>
        <Part
          id="footer"
          title={MENUS.footer}
          lead={MENUS.footerHint(FOOTER_MAX)}
          onReset={isFooterShipped(values.footer) ? undefined : () => change("footer", shippedFooter())}
        >
          <FooterGroups form={form} />
        </Part>
        <Part id="social" title={SOCIAL.title} lead={SOCIAL.lead}>
          <SocialLinks links={values.social} errors={errors} onChange={(social) => change("social", social)} />
        </Part>
        <Part id="announcement" title={ANNOUNCEMENT.title} lead={ANNOUNCEMENT.lead}>
          <AnnouncementFields
            values={values.announcement}
            timezone={timezone}
            errors={errors}
            onChange={(announcement) => change("announcement", announcement)}
          />
        </Part>
        <SaveBar form={form} />
      </form>
    </>
  );
}

/** The screen of menus, social links and the announcement. */
export function Navigation() {
  const query = useQuery(navigationQuery);
  return (
    <AdminPage title={SCREEN.title} lead={SCREEN.lead} width="narrow">
      <QueryView query={query} noun="navigation">
        {(stored) => <MenusForm stored={stored} />}
      </QueryView>
    </AdminPage>
  );
}
