import { useQuery } from "@tanstack/react-query";
import type { StoredKey } from "../../../domain/privacy/privacy.ts";
import { routes } from "../../../routes.ts";
import { fill } from "../../../texts/texts.ts";
import { TextWith } from "../../../ui/text-with.tsx";
import { useApi, useSite } from "../../data.ts";
import { Meta } from "../meta.tsx";
import { PageLink } from "../page-link.tsx";
import { storedKeysQuery } from "../queries.ts";
import { texts } from "./texts.ts";

const GROUPS: { whose: StoredKey["whose"]; title: "everyone" | "signedIn" | "admins" }[] = [
  { whose: "everyone", title: "everyone" },
  { whose: "signed-in users", title: "signedIn" },
  { whose: "admins", title: "admins" },
];

const PLACES = { cookie: "cookie", "local storage": "localStorage", "session storage": "sessionStorage" } as const;

const placeName = (place: StoredKey["place"]): string => (place === "IndexedDB" ? place : texts[PLACES[place]]);

function Key({ stored: { name, place, purpose, kept } }: { stored: StoredKey }) {
  return (
    <li className="stored-key">
      <p>
        <code>{name}</code> <span>{placeName(place)}</span>
      </p>
      <p>{purpose}</p>
      <p>
        <strong>{texts.kept}</strong> {kept}
      </p>
    </li>
  );
}

export function Component() {
  const { name } = useSite();
  const { data: keys = [] } = useQuery(storedKeysQuery(useApi()));
  return (
    <div className="page-width plain-page">
      <Meta title={texts.title} path={routes.storedKeys()} description={fill(texts.description, { site: name })} />
      <h1>{texts.title}</h1>
      <p className="standfirst">{texts.lead}</p>
      <div className="prose">
        {GROUPS.map(({ whose, title }) => (
          <section key={whose}>
            <h2>{texts[title]}</h2>
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
          <TextWith text={texts.remove} parts={{ privacy: <PageLink to={routes.privacy()}>{texts.privacy}</PageLink> }} />
        </p>
      </div>
    </div>
  );
}
