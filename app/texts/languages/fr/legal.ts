import type { Catalog } from "../../catalog.ts";

export const legal = {
  privacy: {
    title: "Confidentialité",
    description: "Ce que {site} enregistre sur ses lecteurs, et ce qu’il n’enregistre pas.",
    lead: "Vous pouvez tout lire ici sans nous dire qui vous êtes. Cette page énumère ce qui est enregistré.",
    inShort: "En bref",
    noCookies: "La lecture ne dépose aucun cookie.",
    noCompanies:
      "Il n’y a ni publicité, ni polices, scripts ou images d’autres entreprises. Les pages sont chargées depuis ce site uniquement, et personne d’autre n’apprend que vous êtes venu.",
    withoutName: "Les « j’aime » et les vues sont conservés sans votre nom.",
    countsItself: "Ce site compte lui-même ses visites, sauf si votre navigateur demande à ne pas être suivi.",
    onlyAccounts:
      "Seul un compte contient votre nom et votre adresse e-mail. Vous pouvez le télécharger et le supprimer vous-même.",
    inBrowser: "Dans votre navigateur",
    inBrowserLead: "Votre navigateur garde ceci dans son stockage local, jusqu’à ce que vous l’effaciez dans ses réglages :",
    sessionNumber:
      "Un numéro de session aléatoire, avec l’heure de son début et de sa dernière utilisation. Un nouveau est créé après environ une demi-heure sans activité.",
    choices: "Votre choix du clair ou du sombre, de la grille ou de la liste, et si les polices ont déjà été chargées.",
    sessionKeys:
      "Si vous vous connectez : les clés de votre session, avec votre nom, votre adresse e-mail et votre rôle. La déconnexion les supprime.",
    unsent: "Si vous écrivez un commentaire sans l’envoyer : son texte, pour qu’il ne soit pas perdu.",
    cookies:
      "Si vous choisissez le clair ou le sombre, ou si vous vous connectez, un cookie est déposé. Il contient le mot « own », le même pour tous, et indique au serveur que votre navigateur a son propre réglage. Si vous vous connectez, un second cookie est déposé. Il est signé pour votre compte, afin que vous puissiez vous reconnecter d’ici pendant que quelqu’un d’autre essaie des mots de passe.",
    likesAndViews: "« J’aime » et vues",
    likes: "« J’aime ».",
    likesText:
      "Nous enregistrons l’article, votre numéro de session, si vous l’aimez toujours et depuis quand. Cela reste aussi longtemps que l’article.",
    views: "Vues.",
    viewsText:
      "Nous enregistrons qu’un article a été ouvert et quand. Pendant une demi-heure, votre numéro de session y est joint, pour que rouvrir l’article ne compte qu’une fois ; puis il est retiré. Rien n’est enregistré si votre navigateur envoie Do Not Track ou Global Privacy Control, ou s’il s’agit d’un robot connu.",
    neither: "Ni l’un ni l’autre ne contient votre nom, votre adresse IP ou votre position.",
    visits: "Statistiques de visite",
    visitsLead: "Pour savoir ce qui est lu et comment on le trouve, ce site enregistre pour chaque page d’une visite :",
    visitPage: "la page, quand vous êtes arrivé et parti, combien de temps et jusqu’où vous avez lu ;",
    visitSource: "le site ou la campagne qui vous a amené, et ce que vous cherchez sur ce site ;",
    visitBrowser: "votre navigateur, sa version, votre système et la taille de votre écran ;",
    visitPlace: "votre pays ou votre ville, cherchés dans une table sur notre propre serveur ;",
    visitAddress: "votre adresse IP sans sa dernière partie, si bien que quelques centaines de personnes la partagent.",
    visitNumber:
      "Aucun cookie n’est déposé pour cela. Les visiteurs sont distingués par un nombre tiré de l’adresse et du navigateur à l’aide d’un secret qui change chaque jour. Le secret et le numéro de session sont supprimés après 48 heures : ensuite, personne, pas même nous, ne peut savoir qui était un visiteur ni s’il est revenu.",
    visitsKept:
      "Si votre navigateur envoie Do Not Track ou Global Privacy Control, rien de tout cela n’est enregistré. Les visites qui semblent automatiques sont mises de côté et supprimées après 30 jours. Les visites sont supprimées après deux ans, sauf si le propriétaire de ce site a fixé une autre durée. Il ne reste que des totaux par jour et par mois.",
    withAccount: "Si vous avez un compte",
    account: "Compte.",
    accountText:
      "Votre nom, votre adresse e-mail, votre mot de passe sous forme d’empreinte dont on ne peut le retrouver, ce que vous écrivez sur vous, et quand vous vous êtes inscrit et connecté la dernière fois.",
    sessions: "Sessions.",
    sessionsText:
      "Pour chaque appareil où vous êtes connecté : son navigateur tel qu’il se présente, son adresse IP, et quand il a été utilisé la première et la dernière fois. Elles sont supprimées 30 jours après leur fin.",
    comments: "Commentaires.",
    commentsText:
      "Ce que vous écrivez, où et quand. Une fois publié, tout le monde peut le lire avec votre nom. Si vous signalez un commentaire, nous gardons le signalement et votre raison.",
    emails: "E-mails.",
    emailsText:
      "Ce que ce site vous envoie, comme les confirmations et les avis de réponse, est conservé 30 jours. Les réponses ne vous sont signalées que tant que vous le souhaitez.",
    logs: "Journaux du serveur et limites",
    serverLog:
      "Le journal du serveur note l’heure, l’adresse de la page sans ses termes de recherche, et s’il y a été répondu. Il ne contient ni votre nom ni votre adresse IP.",
    limits:
      "Pour arrêter les avalanches de requêtes et les essais de mots de passe, le serveur compte brièvement les requêtes par adresse IP.",
    activityLog:
      "Un journal d’activité note ce que les admins modifient et qui l’a fait. Il contient des adresses e-mail et est conservé aussi longtemps que le site existe. Les connexions, même échouées, et les changements de mot de passe et d’adresse e-mail y restent 90 jours, avec l’adresse IP sans sa dernière partie et le type de navigateur.",
    whoSees: "Qui peut le voir",
    whoSeesText:
      "Les admins de ce site, et les personnes qui gèrent son serveur et ses e-mails. Rien n’est vendu ni transmis à quiconque, et aucun service d’une autre entreprise ne mesure ni n’enregistre quoi que ce soit ici.",
    yourData: "Vos données",
    ifAccount: "Avec un compte :",
    ifAccountText:
      "{name} ouvrez {account} pour télécharger tout ce qui est enregistré sur vous, mettre fin aux sessions d’autres appareils ou supprimer le compte.",
    yourAccount: "votre compte",
    deleting:
      "La suppression emporte aussitôt votre profil, vos sessions et vos e-mails. Vos commentaires restent sans votre nom ; supprimez-les d’abord si vous voulez qu’ils disparaissent.",
    ifNone: "Sans compte :",
    ifNoneText:
      "effacez les données de ce site dans les réglages de votre navigateur, et plus rien ici ne pourra être relié à vous.",
    otherSites: "Liens vers d’autres sites",
    otherSitesText:
      "Les boutons de partage sont les nôtres. Facebook, Twitter ou LinkedIn n’apprennent votre existence que si vous en pressez un. Là où un article intègre une vidéo ou de la musique, nous montrons une image fixe à nous ; votre navigateur ne charge le lecteur que si vous pressez son bouton. À partir de là, les règles de l’autre site s’appliquent.",
    questions: "Questions",
    questionsText: "Écrivez à {email}. Votre e-mail est conservé jusqu’à ce qu’il y soit répondu.",
    kept: "Conservé :",
    storageList: "{storage} énumère tout ce que ce site peut garder dans votre navigateur. La lecture ne dépose aucun cookie.",
    storage: "Cookies et stockage",
    whoSeesShort: "Les admins de ce site, et les personnes qui gèrent son serveur et ses e-mails. Rien n’est vendu.",
  },
  terms: {
    title: "Conditions",
    description: "Les quelques règles pour lire et partager {site}.",
    lead: "Quelques règles simples. En utilisant {site}, vous les acceptez.",
    access: { heading: "Accès", text: "Tout ce qui est publié ici peut être lu gratuitement, par tous, sans compte." },
    quotes: {
      heading: "Citations et liens",
      text: "Vous pouvez faire un lien vers tout article et le citer avec son titre et un lien. Les articles appartiennent à leurs auteurs : demandez avant d’en publier un en entier ailleurs. Les flux se lisent dans tout lecteur de flux.",
    },
    likes: {
      heading: "« J’aime »",
      text: "Chaque lecteur peut aimer un article une fois. Les « j’aime » sont pour les humains. Nous pouvons retirer ceux des robots.",
    },
    accounts: {
      heading: "Comptes",
      text: "Un compte est pour une seule personne. Gardez son mot de passe pour vous et donnez une adresse e-mail où vous joindre. Vous pouvez supprimer le compte à tout moment sur {account}. Nous pouvons fermer les comptes utilisés pour du spam ou des abus.",
    },
    comments: {
      heading: "Commentaires",
      text: "Vos commentaires vous appartiennent. En publiant un commentaire, vous autorisez ce site à l’afficher. Soyez bienveillant, restez dans le sujet et ne publiez rien qui enfreigne la loi ou les droits d’autrui. Nous pouvons retenir, refuser ou retirer des commentaires.",
    },
    articles: {
      heading: "À propos des articles",
      text: "Ce sont des réflexions et des expériences, pas des conseils professionnels. Pour les questions de santé, de droit ou d’argent, parlez à un professionnel qui connaît votre situation.",
    },
    promises: {
      heading: "Aucune garantie",
      text: "Nous faisons notre possible pour que les articles soient justes et le site accessible, et nous corrigeons les erreurs que l’on nous signale. Nous ne pouvons garantir ni l’un ni l’autre.",
    },
    changes: {
      heading: "Modifications",
      text: "Lorsque ces règles changent, les nouvelles sont publiées sur cette page et s’appliquent dès lors.",
    },
    contact: {
      heading: "Contact",
      text: "Écrivez à {email}. La page {privacy} dit ce qui est enregistré sur vous, qui peut le voir et comment le supprimer.",
    },
    accountLink: "sa page",
    privacyLink: "Confidentialité",
  },
  storage: {
    title: "Cookies et stockage",
    description: "Chaque cookie et chaque clé que {site} peut garder dans votre navigateur, et à quoi ils servent.",
    lead: "Tout ce que ce site peut garder dans votre navigateur. Rien ne sert à la publicité, et aucun autre site ne peut le lire.",
    everyone: "Dans le navigateur de chaque lecteur",
    signedIn: "Si vous vous connectez",
    admins: "Si vous êtes admin",
    kept: "Conservé :",
    cookie: "cookie",
    localStorage: "stockage local",
    sessionStorage: "stockage de session",
    remove: "Vous pouvez tout retirer dans les réglages de votre navigateur. La page {privacy} dit ce que le serveur conserve.",
    privacy: "Confidentialité",
  },
  data: {
    days: { one: "un jour", many: "{count} jours", other: "{count} jours" },
    months: { one: "un mois", many: "{count} mois", other: "{count} mois" },
    hours: { one: "une heure", many: "{count} heures", other: "{count} heures" },
    accounts: {
      title: "Comptes",
      open: "Tout le monde peut s’inscrire.",
      openToComment: "Tout le monde peut s’inscrire, pour écrire des commentaires.",
      closed: "Seules les personnes invitées ont un compte. Personne ne peut s’inscrire pour le moment.",
      name: "Le nom, l’adresse e-mail et ce que les gens écrivent sur eux",
      page: "Des auteurs, visibles par tous sur leur page : une image, des liens et leurs articles",
      password: "Le mot de passe, sous forme d’empreinte dont on ne peut le retrouver",
      steps:
        "Avec la connexion en deux étapes : les noms des applications, leurs secrets chiffrés et les codes de secours sous forme d’empreintes",
      passkeys:
        "Avec des clés d’accès : leurs noms, leurs clés publiques et quand elles ont été ajoutées et utilisées la dernière fois",
      handIns:
        "De ceux qui écrivent pour le site : quels brouillons ils ont remis à la rédaction, quand et avec quelle note, jusqu’à sa décision",
      times: "Quand ils se sont inscrits et connectés la dernière fois",
      kept: "Jusqu’à la suppression du compte, que chacun peut faire soi-même.",
      pending: "Une inscription jamais confirmée est supprimée après {days}.",
    },
    sessions: {
      title: "Connexions",
      purpose: "Pour que l’on reste connecté et que l’on puisse déconnecter un appareil perdu.",
      stored: "Le navigateur tel qu’il se présente, l’adresse IP, et quand la connexion a servi la première et la dernière fois",
      seen: "Les types de navigateur et de système, et les réseaux, sans la dernière partie de l’adresse IP, pour signaler les nouveaux navigateurs : jusqu’à {seen} après la dernière connexion",
      kept: "Une connexion prend fin après {idle} sans utilisation, et au plus tard après {most}. Elle est supprimée {ended} plus tard.",
    },
    comments: {
      title: "Commentaires",
      moderated: "Pour publier ce que disent les lecteurs. Un admin lit d’abord chaque commentaire.",
      open: "Pour publier ce que disent les lecteurs. Les commentaires paraissent aussitôt.",
      stored: "Ce qui a été écrit, où, quand et par qui ; les lecteurs le voient avec le nom",
      guests:
        "Des personnes qui commentent ou suivent des commentaires sans compte : le nom et l’adresse e-mail, que les autres ne voient jamais, jusqu’à ce que tout soit supprimé à {page}. Les commentaires que personne ne confirme par e-mail sont supprimés après {days}, et les adresses sans commentaires, sans articles suivis et sans exclusion après {idle}",
      reports: "Les signalements de commentaires, avec leurs raisons",
      followed: "Qui reçoit des e-mails sur les nouveaux commentaires d’un article, et depuis quand",
      kept: "Jusqu’à leur suppression. Les commentaires supprimés restent {days} dans une corbeille. Sans le compte, ils restent sans le nom.",
    },
    likes: {
      title: "« J’aime »",
      purpose: "Pour les compter, et pour que chacun puisse retirer le sien.",
      stored: "L’article ou le commentaire, le numéro aléatoire du navigateur, s’il l’aime toujours et depuis quand",
      kept: "Aussi longtemps que l’article ou le commentaire",
    },
    views: {
      title: "Vues",
      purpose: "Pour montrer combien de fois un article a été ouvert.",
      stored: "L’article, quand il a été ouvert, et le numéro aléatoire du navigateur, pour que le rouvrir ne compte qu’une fois",
      kept: {
        one: "Le numéro {count} minute, le reste aussi longtemps que l’article. Rien avec Do Not Track ou Global Privacy Control.",
        many: "Le numéro {count} minutes, le reste aussi longtemps que l’article. Rien avec Do Not Track ou Global Privacy Control.",
        other:
          "Le numéro {count} minutes, le reste aussi longtemps que l’article. Rien avec Do Not Track ou Global Privacy Control.",
      },
    },
    visits: {
      title: "Visites",
      purpose:
        "Pour savoir ce qui est lu et comment on le trouve. Le site compte lui-même les visites, sans service d’une autre entreprise.",
      page: "La page, quand vous êtes arrivé et parti, combien de temps et jusqu’où vous avez lu",
      source: "Le site ou la campagne qui vous a amené, et ce que vous cherchez sur ce site",
      browser: "Le navigateur, sa version, le système et la taille de l’écran",
      address: "L’adresse IP sans sa dernière partie",
      placeAsked: "Le lieu de l’adresse IP. Pour le trouver, l’adresse est envoyée à {places}.",
      place: "Le lieu de l’adresse IP, cherché dans une table sur ce serveur. L’adresse n’est envoyée à personne pour cela.",
      number: "Un nombre tiré de l’adresse et du navigateur à l’aide d’un secret qui change chaque jour",
      kept: "Le secret et le numéro de session {hours}, les visites {months}, celles qui semblent automatiques {days} ; ensuite, seulement des totaux par jour et par mois. Rien avec Do Not Track ou Global Privacy Control.",
    },
    emails: {
      title: "E-mails",
      purpose: "Pour confirmer les adresses e-mail et les changements.",
      purposeReplies:
        "Pour confirmer les adresses e-mail et les changements, et pour vous signaler les réponses tant que vous le souhaitez.",
      byHand: "Ce site n’a pas de serveur de messagerie. Ses e-mails attendent un admin, qui transmet liens et codes.",
      stored: "Le destinataire, le texte et s’il a été envoyé ; liens et codes sont ensuite retirés",
    },
    newsletter: {
      title: "Newsletter",
      purpose: "Pour envoyer les nouveaux articles à celles et ceux qui les ont demandés.",
      address: "L’adresse e-mail, la fréquence, les sujets et la langue souhaités",
      consent: "Ce qui a été accepté, quand, sur quelle page, et l’adresse IP sans sa dernière partie",
      sending: "Les e-mails envoyés et s’ils sont arrivés, mais pas s’ils ont été ouverts",
      kept: "Jusqu’à ce que l’abonné les supprime, par un lien présent dans chaque e-mail. Après un désabonnement, l’adresse est conservée afin que plus rien ne lui soit envoyé. Un abonnement non confirmé est supprimé au bout de {days}.",
    },
    pictures: {
      title: "Images",
      purpose: "Pour montrer les images des articles.",
      here: "Les images que les auteurs téléversent, sur ce serveur",
      elsewhere:
        "Les images que les auteurs téléversent, chez {host}. Votre navigateur les reçoit de ce site et ne s’adresse jamais à {host}.",
      kept: "Jusqu’à leur suppression",
    },
    backups: {
      title: "Sauvegardes",
      purpose: "Pour rétablir le site après une panne.",
      here: "Tout ce qui est énuméré ici, sur ce serveur ou là où ses responsables l’emportent",
      elsewhere: "Tout ce qui est énuméré ici, chez {host}",
      kept: "Des sauvegardes planifiées, la plus récente de chacun des {days} jours, {weeks} semaines et {months} mois. Les données supprimées y restent jusque-là.",
    },
    logs: {
      title: "Journaux et limites",
      purpose:
        "Pour faire fonctionner le site, arrêter les avalanches de requêtes et les essais de mots de passe, et voir qui a changé quoi.",
      server: "Le journal du serveur : l’heure, la page sans termes de recherche, et s’il y a été répondu ; ni nom ni adresse IP",
      requests: "Le nombre de requêtes par adresse IP, brièvement",
      changes: "Ce que les admins modifient, avec leur adresse e-mail",
      signIns: "Les connexions, même échouées, avec l’adresse IP sans sa dernière partie et le type de navigateur",
      kept: "Ce que les admins modifient, aussi longtemps que le site existe ; les connexions {days}",
    },
  },
  keys: {
    kept: {
      untilCleared: "Jusqu’à ce que vous effaciez les données de ce site",
      untilSent: "Jusqu’à l’envoi ou l’enregistrement",
      yearChosen: "Un an après le choix d’un thème ou la connexion",
      minutes: { one: "{count} minute", many: "{count} minutes", other: "{count} minutes" },
      yearSignedIn: "Un an après la connexion",
      yearConfirmed: "Un an après la confirmation d’un commentaire",
      replaced: {
        one: "Remplacé après {count} minute sans activité",
        many: "Remplacé après {count} minutes sans activité",
        other: "Remplacé après {count} minutes sans activité",
      },
      not: "Retiré aussitôt",
      tab: "Jusqu’à la fermeture de l’onglet",
      plays: "Jusqu’à la lecture ou la fermeture de l’onglet",
      signOut: "Jusqu’à la déconnexion",
    },
    purposes: {
      look: "Indique au serveur que vous avez choisi un thème ou que vous êtes connecté, pour que les pages ne clignotent pas. Sa valeur est la même pour tous.",
      sitePass: "Vous laisse voir le site pendant qu’il est fermé pour maintenance. En https, son nom commence par __Host-.",
      knownBrowser:
        "Vous permet de vous connecter d’ici, même pendant que quelqu’un d’autre essaie des mots de passe. En https, son nom commence par __Host-.",
      guest:
        "Permet de commenter sans compte et de modifier vos commentaires, une fois que vous en avez confirmé un par e-mail. En https, son nom commence par __Host-.",
      theme: "Votre choix : clair, sombre ou automatique.",
      readerSession:
        "Un numéro aléatoire, pour que vous puissiez retirer un « j’aime » et qu’un article ouvert deux fois compte une fois.",
      readerSessionProbe: "Vérifie si votre navigateur permet le stockage.",
      fonts: "Si les polices ont déjà été chargées, pour que le texte ne change pas pendant la lecture.",
      listingView: "Si vous voyez les articles en grille ou en liste.",
      announcement: "L’annonce que vous avez fermée.",
      reactRouterScrollPositions: "Jusqu’où vous aviez fait défiler chaque page, pour revenir au même endroit.",
      play: "La vidéo ou la musique que vous avez demandée, pendant que la page se recharge.",
      session: "Les jetons qui vous gardent connecté, avec votre nom, votre adresse e-mail et votre rôle.",
      comment: "Un commentaire commencé.",
      maintenancePassed:
        "Quand cet onglet a ouvert le site pour la dernière fois pendant la maintenance, pour qu’il ne se recharge pas sans fin.",
      copy: "Une copie de ce que vous écrivez, pour que rien ne se perde.",
      copies: "Les mêmes copies, à un endroit qui survit à une panne.",
      density: "La hauteur des lignes des tableaux.",
      sidebar: "Si la barre latérale est repliée.",
      filters: "Les filtres que vous avez enregistrés pour les listes.",
      editor: "Les parties de l’éditeur qui sont ouvertes.",
      focusMode: "Si l’éditeur est en mode concentration.",
      wordGoal: "Votre objectif de mots pour un article.",
    },
  },
} satisfies Partial<Catalog>;
