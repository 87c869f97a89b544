import type { Catalog } from "../../catalog.ts";

export const legal = {
  privacy: {
    title: "Datenschutz",
    description: "Was {site} über Leserinnen und Leser speichert, und was nicht.",
    lead: "Hier kannst du alles lesen, ohne uns zu sagen, wer du bist. Auf dieser Seite steht, was gespeichert wird.",
    inShort: "Kurz gesagt",
    noCookies: "Beim Lesen werden keine Cookies gesetzt.",
    noCompanies:
      "Es gibt keine Werbung und keine Schriften, Skripte oder Bilder von anderen Unternehmen. Alles wird nur von dieser Website geladen, und niemand sonst erfährt, dass du hier warst.",
    withoutName: "Likes und Aufrufe werden ohne deinen Namen gespeichert.",
    countsItself: "Diese Website zählt ihre Besuche selbst, außer wenn dein Browser darum bittet, nicht verfolgt zu werden.",
    onlyAccounts: "Nur ein Konto enthält deinen Namen und deine E-Mail-Adresse. Du kannst es selbst herunterladen und löschen.",
    inBrowser: "In deinem Browser",
    inBrowserLead: "Dein Browser behält das Folgende in seinem lokalen Speicher, bis du es in seinen Einstellungen löschst:",
    sessionNumber:
      "Eine zufällige Sitzungsnummer mit den Zeiten, zu denen sie begann und zuletzt benutzt wurde. Nach etwa einer halben Stunde ohne Aktivität entsteht eine neue.",
    choices: "Ob du hell oder dunkel, Raster oder Liste gewählt hast, und ob die Schriften schon einmal geladen wurden.",
    sessionKeys:
      "Wenn du dich anmeldest: die Schlüssel deiner Sitzung mit Name, E-Mail-Adresse und Rolle. Beim Abmelden werden sie entfernt.",
    unsent: "Wenn du einen Kommentar schreibst und nicht abschickst: sein Text, damit er nicht verloren geht.",
    cookies:
      "Wenn du hell oder dunkel wählst oder dich anmeldest, wird ein Cookie gesetzt. Es enthält das Wort „own“, bei allen dasselbe, und sagt dem Server, dass dein Browser eine eigene Einstellung hat. Wenn du dich anmeldest, wird ein zweites Cookie gesetzt. Es ist für dein Konto signiert, damit du dich von hier wieder anmelden kannst, während jemand anderes dafür Passwörter ausprobiert.",
    likesAndViews: "Likes und Aufrufe",
    likes: "Likes.",
    likesText:
      "Wir speichern den Artikel, deine Sitzungsnummer, ob dir der Artikel noch gefällt und seit wann. Das bleibt so lange wie der Artikel.",
    views: "Aufrufe.",
    viewsText:
      "Wir speichern, dass und wann ein Artikel geöffnet wurde. Eine halbe Stunde lang bleibt deine Sitzungsnummer dabei, damit erneutes Öffnen nicht noch einmal zählt; dann wird die Nummer entfernt. Nichts wird gespeichert, wenn dein Browser Do Not Track oder Global Privacy Control sendet oder ein bekannter Bot ist.",
    neither: "Beides enthält weder deinen Namen noch deine IP-Adresse noch deinen Ort.",
    visits: "Besuchsstatistik",
    visitsLead:
      "Um zu wissen, was gelesen wird und wie Menschen es finden, speichert diese Website zu jeder Seite eines Besuchs:",
    visitPage: "die Seite, wann du kamst und gingst, wie lange und wie weit du gelesen hast;",
    visitSource: "die Website oder Kampagne, über die du kamst, und wonach du auf dieser Website suchst;",
    visitBrowser: "deinen Browser und seine Version, dein System und die Größe deines Bildschirms;",
    visitPlace: "dein Land oder deine Stadt, nachgeschlagen in einer Tabelle auf unserem eigenen Server;",
    visitAddress: "deine IP-Adresse ohne ihren letzten Teil, sodass einige Hundert Menschen sie teilen.",
    visitNumber:
      "Dafür wird kein Cookie gesetzt. Besuche werden durch eine Zahl unterschieden, die aus Adresse und Browser mit einem täglich wechselnden Geheimnis entsteht. Das Geheimnis und die Sitzungsnummer werden nach 48 Stunden gelöscht: Danach kann niemand, auch wir nicht, herausfinden, wer zu Besuch war oder ob jemand wiederkam.",
    visitsKept:
      "Wenn dein Browser Do Not Track oder Global Privacy Control sendet, wird nichts davon gespeichert. Besuche, die automatisch wirken, werden aussortiert und nach 30 Tagen gelöscht. Besuche werden nach zwei Jahren gelöscht, wenn auf dieser Website keine andere Zeit eingestellt ist. Es bleiben nur Tages- und Monatssummen.",
    withAccount: "Wenn du ein Konto hast",
    account: "Konto.",
    accountText:
      "Dein Name, deine E-Mail-Adresse, dein Passwort als Hash, aus dem es sich nicht zurückrechnen lässt, was du über dich schreibst, und wann du dich registriert und zuletzt angemeldet hast.",
    sessions: "Sitzungen.",
    sessionsText:
      "Zu jedem Gerät, auf dem du angemeldet bist: sein Browser, wie er sich selbst nennt, seine IP-Adresse und wann es zuerst und zuletzt benutzt wurde. Sie werden 30 Tage nach ihrem Ende gelöscht.",
    comments: "Kommentare.",
    commentsText:
      "Was du schreibst, wo und wann. Nach der Veröffentlichung können alle es mit deinem Namen lesen. Wenn du einen Kommentar meldest, behalten wir die Meldung und deinen Grund.",
    emails: "E-Mails.",
    emailsText:
      "Was diese Website dir schickt, etwa Bestätigungen und Hinweise auf Antworten, wird 30 Tage aufbewahrt. Hinweise auf Antworten bekommst du nur, solange du sie möchtest.",
    logs: "Serverprotokolle und Grenzen",
    serverLog:
      "Das Serverprotokoll enthält die Zeit, die Adresse der Seite ohne Suchbegriffe und ob sie beantwortet wurde. Weder dein Name noch deine IP-Adresse stehen darin.",
    limits:
      "Um Anfragefluten und das Erraten von Passwörtern zu stoppen, zählt der Server kurze Zeit die Anfragen je IP-Adresse.",
    activityLog:
      "Ein Aktivitätsprotokoll hält fest, was Admins ändern und wer es war. Es enthält E-Mail-Adressen und bleibt, solange es die Website gibt. Anmeldungen, auch fehlgeschlagene, und Änderungen von Passwörtern und E-Mail-Adressen bleiben 90 Tage darin, mit der IP-Adresse ohne ihren letzten Teil und der Art des Browsers.",
    whoSees: "Wer das sehen kann",
    whoSeesText:
      "Die Admins dieser Website und diejenigen, die ihren Server und ihre E-Mails betreiben. Nichts davon wird verkauft oder weitergegeben, und kein Dienst eines anderen Unternehmens misst oder speichert hier etwas.",
    yourData: "Deine Daten",
    ifAccount: "Mit einem Konto:",
    ifAccountText:
      "{name} Öffne {account}, um alles herunterzuladen, was über dich gespeichert ist, um Sitzungen auf anderen Geräten zu beenden oder um das Konto zu löschen.",
    yourAccount: "dein Konto",
    deleting:
      "Mit dem Konto verschwinden sofort dein Profil, deine Sitzungen und deine E-Mails. Deine Kommentare bleiben ohne deinen Namen; lösche sie vorher, wenn auch sie verschwinden sollen.",
    ifNone: "Ohne Konto:",
    ifNoneText:
      "Lösche die Daten dieser Website in den Einstellungen deines Browsers, dann lässt sich hier nichts mehr mit dir verbinden.",
    otherSites: "Links zu anderen Websites",
    otherSitesText:
      "Die Knöpfe zum Teilen sind unsere eigenen. Facebook, Twitter oder LinkedIn erfahren nur von dir, wenn du einen drückst. Wo ein Artikel ein Video oder Musik einbettet, zeigen wir ein eigenes Standbild; dein Browser lädt das Abspielgerät erst, wenn du seinen Knopf drückst. Von da an gelten die Regeln der anderen Website.",
    questions: "Fragen",
    questionsText: "Schreib an {email}. Deine E-Mail wird aufbewahrt, bis sie beantwortet ist.",
    kept: "Aufbewahrt:",
    storageList:
      "{storage}: Dort steht alles, was diese Website in deinem Browser ablegen kann. Beim Lesen werden keine Cookies gesetzt.",
    storage: "Cookies und Speicher",
    whoSeesShort:
      "Die Admins dieser Website und diejenigen, die ihren Server und ihre E-Mails betreiben. Nichts davon wird verkauft.",
  },
  terms: {
    title: "Nutzungsbedingungen",
    description: "Die wenigen Regeln für das Lesen und Teilen von {site}.",
    lead: "Ein paar einfache Regeln. Wenn du {site} nutzt, stimmst du ihnen zu.",
    access: { heading: "Zugang", text: "Alles, was hier veröffentlicht ist, dürfen alle kostenlos und ohne Konto lesen." },
    quotes: {
      heading: "Zitate und Links",
      text: "Verlinke jeden Artikel. Zitiere daraus mit Titel und Link. Die Artikel gehören denen, die sie geschrieben haben; frag also, bevor du einen anderswo vollständig veröffentlichst. Die Feeds kannst du in jedem Feedreader lesen.",
    },
    likes: {
      heading: "Likes",
      text: "Jeder Artikel kann einem Menschen einmal gefallen. Likes sind für Menschen da. Likes von Bots können wir entfernen.",
    },
    accounts: {
      heading: "Konten",
      text: "Ein Konto ist für eine Person. Behalte das Passwort für dich und gib eine E-Mail-Adresse an, unter der du erreichbar bist. Du kannst das Konto jederzeit auf {account} löschen. Konten, die für Spam oder Missbrauch benutzt werden, können wir schließen.",
    },
    comments: {
      heading: "Kommentare",
      text: "Deine Kommentare gehören dir. Wenn du einen abschickst, darf diese Website ihn zeigen. Sei freundlich, bleib beim Thema und veröffentliche nichts, was gegen Gesetze oder die Rechte anderer verstößt. Wir können Kommentare zurückhalten, ablehnen oder entfernen.",
    },
    articles: {
      heading: "Zu den Artikeln",
      text: "Sie enthalten Gedanken und Erfahrungen, keinen fachlichen Rat. Wende dich bei Fragen zu Gesundheit, Recht oder Geld an jemanden vom Fach, der deine Lage kennt.",
    },
    promises: {
      heading: "Keine Garantie",
      text: "Wir bemühen uns, dass die Artikel stimmen und die Website erreichbar ist, und wir beheben Fehler, von denen wir erfahren. Versprechen können wir beides nicht.",
    },
    changes: {
      heading: "Änderungen",
      text: "Wenn sich diese Regeln ändern, stehen die neuen auf dieser Seite und gelten von da an.",
    },
    contact: {
      heading: "Kontakt",
      text: "Schreib an {email}. Unter {privacy} steht, was über dich gespeichert ist, wer es sehen kann und wie du es löschst.",
    },
    accountLink: "seiner Seite",
    privacyLink: "Datenschutz",
  },
  storage: {
    title: "Cookies und Speicher",
    description: "Jedes Cookie und jeder Schlüssel, den {site} in deinem Browser ablegen kann, und wofür.",
    lead: "Alles, was diese Website in deinem Browser ablegen kann. Nichts davon dient der Werbung, und keine andere Website kann es lesen.",
    everyone: "Im Browser aller, die hier lesen",
    signedIn: "Wenn du dich anmeldest",
    admins: "Wenn du Admin bist",
    kept: "Aufbewahrt:",
    cookie: "Cookie",
    localStorage: "lokaler Speicher",
    sessionStorage: "Sitzungsspeicher",
    remove: "Du kannst das alles in den Einstellungen deines Browsers entfernen. Unter {privacy} steht, was der Server behält.",
    privacy: "Datenschutz",
  },
  data: {
    days: { one: "einen Tag", other: "{count} Tage" },
    months: { one: "einen Monat", other: "{count} Monate" },
    hours: { one: "eine Stunde", other: "{count} Stunden" },
    accounts: {
      title: "Konten",
      open: "Alle können sich registrieren.",
      openToComment: "Alle können sich registrieren, um Kommentare zu schreiben.",
      closed: "Nur Eingeladene haben Konten. Derzeit kann sich niemand registrieren.",
      name: "Name, E-Mail-Adresse und was Menschen über sich schreiben",
      page: "Von Autoren, für alle sichtbar auf ihrer Seite: ein Bild, Links und ihre Artikel",
      password: "Das Passwort als Hash, aus dem es sich nicht zurückrechnen lässt",
      steps:
        "Mit Anmeldung in zwei Schritten: die Namen der Apps, ihre Geheimnisse verschlüsselt und die Wiederherstellungscodes als Hashes",
      passkeys: "Mit Passkeys: ihre Namen, ihre öffentlichen Schlüssel und wann sie hinzugefügt und zuletzt verwendet wurden",
      handIns:
        "Von denen, die für die Website schreiben: welche Entwürfe bei der Redaktion eingereicht sind, wann und mit welcher Notiz, bis sie entschieden hat",
      times: "Wann sie sich registriert und zuletzt angemeldet haben",
      kept: "Bis das Konto gelöscht wird, was alle selbst tun können.",
      pending: "Eine Registrierung, die nicht bestätigt wird, bleibt {days} gespeichert.",
    },
    sessions: {
      title: "Anmeldungen",
      purpose: "Damit Menschen angemeldet bleiben und ein verlorenes Gerät abmelden können.",
      stored: "Der Browser, wie er sich selbst nennt, die IP-Adresse und wann die Anmeldung zuerst und zuletzt benutzt wurde",
      seen: "Familie und System der Browser und die Netze, ohne den letzten Teil der IP-Adresse, um neue Browser zu melden: bis {seen} nach der letzten Anmeldung",
      kept: "Eine Anmeldung gilt unbenutzt {idle}, insgesamt höchstens {most}. Danach bleibt sie noch {ended} gespeichert.",
    },
    comments: {
      title: "Kommentare",
      moderated: "Um zu veröffentlichen, was Leserinnen und Leser sagen. Ein Admin liest jeden Kommentar vorher.",
      open: "Um zu veröffentlichen, was Leserinnen und Leser sagen. Kommentare erscheinen sofort.",
      stored: "Was geschrieben wurde, wo, wann und von wem; öffentlich mit dem Namen",
      guests:
        "Von Menschen, die ohne Konto kommentieren oder Kommentaren folgen: Name und E-Mail-Adresse, die andere nie sehen, bis unter {page} alles gelöscht wird. Kommentare, die niemand per E-Mail bestätigt, werden nach {days} gelöscht, Adressen ohne Kommentare, ohne Sperre und ohne Artikel, denen sie folgen, nach {idle}",
      reports: "Meldungen von Kommentaren mit ihren Gründen",
      followed: "Wer E-Mails zu neuen Kommentaren zu einem Artikel bekommt, und seit wann",
      kept: "Bis sie gelöscht werden. Gelöschte Kommentare bleiben {days} im Papierkorb. Ohne das Konto bleiben sie ohne den Namen.",
    },
    likes: {
      title: "Likes",
      purpose: "Um sie zu zählen, und damit man sie zurücknehmen kann.",
      stored: "Der Artikel oder Kommentar, die zufällige Nummer des Browsers, ob er ihm noch gefällt und seit wann",
      kept: "So lange wie der Artikel oder Kommentar",
    },
    views: {
      title: "Aufrufe",
      purpose: "Um zu zeigen, wie oft ein Artikel geöffnet wurde.",
      stored:
        "Der Artikel, wann er geöffnet wurde und die zufällige Nummer des Browsers, damit erneutes Öffnen nicht noch einmal zählt",
      kept: {
        one: "Die Nummer {count} Minute, der Rest so lange wie der Artikel. Nichts bei Do Not Track oder Global Privacy Control.",
        other:
          "Die Nummer {count} Minuten, der Rest so lange wie der Artikel. Nichts bei Do Not Track oder Global Privacy Control.",
      },
    },
    visits: {
      title: "Besuche",
      purpose:
        "Um zu wissen, was gelesen wird und wie Menschen es finden. Die Website zählt Besuche selbst, ohne den Dienst eines anderen Unternehmens.",
      page: "Die Seite, wann du kamst und gingst, wie lange und wie weit du gelesen hast",
      source: "Die Website oder Kampagne, über die du kamst, und wonach du auf dieser Website suchst",
      browser: "Der Browser, seine Version, das System und die Größe des Bildschirms",
      address: "Die IP-Adresse ohne ihren letzten Teil",
      placeAsked: "Der Ort der IP-Adresse. Um ihn zu finden, wird die Adresse an {places} gesendet.",
      place:
        "Der Ort der IP-Adresse, nachgeschlagen in einer Tabelle auf diesem Server. Die Adresse wird dafür niemandem gesendet.",
      number: "Eine Zahl, die aus Adresse und Browser mit einem täglich wechselnden Geheimnis entsteht",
      kept: "Geheimnis und Sitzungsnummer {hours}, einzelne Besuche {months}, automatisch wirkende Besuche {days}; danach nur Tages- und Monatssummen. Nichts bei Do Not Track oder Global Privacy Control.",
    },
    emails: {
      title: "E-Mails",
      purpose: "Um E-Mail-Adressen und Änderungen zu bestätigen.",
      purposeReplies:
        "Um E-Mail-Adressen und Änderungen zu bestätigen, und um auf Antworten hinzuweisen, solange du das möchtest.",
      byHand: "Diese Website hat keinen Mailserver. Ihre E-Mails warten auf einen Admin, der Links und Codes weitergibt.",
      stored: "Empfänger, Text und ob die E-Mail gesendet wurde; danach werden Links und Codes entfernt",
    },
    newsletter: {
      title: "Newsletter",
      purpose: "Um neue Artikel an die zu schicken, die darum gebeten haben.",
      address: "Die E-Mail-Adresse, und wie oft, worüber und in welcher Sprache E-Mails gewünscht sind",
      consent: "Worin eingewilligt wurde, wann und auf welcher Seite, und die IP-Adresse ohne ihren letzten Teil",
      sending: "Welche E-Mails verschickt wurden und ob sie ankamen; nicht, ob sie geöffnet wurden",
      kept: "Bis man es über einen Link in jeder E-Mail selbst löscht. Nach dem Abbestellen bleibt die Adresse gespeichert, damit nichts mehr an sie geht. Ein Abonnement, das nicht bestätigt wird, wird nach {days} gelöscht.",
    },
    pictures: {
      title: "Bilder",
      purpose: "Um die Bilder der Artikel zu zeigen.",
      here: "Bilder, die hochgeladen werden, auf diesem Server",
      elsewhere: "Bilder, die hochgeladen werden, bei {host}. Dein Browser bekommt sie von dieser Website und fragt nie {host}.",
      kept: "Bis sie gelöscht werden",
    },
    backups: {
      title: "Sicherungen",
      purpose: "Um die Website nach einem Ausfall wiederherzustellen.",
      here: "Alles, was hier aufgeführt ist, auf diesem Server oder wohin die Betreiber es bringen",
      elsewhere: "Alles, was hier aufgeführt ist, bei {host}",
      kept: "Von geplanten Sicherungen die neueste von je {days} Tagen, {weeks} Wochen und {months} Monaten. So lange bleiben gelöschte Daten darin.",
    },
    logs: {
      title: "Protokolle und Grenzen",
      purpose:
        "Um die Website zu betreiben, Anfragefluten und das Erraten von Passwörtern zu stoppen und zu sehen, wer was geändert hat.",
      server: "Das Serverprotokoll: Zeit, Seite ohne Suchbegriffe und ob sie beantwortet wurde; weder Name noch IP-Adresse",
      requests: "Die Zahl der Anfragen je IP-Adresse, für kurze Zeit",
      changes: "Was Admins ändern, mit ihrer E-Mail-Adresse",
      signIns: "Anmeldungen, auch fehlgeschlagene, mit der IP-Adresse ohne ihren letzten Teil und der Art des Browsers",
      kept: "Was Admins ändern, solange es die Website gibt; Anmeldungen {days}",
    },
  },
  keys: {
    kept: {
      untilCleared: "Bis du die Daten dieser Website löschst",
      untilSent: "Bis es gesendet oder gespeichert ist",
      yearChosen: "Ein Jahr, nachdem du ein Design gewählt oder dich angemeldet hast",
      minutes: { one: "{count} Minute", other: "{count} Minuten" },
      yearSignedIn: "Ein Jahr, nachdem du dich angemeldet hast",
      yearConfirmed: "Ein Jahr nachdem du einen Kommentar bestätigt hast",
      replaced: {
        one: "Nach {count} Minute ohne Aktivität ersetzt",
        other: "Nach {count} Minuten ohne Aktivität ersetzt",
      },
      not: "Sofort entfernt",
      tab: "Bis der Tab geschlossen wird",
      plays: "Bis es abgespielt oder der Tab geschlossen wird",
      signOut: "Bis du dich abmeldest",
    },
    purposes: {
      look: "Sagt dem Server, dass du ein Design gewählt oder dich angemeldet hast, damit Seiten nicht aufblitzen. Der Wert ist bei allen derselbe.",
      sitePass: "Lässt dich die Website sehen, während sie gewartet wird. Bei https beginnt der Name mit __Host-.",
      knownBrowser:
        "Damit du dich von hier anmelden kannst, auch während jemand anderes Passwörter für dein Konto ausprobiert. Bei https beginnt der Name mit __Host-.",
      guest:
        "Damit kannst du ohne Konto kommentieren und deine Kommentare ändern, nachdem du einen per E-Mail bestätigt hast. Auf https beginnt der Name mit __Host-.",
      theme: "Ob du hell, dunkel oder automatisch gewählt hast.",
      readerSession:
        "Eine zufällige Nummer, damit du ein Like zurücknehmen kannst und ein zweimal geöffneter Artikel einmal zählt.",
      readerSessionProbe: "Prüft, ob dein Browser Speicher erlaubt.",
      fonts: "Ob die Schriften schon einmal geladen wurden, damit sich der Text beim Lesen nicht ändert.",
      listingView: "Ob du Artikel als Raster oder Liste siehst.",
      announcement: "Welche Ankündigung du geschlossen hast.",
      reactRouterScrollPositions:
        "Wie weit du auf jeder Seite gescrollt hattest, damit du beim Zurückgehen an dieselbe Stelle kommst.",
      play: "Das Video oder die Musik, die du abspielen wolltest, während die Seite neu lädt.",
      session: "Die Schlüssel, mit denen du angemeldet bleibst, mit Name, E-Mail-Adresse und Rolle.",
      comment: "Ein angefangener Kommentar.",
      maintenancePassed: "Wann dieser Tab die Website zuletzt während der Wartung geöffnet hat, damit er nicht endlos neu lädt.",
      copy: "Eine Kopie dessen, was du schreibst, damit nichts verloren geht.",
      copies: "Dieselben Kopien an einem Ort, der einen Absturz übersteht.",
      density: "Die Zeilenhöhe von Tabellen.",
      sidebar: "Ob die Seitenleiste eingeklappt ist.",
      filters: "Die Filter, die du für Listen gespeichert hast.",
      editor: "Welche Teile des Editors offen sind.",
      focusMode: "Ob der Editor im Fokusmodus ist.",
      wordGoal: "Dein Wortziel für einen Artikel.",
    },
  },
} satisfies Partial<Catalog>;
