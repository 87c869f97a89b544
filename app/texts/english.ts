import { english as mail } from "../domain/mail/mail-texts.ts";
import { english as issue } from "../domain/newsletter/mail/issue-texts.ts";
import { english as data } from "../domain/privacy/data-texts.ts";
import { english as keys } from "../domain/privacy/key-texts.ts";
import { english as defaults } from "../domain/settings/default-texts.ts";
import { english as accountPage } from "../pages/account/account/texts.ts";
import { english as passkeys } from "../pages/account/frame/passkey-texts.ts";
import { english as frame } from "../pages/account/frame/texts.ts";
import { english as setupScript } from "../pages/account/setup/script-texts.ts";
import { english as setup } from "../pages/account/setup/texts.ts";
import { english as account } from "../pages/account/texts.ts";
import { english as about } from "../pages/public/about/texts.ts";
import { english as author } from "../pages/public/author/texts.ts";
import { english as cards } from "../pages/public/cards/texts.ts";
import { english as commentForm } from "../pages/public/comments/form-texts.ts";
import { english as guests } from "../pages/public/comments/guest-texts.ts";
import { english as comments } from "../pages/public/comments/texts.ts";
import { english as unsubscribe } from "../pages/public/comments/unsubscribe-texts.ts";
import { english as home } from "../pages/public/home/texts.ts";
import { english as signedUp } from "../pages/public/layout/signed-up-texts.ts";
import { english as layout } from "../pages/public/layout/texts.ts";
import { english as listing } from "../pages/public/listing/texts.ts";
import { english as closed } from "../pages/public/maintenance/texts.ts";
import { english as newsletterLinks } from "../pages/public/newsletter/link-texts.ts";
import { english as newsletter } from "../pages/public/newsletter/texts.ts";
import { english as messages } from "../pages/public/not-found/texts.ts";
import { english as ownPage } from "../pages/public/own-page/texts.ts";
import { english as preview } from "../pages/public/preview/texts.ts";
import { english as privacy } from "../pages/public/privacy-texts.ts";
import { english as search } from "../pages/public/search/texts.ts";
import { english as storage } from "../pages/public/stored-keys/texts.ts";
import { english as players } from "../pages/public/story/player-texts.ts";
import { english as story } from "../pages/public/story/texts.ts";
import { english as terms } from "../pages/public/terms-texts.ts";
import { english as ui } from "../ui/texts.ts";

/** Every area's English texts. */
export const ENGLISH_TEXTS = {
  about,
  account,
  accountPage,
  author,
  cards,
  closed,
  commentForm,
  guests,
  comments,
  data,
  defaults,
  frame,
  home,
  issue,
  keys,
  layout,
  listing,
  mail,
  messages,
  newsletter,
  newsletterLinks,
  ownPage,
  passkeys,
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
