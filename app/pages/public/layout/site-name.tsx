import { pathTo } from "../../../base-path.ts";
import { logoAt } from "../../../domain/appearance/brand-rules.ts";
import type { Site } from "../../../domain/settings/settings.ts";
import { routes } from "../../../routes.ts";
import { Mark } from "../../../ui/illustration/mark.tsx";

type NameProps = { site: Pick<Site, "name" | "look"> };

/** The style sheet of the look hides the other theme's logo, which isn't loaded then. */
function Logo({ site: { name, look } }: NameProps) {
  const { light = "", dark = null } = look?.logo ?? {};
  const isSymbol = look?.sign === "symbol";
  const shown = dark && dark !== light ? [light, dark] : [light];
  return shown.map((src, place) => {
    const size = logoAt(src);
    const theme = shown.length === 1 ? "" : place === 0 ? " logo-light" : " logo-dark";
    return (
      <img
        key={src}
        className={`logo${isSymbol ? " logo-symbol" : ""}${theme}`}
        src={pathTo(src)}
        alt={isSymbol ? "" : name}
        width={size?.width}
        height={size?.height}
        loading={theme ? "lazy" : undefined}
      />
    );
  });
}

/** Documents without a header have this. */
export function SiteNameLink({ site }: NameProps) {
  const { name, look } = site;
  const home = pathTo(routes.home());
  if (look?.logo && look.sign !== "symbol")
    return (
      <a href={home}>
        <Logo site={site} />
      </a>
    );
  return (
    <>
      {look?.logo ? <Logo site={site} /> : <Mark className="brand-mark" />}
      <a href={home}>{name}</a>
    </>
  );
}

export function SiteName({ site }: NameProps) {
  const { name, look } = site;
  return (
    <>
      {look?.logo ? <Logo site={site} /> : <Mark className="brand-mark" />}
      {look?.logo && look.sign !== "symbol" ? null : <span>{name}</span>}
    </>
  );
}
