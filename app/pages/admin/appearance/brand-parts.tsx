import { adminRoutes } from "../../../admin-routes.ts";
import { ICON_MIN } from "../../../domain/appearance/brand-rules.ts";
import { hasLogo } from "../../../domain/appearance/look-rules.ts";
import { Link } from "../../../ui/link.tsx";
import { TextWith } from "../../../ui/text-with.tsx";
import { ImageField } from "../media/image-field.tsx";
import { BrandField } from "./brand-field.tsx";
import { Choices } from "./choices.tsx";
import { BRAND } from "./texts.ts";
import type { LookForm } from "./use-look-form.ts";

const SIGNS = [
  { value: "lark", label: BRAND.theLark, note: BRAND.larkNote },
  { value: "none", label: BRAND.none, note: BRAND.nameAlone },
  { value: "logo", label: BRAND.yourLogo, note: BRAND.logoNote },
  { value: "symbol", label: BRAND.logoAndName, note: BRAND.logoAndNameNote },
] as const;

const HEROES = [
  { value: "landscape", label: BRAND.aLandscape, note: BRAND.landscapeNote },
  { value: "plain", label: BRAND.none, note: BRAND.plainNote },
  { value: "picture", label: BRAND.yourPicture, note: BRAND.ownPictureNote },
] as const;

/** The owner's own pictures: sign or logo, icon, and the top of Home. */
export function BrandParts({ form: { look, gaps, change } }: { form: LookForm }) {
  const { sign, logo, icon, hero, picture } = look;
  return (
    <section className="setting-group" aria-labelledby="look-pictures">
      <h2 id="look-pictures">{BRAND.pictures}</h2>
      <Choices name="sign" legend={BRAND.headerLogo} options={SIGNS} value={sign} onChange={(value) => change({ sign: value })} />
      {hasLogo(sign) ? (
        <>
          <BrandField
            part="logo"
            label={BRAND.logo}
            hint={gaps.includes("logo") ? BRAND.logoMissing : BRAND.logoHint}
            value={logo.light}
            onChange={(light) => change({ logo: { ...logo, light } })}
          />
          <BrandField
            part="logo"
            label={BRAND.darkLogo}
            hint={BRAND.darkLogoHint}
            theme="dark"
            value={logo.dark}
            onChange={(dark) => change({ logo: { ...logo, dark } })}
          />
        </>
      ) : null}
      <BrandField
        part="icon"
        label={BRAND.icon}
        hint={BRAND.iconHint(ICON_MIN, ICON_MIN)}
        value={icon}
        onChange={(address) => change({ icon: address })}
      />
      <Choices name="hero" legend={BRAND.topOfHome} options={HEROES} value={hero} onChange={(value) => change({ hero: value })} />
      {hero === "picture" ? (
        <ImageField
          label={BRAND.pictureOfHome}
          name="picture"
          url={picture}
          alt=""
          isDecorative
          hint={gaps.includes("picture") ? BRAND.pictureMissing : undefined}
          onChange={({ url }) => change({ picture: url })}
        />
      ) : null}
      <p className="field-hint">
        <TextWith text={BRAND.homeText} parts={{ settings: <Link to={adminRoutes.settings()}>{BRAND.settings}</Link> }} />
      </p>
    </section>
  );
}
