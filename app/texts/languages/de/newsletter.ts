import type { Catalog } from "../../catalog.ts";

export const newsletter = {
  newsletter: {
    title: "Newsletter",
    lead: "Neue Artikel per E-Mail: jeden gleich oder alle einmal in der Woche. Abbestellen kannst du mit einem Klick.",
    leadWithoutDigest: "Neue Artikel per E-Mail, sobald sie erscheinen. Abbestellen kannst du mit einem Klick.",
    description: "Neue Artikel von {site} per E-Mail bekommen.",
    consent: "Schickt mir neue Artikel von {site} per E-Mail. Ich kann sie jederzeit abbestellen.",
    email: "Deine E-Mail-Adresse",
    subscribe: "Newsletter abonnieren",
    subscribing: "Wird abonniert...",
    trap: "Hier nichts eintragen",
    sent: "Sieh in dein Postfach. Wenn {email} den Newsletter noch nicht bekommt, ist ein Link zum Bestätigen unterwegs. Er gilt {days} Tage.",
    wrongEmail: "Gib eine E-Mail-Adresse wie name@example.com ein.",
    tooMany: "Zu viele Versuche. Bitte warte eine Weile und versuche es noch einmal.",
    failed: "Das hat nicht geklappt. Bitte versuche es noch einmal.",
    frequency: "Wie oft",
    post: "Jeden Artikel, sobald er erscheint",
    weekly: "Einmal in der Woche alles Neue",
    noWeekly:
      "Du hast eine E-Mail in der Woche gewählt. Zurzeit wird keine verschickt. Du kannst stattdessen jeden Artikel bekommen.",
    categories: "Worüber",
    all: "Alle Kategorien",
    some: "Nur diese Kategorien",
    language: "Sprache",
    save: "Auswahl speichern",
    saved: "Deine Auswahl ist gespeichert.",
    notSaved: "Deine Auswahl konnte nicht gespeichert werden. Bitte versuche es noch einmal.",
    noCategory: "Wähle mindestens eine Kategorie.",
    unsubscribe: "Abbestellen",
  },
  newsletterLinks: {
    again: {
      title: "Noch ein Klick",
      text: "Drück auf den Knopf, dann schicken wir einen Link zum Bestätigen an {email}.",
    },
    sent: {
      title: "Sieh in dein Postfach",
    },
    wrong: {
      title: "Das ist keine E-Mail-Adresse",
    },
    limited: {
      title: "Zu viele Versuche",
    },
    confirm: {
      title: "Bestätige dein Abonnement",
      text: "Möchtest du neue Artikel von {site} an {email} bekommen?",
      button: "Bestätigen",
    },
    confirmed: {
      title: "Du hast den Newsletter abonniert",
      text: "Neue Artikel von {site} kommen an {email}.",
    },
    ended: {
      title: "Kein Newsletter mehr",
      text: "{email} bekommt keine Artikel von {site}.",
    },
    leave: {
      title: "Newsletter abbestellen?",
      text: "{email} bekommt dann keine Artikel von {site} mehr.",
    },
    choices: {
      title: "Dein Newsletter",
      text: "Das bekommt {email} von {site}.",
    },
    erase: {
      title: "Alles löschen?",
      text: "Die Adresse {email}, ihre Auswahl und der Nachweis der Einwilligung werden gelöscht. Sie bekommt keine Artikel von {site} mehr.",
      button: "Alles löschen",
    },
    erased: {
      title: "Alles ist gelöscht",
      text: "Der Newsletter hat deine Adresse vergessen.",
    },
    unknown: {
      title: "Dieser Link funktioniert nicht",
      text: "Vielleicht fehlt ein Teil, oder das Abonnement wurde gelöscht. Öffne ihn noch einmal aus der E-Mail.",
    },
    choose: "Auswählen, was du bekommst",
    eraseLink: "Alles zu dieser Adresse löschen",
    back: "Zurück zur Auswahl",
    home: "Zur Startseite",
  },
} satisfies Pick<Catalog, "newsletter" | "newsletterLinks">;
