import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { type NavigationState, NO_NAVIGATION, navigationInput } from "../../../domain/navigation/navigation.ts";
import { FOOTER_MAX, HEADER_MAX } from "../../../domain/navigation/navigation-rules.ts";
import { routes } from "../../../routes.ts";
import { PagePreview } from "../appearance/look-preview.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { useDates } from "../frame/dates.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { AnnouncementFields } from "./announcement-fields.tsx";
import { FooterGroups } from "./footer-groups.tsx";
import { MenuEntries } from "./menu-entries.tsx";
import { isFooterShipped, isHeaderShipped, shippedFooter, shippedHeader, toNavigation } from "./menu-values.ts";
import { navigationQuery } from "./queries.ts";
import { SocialLinks } from "./social-links.tsx";
import { type NavigationForm, useNavigationForm } from "./use-navigation-form.ts";

/** The narrowest window with the whole menu in one line, so that it can be read in the room beside the form. CSS pixels. */
const SMALL_DESKTOP = 1024;

const PREVIEWED = [[routes.home(), "Home"]] as const;

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
              Restore the original
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

function stateOf({ conflict, errors, isDirty }: NavigationForm): string {
  if (conflict) return "Someone else has saved this screen in the meantime. Your changes aren’t lost.";
  const count = Object.keys(errors).length;
  if (count > 0)
    return count === 1
      ? "One field needs attention. Nothing has been saved yet."
      : `${count} fields need attention. Nothing has been saved yet.`;
  return isDirty ? "Unsaved changes" : "All changes saved";
}

function SaveBar({ form }: { form: NavigationForm }) {
  const { isDirty, isBusy, conflict, undo } = form;
  return (
    <div className="save-bar">
      <p role="status">{stateOf(form)}</p>
      {conflict ? (
        <>
          <button type="button" className="button" onClick={conflict.takeTheirs}>
            Take theirs
          </button>
          <button type="button" className="button button-solid" onClick={conflict.saveMine}>
            Save mine
          </button>
        </>
      ) : (
        <>
          <FocusKeepingButton className="button" isDisabled={!isDirty || isBusy} onClick={undo}>
            Discard
          </FocusKeepingButton>
          <FocusKeepingButton type="submit" className="button button-solid" isDisabled={!isDirty || isBusy}>
            {isBusy ? "Saving..." : "Save"}
          </FocusKeepingButton>
        </>
      )}
    </div>
  );
}

function FoundCopy({ form: { found, restore, discardFound } }: { form: NavigationForm }) {
  const dates = useDates();
  if (!found) return null;
  return (
    <div className="setting-group found-copy" role="status">
      <p>This browser has unsaved changes of yours from {dates.time(new Date(found.savedAt).toISOString())}.</p>
      <p className="found-copy-buttons">
        <button type="button" className="button button-solid" onClick={() => restore(found.value)}>
          Restore
        </button>
        <button type="button" className="button" onClick={discardFound}>
          Discard
        </button>
      </p>
    </div>
  );
}

/** Header and footer with the form's menus. While they can't be saved, they stay as they were. */
function MenusPreview({ values, timezone }: Pick<NavigationForm, "values" | "timezone">) {
  const shown = useRef<object>(NO_NAVIGATION);
  const result = navigationInput.safeParse(toNavigation(values, timezone));
  if (result.success) shown.current = result.data;
  return <PagePreview pages={PREVIEWED} part="navigation" value={JSON.stringify(shown.current)} desktop={SMALL_DESKTOP} />;
}

function Menus({ form }: { form: NavigationForm }) {
  const { values, targets, errors, change } = form;
  return (
    <>
      <Part
        id="header"
        title="Header menu"
        lead="At the top of every page, and in the menu on phones. Sign-in and search stay where they are."
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
        title="Footer menu"
        lead={`Up to ${FOOTER_MAX} groups of links at the end of every page.`}
        onReset={isFooterShipped(values.footer) ? undefined : () => change("footer", shippedFooter())}
      >
        <FooterGroups form={form} />
      </Part>
    </>
  );
}

function MenusForm({ stored }: { stored: NavigationState }) {
  const form = useNavigationForm(stored);
  const element = useRef<HTMLFormElement>(null);
  const { values, timezone, errors, failures, change } = form;
  useEffect(() => {
    if (failures > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);
  return (
    <div className="menus">
      <div>
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
          <Menus form={form} />
          <Part id="social" title="Social links" lead="Links to your profiles elsewhere, in the footer below the site’s name.">
            <SocialLinks links={values.social} errors={errors} onChange={(social) => change("social", social)} />
          </Part>
          <Part id="announcement" title="Announcement" lead="A short message for all readers.">
            <AnnouncementFields
              values={values.announcement}
              timezone={timezone}
              errors={errors}
              onChange={(announcement) => change("announcement", announcement)}
            />
          </Part>
          <SaveBar form={form} />
        </form>
      </div>
      <MenusPreview values={values} timezone={timezone} />
    </div>
  );
}

export function Navigation() {
  const query = useQuery(navigationQuery);
  return (
    <AdminPage title="Navigation" lead="Menus, social links and an announcement.">
      <QueryView query={query} noun="navigation">
        {(stored) => <MenusForm stored={stored} />}
      </QueryView>
    </AdminPage>
  );
}
