import type { Site } from "../../../domain/settings/settings.ts";

/**
 * The attributes of <html> for who chose no theme. The style sheets follow `data-theme`, and the system where there is none;
 * so the site's own default holds before any script, and without one.
 */
export const siteLook = ({ theme }: Pick<Site, "theme">) => ({
  "data-theme-default": theme,
  ...(theme !== "auto" && { "data-theme": theme }),
});
