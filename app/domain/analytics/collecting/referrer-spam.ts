import { isOneOf } from "./compile-rules.ts";

/** Hosts that send no readers, only their own names into other people's statistics. Owners add theirs as rules. */
const HOSTS = `
  semalt.com semalt.net semaltmedia.com semalt.semalt.com buttons-for-website.com buttons-for-your-website.com
  darodar.com ilovevitaly.com ilovevitaly.co ilovevitaly.ru econom.co savetubevideo.com kambasoft.com srecorder.com
  best-seo-offer.com best-seo-solution.com best-seo-software.xyz buy-cheap-online.info buy-cheap-pills-order-online.com
  free-share-buttons.com free-social-buttons.com free-social-buttons.xyz free-floating-buttons.com sharebutton.net
  share-buttons.xyz social-buttons.com social-widget.xyz simple-share-buttons.com website-stealer-warning-alert.hdmoviecamera.net
  get-free-traffic-now.com get-free-social-traffic.com get-your-social-buttons.info trafficmonetize.org trafficmonetizer.org
  traffic2money.com traffic2cash.xyz traffic2cash.org trafficgenius.xyz webmonetizer.net website-analyzer.info website-errors-scanner.com
  100dollars-seo.com 100-reasons-for-seo.com 4webmasters.org 7makemoneyonline.com 7zap.com success-seo.com seo-platform.com
  seo-2-0.com seo-services-b2b.com seoanalyses.com seopub.net seo-traffic.xyz rank-checker.online rankings-analytics.com
  ranksonic.info ranksonic.org monetizationking.net makemoneyonline.com make-money-online.net-money-online.com
  event-tracking.com erot.co hulfingtonpost.com humanorightswatch.org guardlink.org fix-website-errors.com forum20.smailik.org
  forum69.info hol.es cenoval.ru cenokos.ru iskalko.ru lumb.co blackhatworth.com bestwebsitesawards.com o-o-6-o-o.com o-o-8-o-o.com
  onlinetvseries.me sanjosestartups.com screentoolkit.com sexyteens.hol.es theguardlan.com torture.ml videos-for-your-business.com
  vodkoved.ru priceg.com prodvigator.ua resellerclub.com.ru ok.ru.com pornhub-forum.ga pornhubforum.tk adcash.com.ru adviceforum.info
  addons.mozilla.com.ru aliexpress.com.ru anticrawler.org burger-imperia.com chinese-amezon.com co.lumb.co domination.ml
  dailyrank.net depositfiles-porn.com descargar-musica-gratis.net googlsucks.com howtostopreferralspam.eu justprofit.xyz
  law-enforcement-bot-ff.xyz law-six.xyz lombia.co luxup.ru meendo-free-traffic.ga netvibes.com.ru pizza-imperia.com
  qualitymarketzone.com quick-seeker.com rednise.com site5.com.ru snip.to.ru snip.tw.ru slftsdybbg.ru superiends.org
  uptime.com.ru uptimechecker.com.ru vitaly-popov.com webmaster-traffic.com wordpress-crew.net yourserverisdown.com
  zvetki.ru xn--80ajheqk1a.xn--p1ai site-auditor.online keywords-monitoring-success.com keywords-monitoring-your-success.com
  top10-way.com top1-seo-service.com claim-your-bonus.ru bot-traffic.icu bot-traffic.xyz bottraffic.live bottraffic4free.club
  bottraffic4free.host bottraffic329.xyz trafficbot.life trafficbot.live trafficbot4free.xyz traffic-bot.life news.grets.store
  static.seders.website info.seders.website rida.tokyo kar.razas.site ofer.bartikus.site game.fertuk.site
`;

const SPAMMERS: ReadonlySet<string> = new Set(HOSTS.split(/\s+/).filter((host) => host !== ""));

/** Whether a referrer's host, or one above it, is known for referrer spam. */
export const isReferrerSpam = (host: string): boolean => isOneOf(SPAMMERS, host);
