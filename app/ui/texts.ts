import { textsOf } from "../texts/texts.ts";

/*
 * The texts of components that bring their own.
 */
export const english = {
  // Light or dark

  theme: "Theme",
  light: "Light",
  auto: "Auto",
  dark: "Dark",

  // Fields

  showPassword: "Show",
  hidePassword: "Hide",
} as const;

export const texts = textsOf("ui", english);
