import { adminRoutes } from "../../../admin-routes.ts";
import { ICON_MIN } from "../../../domain/appearance/brand-rules.ts";
import { hasLogo } from "../../../domain/appearance/look-rules.ts";
import { Link } from "../../../ui/link.tsx";
import { ImageField } from "../media/image-field.tsx";
import { BrandField } from "./brand-field.tsx";
import { Choices } from "./choices.tsx";
import type { LookForm } from "./use-look-form.ts";

const SIGNS = [
  { value: "lark", label: "Skylark’s bird", note: "Next to the name of your site" },
  { value: "none", label: "Name only", note: "Without a logo" },
  { value: "logo", label: "Your logo", note: "In place of the name" },
  { value: "symbol", label: "Your logo and the name", note: "For a logo without words" },
] as const;

const HEROES = [
  { value: "landscape", label: "A landscape", note: "Hills at dawn, in your colors" },
  { value: "plain", label: "None", note: "Words on plain paper" },
  { value: "picture", label: "Your image", note: "Next to the words" },
] as const;

export function BrandParts({ form: { look, gaps, change } }: { form: LookForm }) {
  const { sign, logo, icon, hero, picture } = look;
  return (
    <section className="setting-group" aria-labelledby="look-pictures">
      <h2 id="look-pictures">Images</h2>
      <Choices
        name="sign"
        legend="Logo in the header"
        options={SIGNS}
        value={sign}
        onChange={(value) => change({ sign: value })}
      />
      {hasLogo(sign) ? (
        <>
          <BrandField
            part="logo"
            label="Logo"
            hint={
              gaps.includes("logo")
                ? "Upload a logo, as SVG or an image, before you save."
                : "SVG or an image. Also used in emails and social images."
            }
            value={logo.light}
            onChange={(light) => change({ logo: { ...logo, light } })}
          />
          <BrandField
            part="logo"
            label="Logo for the dark theme"
            hint="Only if the other one is hard to see on dark paper."
            theme="dark"
            value={logo.dark}
            onChange={(dark) => change({ logo: { ...logo, dark } })}
          />
        </>
      ) : null}
      <BrandField
        part="icon"
        label="Icon"
        hint={`For browser tabs, home screens and feeds. SVG, or a square image of at least ${ICON_MIN} × ${ICON_MIN} pixels; all sizes are made from it.`}
        value={icon}
        onChange={(address) => change({ icon: address })}
      />
      <Choices name="hero" legend="Home header" options={HEROES} value={hero} onChange={(value) => change({ hero: value })} />
      {hero === "picture" ? (
        <ImageField
          label="Home image"
          name="picture"
          url={picture}
          alt=""
          isDecorative
          hint={gaps.includes("picture") ? "Choose an image before you save." : undefined}
          onChange={({ url }) => change({ picture: url })}
        />
      ) : null}
      <p className="field-hint">
        <Link to={adminRoutes.siteText("home")}>Edit Home’s text</Link>
      </p>
    </section>
  );
}
