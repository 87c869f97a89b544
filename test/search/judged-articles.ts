/** What the judged questions are asked about. Each was written by hand, and most share some words with others. */
export type JudgedArticle = { slug: string; title: string; description: string; tags?: string[]; text: string };

const ENGLISH: JudgedArticle[] = [
  {
    slug: "mood-tracking",
    title: "Mood Tracking: A Gentle Guide",
    description: "Two lines a day teach you what your weeks are made of.",
    tags: ["Habits"],
    text: "Keep a notebook beside your bed. Tracking a mood takes a minute, and after a month patterns appear that no memory would have kept.",
  },
  {
    slug: "hard-decisions",
    title: "How to Make a Hard Decision",
    description: "A method for choices that keep you awake.",
    tags: ["Thinking"],
    text: "Write down both options and sleep on them. A decision that is put off is a decision as well, and usually the worse one.",
  },
  {
    slug: "long-way-home",
    title: "The Long Way Home",
    description: "Why a detour is worth the time.",
    tags: ["Outdoors"],
    text: "Last autumn I walked home from the office every evening, nine kilometers along the canal, and slept better than in years.",
  },
  {
    slug: "walking-shoes",
    title: "Shoes for Wet Weather",
    description: "Four pairs, compared over one winter.",
    tags: ["Outdoors"],
    text: "Leather needs care, and rubber makes you sweat. We tested all of them in rain and mud, on stones and on grass.",
  },
  {
    slug: "cafe-corner",
    title: "The Café at the Corner",
    description: "A portrait of the people who come every morning.",
    tags: ["Cities"],
    text: "At seven the machine starts to hiss. Nobody orders, because the owner knows what everybody drinks.",
  },
  {
    slug: "sourdough",
    title: "Sourdough Without Stress",
    description: "A starter that forgives a forgotten feeding.",
    tags: ["Kitchen", "Baking"],
    text: "Flour, water and patience are all that you need. Bread baked at home stays fresh for four days if you wrap it in linen.",
  },
  {
    slug: "knives",
    title: "Sharpening Kitchen Knives",
    description: "What a whetstone does, and what it can't do.",
    tags: ["Kitchen"],
    text: "Hold the blade at fifteen degrees. A dull knife is more dangerous than a sharp one, as every cook will tell you.",
  },
  {
    slug: "city-birds",
    title: "Birds of the Inner City",
    description: "Swifts, sparrows and a falcon on the town hall.",
    tags: ["Nature", "Cities"],
    text: "The swifts arrive in the first week of May and leave in August. They sleep while they fly.",
  },
  {
    slug: "bees-on-roofs",
    title: "Bees on the Roof",
    description: "Keeping a hive eight floors above the street.",
    tags: ["Nature", "Cities"],
    text: "Linden trees along the avenue feed them until July. The honey tastes of mint, and the neighbors get the first jar.",
  },
  {
    slug: "letters",
    title: "Writing Letters Again",
    description: "Paper, ink, and an answer that takes a week.",
    tags: ["Habits"],
    text: "My grandmother wrote to the same friend for sixty years. I found both halves of their conversation in one box.",
  },
  {
    slug: "sleep",
    title: "What Helps Against Sleepless Nights",
    description: "Light, temperature and the hour before bed.",
    tags: ["Health"],
    text: "Coffee after noon is the first thing to drop. A cool room helps more than any pill, and a notebook empties the head.",
  },
  {
    slug: "remote-work",
    title: "A Year of Working Remotely",
    description: "What our team kept, and what it gave up.",
    tags: ["Work"],
    text: "Meetings became shorter and documents longer. We decided to meet in person four times a year, and nobody missed the open-plan office.",
  },
];

const GERMAN: JudgedArticle[] = [
  {
    slug: "strasse-im-regen",
    title: "Eine Straße im Regen",
    description: "Beobachtungen an einer Kreuzung in Altona.",
    tags: ["Stadt"],
    text: "Die Ampel spiegelt sich im Asphalt. Ein Bus hält, niemand steigt aus, und die Tauben bleiben unter dem Vordach.",
  },
  {
    slug: "apfelkuchen",
    title: "Apfelkuchen wie bei Oma",
    description: "Ein Rezept mit Boskoop und Zimt.",
    tags: ["Küche"],
    text: "Die Äpfel schälen und in Spalten schneiden. Der Teig ruht eine Stunde, der Ofen wird auf 180 Grad vorgeheizt.",
  },
  {
    slug: "haeuser-am-hang",
    title: "Häuser am Hang",
    description: "Wie man baut, wo es keine Ebene gibt.",
    tags: ["Architektur"],
    text: "Der Keller wird zur Garage, das Dach zur Terrasse. Jedes Fundament braucht hier ein Gutachten.",
  },
  {
    slug: "fahrrad",
    title: "Das Fahrrad winterfest machen",
    description: "Kette, Licht und Reifen vor dem ersten Frost.",
    tags: ["Technik"],
    text: "In der Fahrradwerkstatt um die Ecke kostet eine Inspektion sechzig Euro. Das meiste kann man selbst erledigen.",
  },
  {
    slug: "gaerten",
    title: "Kleine Gärten, große Ernte",
    description: "Gemüse auf zwölf Quadratmetern.",
    tags: ["Garten"],
    text: "Tomaten brauchen Sonne und Schutz vor Regen. Wer im März aussät, erntet im Juli die ersten Zucchini.",
  },
  {
    slug: "buecher",
    title: "Bücher, die geblieben sind",
    description: "Zehn Romane, die ich immer wieder lese.",
    tags: ["Lesen"],
    text: "Manche Sätze kenne ich auswendig. Ein gutes Buch wird bei jedem Lesen ein anderes.",
  },
  {
    slug: "schwimmen",
    title: "Schwimmen lernen mit vierzig",
    description: "Ein Kurs im Hallenbad am Dienstagabend.",
    tags: ["Sport"],
    text: "Zuerst lernt man zu atmen. Nach sechs Wochen bin ich die erste Bahn geschwommen, ohne anzuhalten.",
  },
  {
    slug: "nachtzug",
    title: "Mit dem Nachtzug nach Wien",
    description: "Einsteigen um zehn, aufwachen in Österreich.",
    tags: ["Reisen"],
    text: "Der Schaffner bringt den Kaffee um sechs. Wer leicht schläft, nimmt besser Ohrstöpsel mit.",
  },
  {
    slug: "entscheidungen",
    title: "Warum Entscheidungen müde machen",
    description: "Was die Psychologie über den freien Willen am Abend weiß.",
    tags: ["Denken"],
    text: "Nach der zwanzigsten Wahl des Tages nehmen die meisten das, was oben steht. Gewohnheiten sparen Kraft.",
  },
  {
    slug: "datenschutz",
    title: "Datenschutz im Verein",
    description: "Was ehrenamtliche Vorstände wissen müssen.",
    tags: ["Recht"],
    text: "Mitgliederlisten gehören nicht in private Postfächer. Eine Einwilligung muss freiwillig sein und widerrufen werden können.",
  },
];

const FRENCH: JudgedArticle[] = [
  {
    slug: "ete-a-la-mer",
    title: "L’été à la mer",
    description: "Trois semaines en Bretagne, sans téléphone.",
    tags: ["Voyages"],
    text: "Le matin, la plage est vide. Les enfants ramassent des coquillages et la marée emporte leurs châteaux.",
  },
  {
    slug: "eau-du-robinet",
    title: "Boire l’eau du robinet",
    description: "Ce que contient un verre, analyse à l’appui.",
    tags: ["Santé"],
    text: "Le calcaire n’est pas dangereux. Une carafe filtrante coûte plus cher qu’elle ne rapporte.",
  },
  {
    slug: "cuisine-de-marche",
    title: "Une cuisine de marché",
    description: "Acheter d’abord, choisir la recette ensuite.",
    tags: ["Cuisine"],
    text: "Les poireaux de novembre demandent du beurre et du temps. On mange mieux quand on ne sait pas ce que l’on mangera.",
  },
  {
    slug: "chevaux",
    title: "Les chevaux de Camargue",
    description: "Une journée avec un gardian.",
    tags: ["Nature"],
    text: "Blancs comme le sel, ils naissent noirs. Un cheval de trois ans apprend plus vite qu’un cavalier.",
  },
  {
    slug: "coeur-de-ville",
    title: "Au cœur de la vieille ville",
    description: "Promenade entre deux églises et un théâtre.",
    tags: ["Villes"],
    text: "Les façades ont été repeintes. On entend encore le forgeron, mais c’est un enregistrement du musée.",
  },
  {
    slug: "velo",
    title: "Réparer son vélo soi-même",
    description: "Cinq outils suffisent pour commencer.",
    tags: ["Technique"],
    text: "Une crevaison se répare en dix minutes. Les freins demandent plus de patience et un peu de graisse.",
  },
  {
    slug: "ecrire-chaque-jour",
    title: "Écrire chaque jour",
    description: "Une page, une heure, un café.",
    tags: ["Habitudes"],
    text: "J’écrivais la nuit, quand tout dormait. Maintenant j’écris à l’aube, et les phrases sont plus courtes.",
  },
  {
    slug: "noel-ensemble",
    title: "Noël à douze",
    description: "Organiser un repas de famille sans s’épuiser.",
    tags: ["Famille"],
    text: "Chacun apporte un plat. L’hôte ne cuisine rien et range le lendemain, avec l’aide des invités.",
  },
];

const SPANISH: JudgedArticle[] = [
  {
    slug: "cancion",
    title: "La canción de mi abuela",
    description: "Una melodía que nadie más recuerda.",
    tags: ["Música"],
    text: "La cantaba en la cocina mientras pelaba patatas. Grabé dos estrofas antes de que la olvidara.",
  },
  {
    slug: "manana",
    title: "Mañana será otro día",
    description: "Elogio de las cosas que pueden esperar.",
    tags: ["Pensar"],
    text: "No todo lo urgente es importante. Quien duerme bien trabaja mejor y se enfada menos.",
  },
  {
    slug: "ninos",
    title: "Leer con niños pequeños",
    description: "Cuentos para antes de dormir.",
    tags: ["Familia"],
    text: "El mismo libro cada noche no es aburrido para ellos. Las voces de los animales son obligatorias.",
  },
  {
    slug: "corazon",
    title: "Un corazón que aprende",
    description: "Rehabilitación después de un infarto.",
    tags: ["Salud"],
    text: "El médico recomienda caminar media hora. Los pacientes caminan juntos por el parque y hablan de fútbol.",
  },
  {
    slug: "pinguinos",
    title: "Pingüinos en la playa",
    description: "Un viaje al sur de Argentina.",
    tags: ["Viajes"],
    text: "Llegan en septiembre y cavan sus nidos en la arena. El viento no para nunca.",
  },
  {
    slug: "ciudades",
    title: "Ciudades sin coches",
    description: "Pontevedra cerró su centro al tráfico hace veinte años.",
    tags: ["Ciudad"],
    text: "Los comerciantes protestaron al principio. Hoy las tiendas venden más y el aire huele a pan.",
  },
];

const EAST_ASIAN: JudgedArticle[] = [
  {
    slug: "kikai-gakushu",
    title: "はじめての機械学習入門",
    description: "小さなデータで始める。",
    text: "東京の会社で働きながら勉強しました。毎朝一時間だけ、電車の中で本を読みます。",
  },
  {
    slug: "beijing-tea",
    title: "北京的茶馆",
    description: "老城区里的一个下午。",
    text: "茶馆里坐着下棋的老人。窗外下着小雨，胡同里没有人。",
  },
  {
    slug: "seoul-hiking",
    title: "서울에서 등산하기",
    description: "지하철로 갈 수 있는 산.",
    text: "북한산국립공원은 가을에 가장 아름답습니다. 물과 간식을 준비하세요.",
  },
  {
    slug: "thai-market",
    title: "ตลาดน้ำยามเช้า",
    description: "เดินทางจากกรุงเทพสองชั่วโมง",
    text: "แม่ค้าพายเรือขายผลไม้และก๋วยเตี๋ยว อากาศดีมากก่อนแปดโมง",
  },
];

export const JUDGED_ARTICLES: JudgedArticle[] = [...ENGLISH, ...GERMAN, ...FRENCH, ...SPANISH, ...EAST_ASIAN];
