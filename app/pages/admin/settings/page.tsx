import { useQuery } from "@tanstack/react-query";
import { AdminPage } from "../frame/admin-page.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { DemoContent } from "./demo-content.tsx";
import { settingsQuery } from "./queries.ts";
import { SettingsForm } from "./settings-form.tsx";

/** Everything that the owner can set, and the texts of the site's own pages. */
export function Settings() {
  const query = useQuery(settingsQuery);
  return (
    <AdminPage title="Settings" lead="Changes apply to every reader as soon as you save." width="narrow">
      <QueryView query={query} noun="settings">
        {(stored) => <SettingsForm stored={stored} />}
      </QueryView>
      <DemoContent />
    </AdminPage>
  );
}
