import type { english as mail } from "../domain/mail/mail-texts.ts";
import type { english as data } from "../domain/privacy/data-texts.ts";
import type { english as keys } from "../domain/privacy/key-texts.ts";
import type { english as defaults } from "../domain/settings/default-texts.ts";
import type { english as accountPage } from "../pages/account/account/texts.ts";
import type { english as frame } from "../pages/account/frame/texts.ts";
import type { english as setupScript } from "../pages/account/setup/script-texts.ts";
import type { english as setup } from "../pages/account/setup/texts.ts";
import type { english as account } from "../pages/account/texts.ts";
import type { english as about } from "../pages/public/about/texts.ts";
import type { english as cards } from "../pages/public/cards/texts.ts";
import type { english as commentForm } from "../pages/public/comments/form-texts.ts";
import type { english as comments } from "../pages/public/comments/texts.ts";
import type { english as unsubscribe } from "../pages/public/comments/unsubscribe-texts.ts";
import type { english as home } from "../pages/public/home/texts.ts";
import type { english as signedUp } from "../pages/public/layout/signed-up-texts.ts";
import type { english as layout } from "../pages/public/layout/texts.ts";
import type { english as listing } from "../pages/public/listing/texts.ts";
import type { english as closed } from "../pages/public/maintenance/texts.ts";
import type { english as messages } from "../pages/public/not-found/texts.ts";
import type { english as ownPage } from "../pages/public/own-page/texts.ts";
import type { english as preview } from "../pages/public/preview/texts.ts";
import type { english as privacy } from "../pages/public/privacy-texts.ts";
import type { english as search } from "../pages/public/search/texts.ts";
import type { english as storage } from "../pages/public/stored-keys/texts.ts";
import type { english as players } from "../pages/public/story/player-texts.ts";
import type { english as story } from "../pages/public/story/texts.ts";
import type { english as terms } from "../pages/public/terms-texts.ts";
import type { english as ui } from "../ui/texts.ts";
import type { Plural } from "./texts.ts";

/** The same texts in another language, which may have other plural forms. */
type Translation<T> = T extends string
  ? string
  : T extends { other: string }
    ? Plural
    : { readonly [Key in keyof T]: Translation<T[Key]> };

/** Every area's English texts. */
type English = {
  about: typeof about;
  account: typeof account;
  accountPage: typeof accountPage;
  cards: typeof cards;
  closed: typeof closed;
  commentForm: typeof commentForm;
  comments: typeof comments;
  data: typeof data;
  defaults: typeof defaults;
  frame: typeof frame;
  home: typeof home;
  keys: typeof keys;
  layout: typeof layout;
  listing: typeof listing;
  mail: typeof mail;
  messages: typeof messages;
  ownPage: typeof ownPage;
  players: typeof players;
  preview: typeof preview;
  privacy: typeof privacy;
  search: typeof search;
  setup: typeof setup;
  setupScript: typeof setupScript;
  signedUp: typeof signedUp;
  storage: typeof storage;
  story: typeof story;
  terms: typeof terms;
  ui: typeof ui;
  unsubscribe: typeof unsubscribe;
};

/** All that a language has to say. */
export type Catalog = Translation<English>;
