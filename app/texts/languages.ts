import type { Catalog } from "./catalog.ts";
import { account as arAccount } from "./languages/ar/account.ts";
import { legal as arLegal } from "./languages/ar/legal.ts";
import { newsletter as arNewsletter } from "./languages/ar/newsletter.ts";
import { passkeys as arPasskeys } from "./languages/ar/passkeys.ts";
import { screens as arScreens } from "./languages/ar/screens.ts";
import { server as arServer } from "./languages/ar/server.ts";
import { account as deAccount } from "./languages/de/account.ts";
import { legal as deLegal } from "./languages/de/legal.ts";
import { newsletter as deNewsletter } from "./languages/de/newsletter.ts";
import { passkeys as dePasskeys } from "./languages/de/passkeys.ts";
import { screens as deScreens } from "./languages/de/screens.ts";
import { server as deServer } from "./languages/de/server.ts";
import { account as esAccount } from "./languages/es/account.ts";
import { legal as esLegal } from "./languages/es/legal.ts";
import { newsletter as esNewsletter } from "./languages/es/newsletter.ts";
import { passkeys as esPasskeys } from "./languages/es/passkeys.ts";
import { screens as esScreens } from "./languages/es/screens.ts";
import { server as esServer } from "./languages/es/server.ts";
import { account as frAccount } from "./languages/fr/account.ts";
import { legal as frLegal } from "./languages/fr/legal.ts";
import { newsletter as frNewsletter } from "./languages/fr/newsletter.ts";
import { passkeys as frPasskeys } from "./languages/fr/passkeys.ts";
import { screens as frScreens } from "./languages/fr/screens.ts";
import { server as frServer } from "./languages/fr/server.ts";
import { account as itAccount } from "./languages/it/account.ts";
import { legal as itLegal } from "./languages/it/legal.ts";
import { newsletter as itNewsletter } from "./languages/it/newsletter.ts";
import { passkeys as itPasskeys } from "./languages/it/passkeys.ts";
import { screens as itScreens } from "./languages/it/screens.ts";
import { server as itServer } from "./languages/it/server.ts";
import { account as ptAccount } from "./languages/pt-BR/account.ts";
import { legal as ptLegal } from "./languages/pt-BR/legal.ts";
import { newsletter as ptNewsletter } from "./languages/pt-BR/newsletter.ts";
import { passkeys as ptPasskeys } from "./languages/pt-BR/passkeys.ts";
import { screens as ptScreens } from "./languages/pt-BR/screens.ts";
import { server as ptServer } from "./languages/pt-BR/server.ts";
import type { SHIPPED } from "./shipped.ts";
import { ENGLISH, type Language, type Words } from "./texts.ts";

const CATALOGS = {
  ar: { ...arAccount, ...arLegal, ...arNewsletter, ...arPasskeys, ...arScreens, ...arServer },
  de: { ...deAccount, ...deLegal, ...deNewsletter, ...dePasskeys, ...deScreens, ...deServer },
  es: { ...esAccount, ...esLegal, ...esNewsletter, ...esPasskeys, ...esScreens, ...esServer },
  fr: { ...frAccount, ...frLegal, ...frNewsletter, ...frPasskeys, ...frScreens, ...frServer },
  it: { ...itAccount, ...itLegal, ...itNewsletter, ...itPasskeys, ...itScreens, ...itServer },
  "pt-BR": { ...ptAccount, ...ptLegal, ...ptNewsletter, ...ptPasskeys, ...ptScreens, ...ptServer },
} satisfies Record<(typeof SHIPPED)[number], Catalog>;

/** The texts of the languages that ship besides English. */
export const WORDS: Record<string, Words> = CATALOGS;

type Speaker = {
  /** BCP 47 */
  language?: string | undefined;
  /** the language with the owner's own words, if there are any */
  spoken?: Language | undefined;
};

/** The language that readers see on a site. */
export const languageOf = ({ language = "en", spoken }: Speaker): Language => {
  const words = WORDS[language];
  return spoken ?? (words ? { language, words } : ENGLISH);
};
