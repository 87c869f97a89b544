import { useQuery } from "@tanstack/react-query";
import type { MenuTarget } from "../../../domain/navigation/navigation.ts";
import { MENU_ADDRESS_MAX } from "../../../domain/navigation/navigation-rules.ts";
import { buttonTargetOf } from "../../../domain/settings/button-rules.ts";
import { Field } from "../../../ui/form/field.tsx";
import { SITE_LINKS } from "../navigation/menu-values.ts";
import { navigationQuery } from "../navigation/queries.ts";
import { TargetField } from "../navigation/target-field.tsx";

const ARTICLE = { value: "article", label: "An article" };

/** A target by its slug, which links name. */
const bySlug = (target: MenuTarget): MenuTarget => {
  const slug = target.kind === "page" ? target.path.slice(1) : new URLSearchParams(target.path.split("?")[1]).get(target.kind);
  return { ...target, id: decodeURIComponent(slug ?? "") };
};

function choiceOf(link: string): string {
  const target = buttonTargetOf(link);
  if (!target) return link === "" ? ARTICLE.value : "address";
  if (target.kind !== "address") return link;
  return SITE_LINKS.some(({ to }) => to === target.to) ? `site:${target.to}` : "address";
}

const linkOf = (choice: string) =>
  choice === ARTICLE.value ? "" : choice === "address" ? "address:" : choice.replace(/^site:/, "address:");

type ButtonLinkProps = {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  onChange(link: string): void;
};

/** What the hero's button leads to: an article, which has a field of its own, or what menus can lead to. */
export function ButtonLink({ name, label, value, error, onChange }: ButtonLinkProps) {
  const { data } = useQuery(navigationQuery);
  const targets = (data?.targets ?? []).filter(({ path }) => path !== "").map(bySlug);
  const chosen = buttonTargetOf(value);
  const isLost = data && chosen && chosen.kind !== "address" && !targets.some(({ kind, id }) => `${kind}:${id}` === value);
  const shown: MenuTarget[] = isLost
    ? [...targets, { kind: chosen.kind as MenuTarget["kind"], id: chosen.to, name: chosen.to, path: "", state: "gone" }]
    : targets;
  const choice = choiceOf(value);
  const isAddress = choice === "address";
  return (
    <>
      <TargetField
        name={name}
        label={label}
        value={choice}
        first={ARTICLE}
        what="button"
        targets={shown}
        error={isAddress ? undefined : error}
        onChange={(next) => onChange(linkOf(next))}
      />
      {isAddress ? (
        <Field
          label="Button URL"
          name={`${name}.address`}
          value={value.replace(/^address:/, "")}
          maxLength={MENU_ADDRESS_MAX}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="/path or https://…"
          error={error}
          onChange={(event) => onChange(`address:${event.target.value}`)}
        />
      ) : null}
    </>
  );
}
