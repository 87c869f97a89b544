/**
 * The slugs of the posts and pages that every new WordPress has, in the languages of its translations: they are in blogs that have nothing
 * else in common. Letters without their accents; other scripts as they are.
 */
const SLUGS = new Set(
  `hello-world sample-page privacy-policy
  hallo-welt beispiel-seite beispielseite datenschutzerklaerung datenschutz
  bonjour-tout-le-monde page-d-exemple page-dexemple exemple-de-page politique-de-confidentialite
  hola-mundo pagina-de-ejemplo pagina-ejemplo politica-privacidad politica-de-privacidad
  ola-mundo pagina-exemplo pagina-de-exemplo politica-de-privacidade
  ciao-mondo pagina-di-esempio pagina-esempio informativa-sulla-privacy
  hallo-wereld voorbeeld-pagina voorbeeldpagina privacybeleid
  hej-varlden exempelsida integritetspolicy
  hej-verden eksempel-side eksempelside privatlivspolitik
  hei-verden personvernerklaering personvern
  moikka-maailma mallisivu esimerkkisivu tietosuojaseloste
  witaj-swiecie przykladowa-strona polityka-prywatnosci
  ahoj-vsichni ahoj-svet zkusebni-stranka ukazkova-stranka zasady-ochrany-osobnich-udaju
  ahoj-svet ukazkova-stranka ochrana-osobnych-udajov
  hello-vilag minta-oldal adatvedelmi-iranyelvek
  salut-lume pagina-exemplu politica-de-confidentialitate
  merhaba-dunya ornek-sayfa gizlilik-politikasi
  zdravo-svete pozdrav-svijete primer-strane primjer-stranice
  hola-mon pagina-dexemple pagina-d-exemple politica-de-privacitat
  kaixo-mundua adibide-orria pribatutasun-politika
  privet-mir привет-мир пример-страницы politika-konfidentsialnosti политика-конфиденциальности
  привіт-світ pryvit-svit зразок-сторінки політика-конфіденційності
  здравей-свят примерна-страница
  γεια-σου-κοσμε καλημερα-κοσμε υποδειγμα-σελιδας πολιτικη-απορρητου
  שלום-עולם עמוד-לדוגמא עמוד-לדוגמה מדיניות-פרטיות
  أهلا-بالعالم مرحبا-بالعالم مثال-على-صفحة سياسة-الخصوصية
  سلام-دنیا برگه-نمونه سیاست-حفظ-حریم-خصوصی
  世界您好 世界-你好 示例页面 範例頁面 隐私政策 隱私權政策
  サンプルページ プライバシーポリシー 안녕하세요 예제-페이지`.split(/\s+/),
);

const plain = (slug: string) =>
  slug
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/-\d{1,3}$/, "");
const PLAIN = new Set([...SLUGS].map(plain));

/** Whether every new WordPress has a post or page of this slug. @param slug decoded */
export const isDefaultPost = (slug: string): boolean => PLAIN.has(plain(slug));
