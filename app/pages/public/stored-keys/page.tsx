import { useQuery } from "@tanstack/react-query";
import type { StoredKey } from "../../../domain/privacy/privacy.ts";
import { routes } from "../../../routes.ts";
import { useApi, useSite } from "../../data.ts";
import { Meta } from "../meta.tsx";
import { PageLink } from "../page-link.tsx";
import { storedKeysQuery } from "../queries.ts";

const GROUPS: { whose: StoredKey["whose"]; title: string }[] = [
  { whose: "everyone", title: "In every reader’s browser" },
  { whose: "signed-in users", title: "If you sign in" },
  { whose: "admins", title: "If you are an admin" },
];

function Key({ stored: { name, place, purpose, kept } }: { stored: StoredKey }) {
  return (
    <li className="stored-key">
      <p>
        <code>{name}</code> <span>{place}</span>
      </p>
      <p>{purpose}</p>
      <p>
        <strong>Kept:</strong> {kept}
      </p>
    </li>
  );
}

export function Component() {
  const { name } = useSite();
  const { data: keys = [] } = useQuery(storedKeysQuery(useApi()));
  return (
    <div className="page-width plain-page">
      <Meta
        title="Cookies and storage"
        path={routes.storedKeys()}
        description={`Every cookie and key that ${name} may keep in your browser, and what it is for.`}
      />
      <h1>Cookies and storage</h1>
      <p className="standfirst">
        Everything that this site may keep in your browser. None of it is used for advertising, and no other site can read it.
      </p>
      <div className="prose">
        {GROUPS.map(({ whose, title }) => (
          <section key={whose}>
            <h2>{title}</h2>
            <ul className="stored-keys">
              {keys
                .filter((stored) => stored.whose === whose)
                .map((stored) => (
                  <Key key={stored.place + stored.name} stored={stored} />
                ))}
            </ul>
          </section>
        ))}
        <p>
          You can remove all of it in your browser’s settings. <PageLink to={routes.privacy()}>Privacy</PageLink> says what the
          server keeps.
        </p>
      </div>
    </div>
  );
}
