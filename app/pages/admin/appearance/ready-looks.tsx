import type { Look } from "../../../domain/appearance/appearance.ts";
import { hasLogo, type StyledLook } from "../../../domain/appearance/look-rules.ts";
import { READY_LOOK_NAMES, READY_LOOKS } from "../../../domain/appearance/ready-look-rules.ts";
import { LookPicture } from "../../../ui/look-picture.tsx";
import type { LookForm } from "./use-look-form.ts";

/** A ready look on this site, where the owner's own logo and picture of Home stay. */
const onThisSite = (look: Look, ready: StyledLook): Look => ({
  ...look,
  ...ready,
  ...(hasLogo(look.sign) && { sign: look.sign }),
  ...(look.hero === "picture" && { hero: look.hero }),
});

const isSame = (a: Look, b: Look) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

export function ReadyLooks({ form: { look, take } }: { form: LookForm }) {
  return (
    <section className="setting-group" aria-labelledby="ready-looks">
      <h2 id="ready-looks">Looks</h2>
      <p className="row-note" id="ready-looks-note">
        Start with one of these, then change anything. Your logo and images stay.
      </p>
      <ul className="ready-looks" aria-describedby="ready-looks-note">
        {READY_LOOK_NAMES.map((name) => {
          const ready = onThisSite(look, READY_LOOKS[name].look);
          const { label, note } = READY_LOOKS[name];
          return (
            <li key={name}>
              <button type="button" aria-pressed={isSame(ready, look)} onClick={() => take(ready)}>
                <LookPicture look={ready} />
                <span>{label}</span>
                <span className="row-note">{note}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
