import { english as mail } from "../../app/domain/mail/mail-texts.ts";
import { english as data } from "../../app/domain/privacy/data-texts.ts";
import { english as keys } from "../../app/domain/privacy/key-texts.ts";
import { english as defaults } from "../../app/domain/settings/default-texts.ts";
import { english as accountPage } from "../../app/pages/account/account/texts.ts";
import { english as frame } from "../../app/pages/account/frame/texts.ts";
import { english as setupScript } from "../../app/pages/account/setup/script-texts.ts";
import { english as setup } from "../../app/pages/account/setup/texts.ts";
import { english as account } from "../../app/pages/account/texts.ts";
import { english as about } from "../../app/pages/public/about/texts.ts";
import { english as cards } from "../../app/pages/public/cards/texts.ts";
import { english as commentForm } from "../../app/pages/public/comments/form-texts.ts";
import { english as comments } from "../../app/pages/public/comments/texts.ts";
import { english as unsubscribe } from "../../app/pages/public/comments/unsubscribe-texts.ts";
import { english as home } from "../../app/pages/public/home/texts.ts";
import { english as signedUp } from "../../app/pages/public/layout/signed-up-texts.ts";
import { english as layout } from "../../app/pages/public/layout/texts.ts";
import { english as listing } from "../../app/pages/public/listing/texts.ts";
import { english as closed } from "../../app/pages/public/maintenance/texts.ts";
import { english as messages } from "../../app/pages/public/not-found/texts.ts";
import { english as ownPage } from "../../app/pages/public/own-page/texts.ts";
import { english as preview } from "../../app/pages/public/preview/texts.ts";
import { english as privacy } from "../../app/pages/public/privacy-texts.ts";
import { english as search } from "../../app/pages/public/search/texts.ts";
import { english as storage } from "../../app/pages/public/stored-keys/texts.ts";
import { english as players } from "../../app/pages/public/story/player-texts.ts";
import { english as story } from "../../app/pages/public/story/texts.ts";
import { english as terms } from "../../app/pages/public/terms-texts.ts";
import { english as ui } from "../../app/ui/texts.ts";

/** Every area's English texts. */
export const ENGLISH_TEXTS: Record<string, object> = {
  about,
  account,
  accountPage,
  cards,
  closed,
  commentForm,
  comments,
  data,
  defaults,
  frame,
  home,
  keys,
  layout,
  listing,
  mail,
  messages,
  ownPage,
  players,
  preview,
  privacy,
  search,
  setup,
  setupScript,
  signedUp,
  storage,
  story,
  terms,
  ui,
  unsubscribe,
};

/** All texts in it, with their place, such as `listing.articles.other`. */
export const flatten = (texts: object, place = ""): [place: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) => {
    const here = place ? `${place}.${key}` : key;
    return typeof value === "string" ? [[here, value] as [string, string]] : flatten(value as object, here);
  });
