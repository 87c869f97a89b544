// A small script of its own, before the first paint: the page never flashes in the wrong theme, the header keeps room for who
// is signed in, and what the first paint doesn't need is fetched after it. An article waits for it only in a browser where
// there is a choice of theme or an account to show (see `own-look.ts`).
import { applyTheme, themeChoice } from "../ui/theme/choice.ts";
import { loadAfterPaint } from "./after-paint.ts";
import { markSignedIn, storedPerson } from "./auth/stored-person.ts";

applyTheme(themeChoice());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyTheme(themeChoice()));
markSignedIn(storedPerson());
loadAfterPaint();
