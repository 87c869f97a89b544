import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import { siteContentInput } from "../../../domain/settings/site-content.ts";
import { routes } from "../../../routes.ts";
import { Link } from "../../../ui/link.tsx";
import { PagePreview } from "../appearance/look-preview.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { Bounces } from "../newsletter/bounces.tsx";
import { FORM_PLACES, type FormPlace } from "./form-places.ts";
import type { FormValues } from "./form-values.ts";
import { settingsQuery } from "./queries.ts";
import { SettingsForm } from "./settings-form.tsx";
import { contentOf } from "./use-settings-form.ts";

type SettingsPlaceProps = {
  place: FormPlace;
  actions?: ReactNode;
  before?: ReactNode;
  beside?(values: FormValues): ReactNode;
  below?: ReactNode;
};

function SettingsPlace({ place, beside, below, ...page }: SettingsPlaceProps) {
  const query = useQuery(settingsQuery);
  return (
    <AdminPage title={place.title} lead={place.lead} {...page}>
      <QueryView query={query} noun="settings">
        {(stored) => (
          <div className={beside ? "appearance site-texts" : "setting-place"}>
            <SettingsForm place={place} stored={stored} beside={beside} />
            {below}
          </div>
        )}
      </QueryView>
    </AdminPage>
  );
}

export const Settings = () => <SettingsPlace place={FORM_PLACES.general} />;
export const Reading = () => <SettingsPlace place={FORM_PLACES.reading} />;
export const Discussion = () => <SettingsPlace place={FORM_PLACES.discussion} />;
export const Accounts = () => <SettingsPlace place={FORM_PLACES.accounts} />;
export const PrivacyAndCrawlers = () => <SettingsPlace place={FORM_PLACES.privacy} />;
export const NewsletterSettings = () => <SettingsPlace place={FORM_PLACES.newsletter} below={<Bounces />} />;

const PARTS = {
  home: { pages: [[routes.home(), "Home"]], content: siteContentInput.pick({ hero: true, profile: true }) },
  about: { pages: [[routes.about(), "About"]], content: siteContentInput.pick({ about: true }) },
} as const;

/** The page with the texts of its form. While they can't be saved, it stays as it was. */
function TextPreview({ page, values }: { page: keyof typeof PARTS; values: FormValues }) {
  const { pages, content } = PARTS[page];
  const shown = useRef("{}");
  const result = content.strip().safeParse(contentOf(values));
  if (result.success) shown.current = JSON.stringify(result.data);
  return <PagePreview pages={pages} part="content" value={shown.current} />;
}

const BackToPages = () => (
  <Link className="back-link" to={adminRoutes.pages()}>
    <AdminIcon name="arrow-left" />
    Pages
  </Link>
);

export const HomeText = () => (
  <SettingsPlace
    place={FORM_PLACES.home}
    before={<BackToPages />}
    beside={(values) => <TextPreview page="home" values={values} />}
  />
);
export const AboutText = () => (
  <SettingsPlace
    place={FORM_PLACES.about}
    before={<BackToPages />}
    beside={(values) => <TextPreview page="about" values={values} />}
  />
);
