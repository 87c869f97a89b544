import {
  MENU_ADDRESS_MAX,
  MENU_LABEL_MAX,
  NETWORK_NAMES,
  NETWORKS,
  type NetworkName,
  SOCIAL_MAX,
} from "../../../domain/navigation/navigation-rules.ts";
import { SelectField } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { AddRowButton, SortableList } from "../frame/sortable-list.tsx";
import { newSocial, type SocialValues } from "./menu-values.ts";

const OPTIONS = NETWORK_NAMES.map((value) => ({ value, label: NETWORKS[value].name }));

const HINTS: Partial<Record<NetworkName, string>> = { mail: "mailto:you@blog.example", feed: "/feed.xml" };

type SocialLinksProps = {
  links: SocialValues[];
  errors: Record<string, string>;
  onChange(links: SocialValues[]): void;
};

export function SocialLinks({ links, errors, onChange }: SocialLinksProps) {
  const change = (key: string, values: Partial<SocialValues>) =>
    onChange(links.map((link) => (link.key === key ? { ...link, ...values } : link)));
  return (
    <>
      <SortableList name="Social links" items={links} nameOf={({ label }) => label || "the new link"} onChange={onChange}>
        {({ key, network, label, address }, index) => (
          <>
            <SelectField
              label="Network"
              name={`social.${index}.network`}
              options={OPTIONS}
              value={network}
              onChange={({ target }) => {
                const next = target.value as NetworkName;
                const follows = label.trim() === "" || label === NETWORKS[network].name;
                change(key, { network: next, ...(follows && { label: NETWORKS[next].name }) });
              }}
            />
            <Field
              label="Label"
              name={`social.${index}.label`}
              value={label}
              maxLength={MENU_LABEL_MAX}
              autoComplete="off"
              error={errors[`social.${index}.label`]}
              onChange={({ target }) => change(key, { label: target.value })}
            />
            <div className="entry-address">
              <Field
                label="URL"
                name={`social.${index}.address`}
                value={address}
                maxLength={MENU_ADDRESS_MAX}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                placeholder={HINTS[network] ?? "https://…"}
                error={errors[`social.${index}.address`]}
                onChange={({ target }) => change(key, { address: target.value })}
              />
            </div>
          </>
        )}
      </SortableList>
      {links.length < SOCIAL_MAX ? <AddRowButton onAdd={() => onChange([...links, newSocial()])}>Add link</AddRowButton> : null}
    </>
  );
}
