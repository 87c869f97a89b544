// Runs before the first paint, as a small blocking script of its own: the page never flashes in the wrong theme, the header
// keeps room for who is signed in, and what the first paint doesn't need is fetched after it.
import { applyTheme, themeChoice } from "../ui/theme/choice.ts";
import { loadAfterPaint } from "./after-paint.ts";
import { markSignedIn, storedPerson } from "./auth/stored-person.ts";

applyTheme(themeChoice());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyTheme(themeChoice()));
markSignedIn(storedPerson());
loadAfterPaint();
